"""The JSON of the HTTP requests and answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from kartarna.server.socket.messages import TypeScript

LONGEST_RECORD = 1024 * 1024  # bytes

Name = Annotated[str, Field(max_length=120)]
Secret = Annotated[str, Field(max_length=200)]
Language = Literal["cs", "en"]
Sentences = dict[str, str]  # "cs", "en", and "rule" where one is behind it
Value = int | bool | None
Facts = Annotated[dict[str, Any], TypeScript("Record<string, Fact | Fact[]>")]


class Body(BaseModel):
    """What comes in: strictly this, and nothing unknown."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Answer(BaseModel):
    model_config = ConfigDict(frozen=True)


# ---- errors --------------------------------------------------------------------------------------------


class Reason(Answer):
    """`kind` is the key of a sentence in the catalogue, `facts` fill it."""

    kind: str
    facts: Facts = {}
    rule: str | None = None


class Failure(Answer):
    """Every answer that is not 2xx."""

    refused: Reason


# ---- games ---------------------------------------------------------------------------------------------


class OptionInfo(Answer):
    """Told by option_NAME of the catalogue."""

    name: str
    default: Value
    low: int
    high: int
    flag: bool


class DeckLine(Answer):
    name: str
    reconstruction: bool  # the real deck is not public; this is our best guess


class GameInfo(Answer):
    id: str
    title: str
    players: list[int]  # every number that can play it
    options: list[OptionInfo]
    events: list[str]  # what a table may agree on: `propose`
    decks: list[DeckLine]  # the first is the game's own


class DeckInfo(DeckLine):
    data: Annotated[dict[str, Any], TypeScript("Record<string, unknown>")]  # the deck file
    cards: dict[str, Sentences]  # by notation, the name of everything that is written like a card


class Rule(Answer):
    source: str  # B: the booklet, P: other public sources, R: our ruling
    text: str


class Rules(Answer):
    title: str
    text: str  # Markdown
    shared: str  # the rules that all games share, Markdown
    rules: dict[str, Rule]  # by id, the shared ones included


class House(Answer):
    """What can be played here."""

    version: str
    languages: list[str]
    games: list[GameInfo]
    bots: list[str]  # levels, from the weakest up
    longest_record: int  # bytes


# ---- people --------------------------------------------------------------------------------------------


class Me(Answer):
    name: str | None  # null: nobody yet; PUT /api/me gives a name


class NewName(Body):
    name: Name


class MoveLink(Answer):
    secret: str  # once, within ten minutes; goes after # of /move


class Move(Body):
    secret: Secret


class Phrase(Answer):
    phrase: str


class Recovery(Body):
    phrase: Secret


# ---- tables --------------------------------------------------------------------------------------------


class SeatWish(Body):
    kind: Literal["open", "link", "host", "bot"] = "open"
    bot: Annotated[str, Field(max_length=80)] | None = None


class ClockWish(Body):
    kind: Literal["none", "decision", "bank"] = "none"
    seconds: Annotated[float, Field(ge=0, le=14 * 24 * 3600)] = 0
    increment: Annotated[float, Field(ge=0, le=3600)] = 0


class Position(Body):
    """A record, or the part of it up to an entry of a round's play (round from 1; entry 0: just dealt)."""

    record: Annotated[str, Field(max_length=LONGEST_RECORD)]
    round: Annotated[int, Field(ge=1, le=1000)] | None = None
    entry: Annotated[int, Field(ge=0, le=100_000)] | None = None


class NewTable(Body):
    game: Annotated[str, Field(max_length=40)]
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=12)]
    options: dict[str, Value] = {}
    deck: Annotated[str, Field(max_length=80)] | None = None  # null: the game's own
    clock: ClockWish = ClockWish()
    days: bool = False
    public: bool = False
    spectators: bool = True
    take_backs: bool | None = None  # null: only where at most one human plays
    seen_cards: bool = False
    stand_in: Annotated[str, Field(max_length=80)] = "medium"
    pace: Annotated[float, Field(ge=0, le=60)] = 0.8  # seconds until a bot's answer appears
    start: Position | None = None  # goes on from there


class Opened(Answer):
    id: str
    secret: str  # the link is /t/ID#SECRET


class Join(Body):
    secret: Secret | None = None
    seat: Annotated[int, Field(ge=0, le=11)] | None = None  # null: the first that may be taken


class Joined(Answer):
    seat: int


class Again(Answer):
    id: str  # of the new table


class TableSeat(Answer):
    name: str
    human: bool
    bot: str | None
    free: bool
    link: bool  # free, but only for who has the link


class TableLine(Answer):
    """A table in a list."""

    id: str
    game: str
    phase: Literal["open", "shuffling", "playing", "finished"]
    seats: list[TableSeat]
    yours: list[int]  # the seats that you hold
    waiting: list[int]  # the seats that owe a decision
    days: bool
    clock: bool
    spectators: bool
    ended: str | None
    winners: list[int]
    created: float
    changed: float  # when something last happened


class Tables(Answer):
    tables: list[TableLine]


# ---- records -------------------------------------------------------------------------------------------


class ReplayStep(Answer):
    """An entry of the record, told as the table saw it."""

    round: int
    entry: int  # of the round's play, counted from 1; 0: the deal
    seat: int | None  # who decided
    events: Annotated[list[dict[str, Any]], TypeScript("Told[]")]
    view: Annotated[dict[str, Any], TypeScript("View")]


class Lot(Answer):
    """Things that are shuffled together, and how many of them go to which zone in order (core/layout.py)."""

    things: list[list[str]]  # each by its name; if it has two sides, by both
    zones: Annotated[list[list[str | int]], TypeScript("[string, number][]")]  # and how many go to each
    without: dict[str, list[int]]  # by what the lot before gave: the places of things that are not there then
    single: bool  # one of them is drawn; of one alone nothing is drawn


class Replay(Answer):
    """A checked record, step by step. An unfinished one is shown as its owner, or a spectator, saw it."""

    game: str
    players: int
    seats: list[TableSeat]
    options: dict[str, Value]
    deck: DeckInfo
    finished: bool
    ended: str | None
    totals: list[int] | None
    winners: list[int] | None
    proof: Literal["none", "right"]  # of the shuffle; a wrong one is refused
    layouts: list[list[Lot]]  # how each round is dealt, for a check by the client; empty where there is no proof
    parent: str | None
    steps: list[ReplayStep]


class RecordText(Body):
    record: Annotated[str, Field(max_length=LONGEST_RECORD)]
    seat: Annotated[int, Field(ge=0, le=11)] | None = None  # whose eyes; null: a spectator, or all cards if `open`
    open: bool = False  # every hand face up: of finished games only


class Health(Answer):
    name: str = "kartarna"
    status: Literal["ok"]
