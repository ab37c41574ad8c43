"""The JSON of requests and their answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from kartarna.play.model.phases import Phase
from kartarna.play.model.settings import Label, OptionValue, Settings
from kartarna.protocol.messages import Facts, OptionsJson, Told, TypeScript, ViewJson

LONGEST_RECORD = 1024 * 1024  # bytes
LONGEST_DECK = 16 * 1024

Name = Annotated[str, Meta(max_length=120)]
Secret = Annotated[str, Meta(max_length=200)]
DeckToml = Annotated[str, Meta(max_length=LONGEST_DECK)]  # a deck.toml
RecordJson = Annotated[str, Meta(max_length=LONGEST_RECORD)]
SeatNumber = Annotated[int, Meta(ge=0, le=11)]
Language = Literal["cs", "en"]
Sentences = dict[str, str]  # "cs", "en", and "rule" where one is behind it


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """What comes in: strictly this, and nothing unknown."""


class Answer(Struct, frozen=True):
    pass


# ---- errors --------------------------------------------------------------------------------------------


class Reason(Answer, frozen=True):
    """`kind` is the key of a sentence in the catalogue, `facts` fill it."""

    kind: str
    facts: Facts
    rule: str | None


class Failure(Answer, frozen=True):
    """Every answer that is not 2xx."""

    refused: Reason


# ---- games ---------------------------------------------------------------------------------------------


class OptionInfo(Answer, frozen=True):
    """Told by option_NAME of the catalogue."""

    name: str
    default: OptionValue
    low: int
    high: int
    flag: bool
    house: bool  # a house rule: by the rules of the game it has its default value


class DeckLine(Answer, frozen=True):
    name: str
    reconstruction: bool  # the real deck is not public; this is our best guess


class Lead(Answer, frozen=True):
    title: str
    lead: str  # the first paragraph of its rules


class GameInfo(Answer, frozen=True):
    id: str
    title: str
    leads: dict[str, Lead]  # by language
    players: list[int]  # every number that can play it
    options: list[OptionInfo]
    events: list[str]  # what a table may agree on: `propose`
    decks: list[DeckLine]  # the first is the game's own
    course: bool  # it can be learnt by playing


class DeckInfo(DeckLine, frozen=True):
    data: Annotated[dict[str, Any], TypeScript("Record<string, unknown>")]  # the deck file
    cards: dict[str, Sentences]  # by notation, the name of everything that is written like a card


class DeckText(Body, frozen=True):
    deck: DeckToml


class DeckFault(Answer, frozen=True):
    reason: Reason  # with the rule that the deck breaks, if there is one
    path: list[str]  # the entry: tables, key, place in a list
    line: int | None  # of the text


class CheckedDeck(Answer, frozen=True):
    data: Annotated[dict[str, Any] | None, TypeScript("Record<string, unknown> | null")]  # null: it is no TOML
    fault: DeckFault | None  # null: one can play with it


class RuleInfo(Answer, frozen=True):
    source: str  # B: the booklet, P: other public sources, R: our ruling
    text: str


class Rules(Answer, frozen=True):
    title: str
    text: str  # Markdown
    shared: str  # the rules that all games share, Markdown
    rules: dict[str, RuleInfo]  # by id, the shared ones included


class HouseInfo(Answer, frozen=True):
    """What can be played here."""

    version: str
    languages: list[str]
    games: list[GameInfo]
    bots: list[str]  # levels, from the weakest up
    longest_record: int  # bytes


# ---- people --------------------------------------------------------------------------------------------


class Me(Answer, frozen=True):
    name: str | None  # null: nobody yet; PUT /api/me gives a name


class NewName(Body, frozen=True):
    name: Name


class MoveLink(Answer, frozen=True):
    secret: str  # once, within ten minutes; goes after # of /move


class DeviceMove(Body, frozen=True):
    secret: Secret


class DeviceLine(Answer, frozen=True):
    """A device that is signed in as me."""

    id: str
    name: str  # browser and system; empty: it did not say
    seen: float  # when it was last here, to the hour
    this: bool  # the one that asks


class Devices(Answer, frozen=True):
    devices: list[DeviceLine]


class Phrase(Answer, frozen=True):
    phrase: str


class Recovery(Body, frozen=True):
    phrase: Secret


# ---- tables --------------------------------------------------------------------------------------------


class StartPosition(Body, frozen=True):
    """A record, or the part of it up to an entry of a round's play (round from 1; entry 0: just dealt)."""

    record: RecordJson
    round: Annotated[int, Meta(ge=1, le=1000)] | None = None
    entry: Annotated[int, Meta(ge=0, le=100_000)] | None = None


class NewTable(Settings, frozen=True, kw_only=True):
    start: StartPosition | None = None  # goes on from there
    own_deck: DeckToml | None = None  # played with there, instead of an installed one; such a table is never public


class Opened(Answer, frozen=True):
    id: str
    secret: str  # the link is /t/ID#SECRET


class Join(Body, frozen=True):
    secret: Secret | None = None
    seat: SeatNumber | None = None  # null: the first that may be taken


class Joined(Answer, frozen=True):
    seat: int


class Again(Answer, frozen=True):
    id: str  # of the new table


class TableSeat(Answer, frozen=True):
    name: str
    human: bool
    bot: str | None
    free: bool
    link: bool  # free, but only for who has the link


class TableLine(Answer, frozen=True):
    """A table in a list."""

    id: str
    game: str
    phase: Phase
    seats: list[TableSeat]
    yours: list[int]  # the seats that you hold
    waiting: list[int]  # the seats that owe a decision; between two rounds those that have not gone on
    nudged: list[int]  # those of them that somebody waits for impatiently
    between: bool  # a round is over, and the next waits for people
    rounds: int  # that were played to their end at this table
    totals: list[int]  # by seat, after the last of them; empty before
    options: dict[str, OptionValue]
    days: bool
    clock: bool
    spectators: bool
    practice: bool  # a hint was asked for, or against bots something was taken back
    arranged: bool  # it began from a position that somebody chose, not from the fair shuffle
    own_deck: bool  # its deck was brought in by whoever opened it
    ended: str | None
    winners: list[int]
    created: float
    changed: float  # when something last happened


class Tables(Answer, frozen=True):
    tables: list[TableLine]


# ---- courses ---------------------------------------------------------------------------------------------


class CoachMarkInfo(Answer, frozen=True):
    """Said at one of the first own turns of the real game."""

    look: str
    words: Sentences


class LessonInfo(Answer, frozen=True):
    """A step of a course; what it asks for is tried out by `Tries`."""

    id: str
    rules: list[str]  # that it teaches
    title: Sentences
    prompt: Sentences
    hint: Sentences
    learnt: Sentences
    look: str  # the place to look at: `row`, `hand:0`
    game: bool  # the last one is a short real game:
    players: int
    options: dict[str, OptionValue]
    bot: str
    marks: list[CoachMarkInfo]


class CourseInfo(Answer, frozen=True):
    lessons: list[LessonInfo]


class TriedStep(Answer, frozen=True):
    events: list[Told]
    view: ViewJson


class LessonNow(Answer, frozen=True):
    """A step after some decisions. What the last one brought is in `steps`; if it was not right, it is undone."""

    view: ViewJson
    options: OptionsJson
    right: bool
    done: bool
    steps: list[TriedStep]
    meaning: dict[str, str] | None  # of a wrong one, for the aim of the step, by language


class Tries(Body, frozen=True):
    """The learner's decisions so far: all right ones, and at last the one that is tried now."""

    actions: Annotated[list[int], Meta(max_length=20)]


class ExampleInfo(Answer, frozen=True):
    """An example in the rules of a game: two positions, and what is played between them."""

    id: str  # goal, turn, end and score tell the game in one minute
    rules: list[str]  # that it shows
    title: Sentences
    words: list[Sentences]  # of the position before, and of the one after
    show: list[str]  # the places in the picture: `row`, `hand:0`
    views: list[ViewJson]  # before and after
    options: OptionsJson | None  # what is about to be decided, if by the one who sees it
    played: list[Told]  # the decisions between the two
    refused: bool  # the decision may not be made: `played` is the reason, and the position stays


class ExamplesInfo(Answer, frozen=True):
    examples: list[ExampleInfo]


# ---- house rules and decks on trial ---------------------------------------------------------------------


class TryoutWish(Body, frozen=True):
    """A game with these options and this deck, beside the same by the rules."""

    players: Annotated[int, Meta(ge=1, le=12)]
    options: dict[str, OptionValue] = {}
    deck: Label | None = None  # an installed one by its name; null: the game's own
    own_deck: DeckToml | None = None  # instead


class Range(Answer, frozen=True):
    """A mean with its 95 % interval; null: there is too little to tell."""

    mean: float | None
    low: float | None
    high: float | None


class Measured(Answer, frozen=True):
    """One figure of both versions (docs/lab.md)."""

    name: str
    bots: str  # who played
    percent: bool
    against: Range
    changed: Range
    difference: Range
    clear: bool  # the whole interval of the difference lies on one side of zero


class GameVersionInfo(Answer, frozen=True):
    label: str
    options: dict[str, OptionValue]
    deck: Annotated[dict[str, Any] | None, TypeScript("Record<string, unknown> | null")]


class PlaceShares(Answer, frozen=True):
    """Of the win, by place after the starter."""

    against: list[Range]
    changed: list[Range]


class Report(Answer, frozen=True):
    """What a change does to a game: also what `kartarna lab --json` writes, which has more."""

    game: str
    players: int
    seed: int
    games_each: dict[str, int]  # by who played
    against: GameVersionInfo
    changed: GameVersionInfo
    measures: list[Measured]
    by_place: dict[str, PlaceShares]


# ---- records -------------------------------------------------------------------------------------------


class ReplayStep(Answer, frozen=True):
    """An entry of the record, told as the table saw it."""

    round: int
    entry: int  # of the round's play, counted from 1; 0: the deal
    seat: int | None  # who decided
    events: list[Told]
    view: ViewJson


class LotInfo(Answer, frozen=True):
    """Things that are shuffled together, and how many of them go to which zone in order (core/layout.py)."""

    things: list[list[str]]  # each by its name; if it has two sides, by both
    zones: Annotated[list[list[str | int]], TypeScript("[string, number][]")]  # and how many go to each
    without: dict[str, list[int]]  # by what the lot before gave: the places of things that are not there then
    single: bool  # one of them is drawn; of one alone nothing is drawn


class Replay(Answer, frozen=True):
    """A checked record, step by step. An unfinished one is shown as its owner, or a spectator, saw it."""

    game: str
    players: int
    seats: list[TableSeat]
    options: dict[str, OptionValue]
    deck: DeckInfo
    finished: bool
    ended: str | None
    totals: list[int] | None
    winners: list[int] | None
    proof: Literal["none", "right"]  # of the shuffle; a wrong one is refused
    layouts: list[list[LotInfo]]  # how each round is dealt, for a check by the client; empty where there is no proof
    parent: str | None  # not null: it began from a position that somebody chose, not from the fair shuffle
    yours: list[int]  # the seats that you held at its table; of a record from elsewhere none
    steps: list[ReplayStep]


class ReplayLink(Answer, frozen=True):
    """Of a finished game; the link is /replay/ID#MOMENT.SECRET."""

    secret: str


class RecordText(Body, frozen=True):
    record: RecordJson
    seat: SeatNumber | None = None  # whose eyes; null: a spectator, or all cards if `open`
    open: bool = False  # every hand face up: of finished games only


class Health(Answer, frozen=True):
    status: Literal["ok"] = "ok"
    name: str = "kartarna"
