"""The game record: what it holds, and how it is written and read. docs/records.md specifies it."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from kartarna.core.deal import Zones
from kartarna.core.errors import RecordError
from kartarna.core.rng import GENERATOR

FORMAT = "kartarna-record"
VERSION = 1
LONGEST = 4 * 1024 * 1024  # characters; the longest game there can be stays below
DEEPEST = 12  # lists and objects within each other; a deck is the deepest part
# At a table: a bot decides for a seat from here; the human is back, or gives up; the seat has had a hint.
SEAT_EVENTS = ("stands_in", "returns", "resigned", "hinted")
EVENT = re.compile(r"[a-z][a-z_]{0,39}")  # of the game, or `taken_back`, `limit_reached`, one of a seat
ENDINGS = ("draw", "agreed", "abandoned", "closed")  # of a game that was not played to its end
KINDS = ("human", "bot")

T = TypeVar("T")


@dataclass(frozen=True)
class RecordedPlayer:
    """Who sits on a seat."""

    name: str
    kind: str = "human"
    bot: str | None = None  # which bot


@dataclass(frozen=True)
class Decision:
    seat: int
    notation: str


@dataclass(frozen=True)
class Happening:
    """An event between decisions; of `taken_back`, whose and how many decisions."""

    event: str
    seat: int | None = None
    count: int | None = None


Line = Decision | Happening  # of a round's play


@dataclass
class Round:
    deal: Zones
    play: list[Line] = field(default_factory=list)
    points: list[int] | None = None  # None while it is being played


@dataclass
class Record:
    game: str
    players: int
    options: dict[str, Any]
    deck: dict[str, Any]
    seats: list[RecordedPlayer]
    owner: int | None = None  # the seat that an unfinished game is shown to
    generator: str = GENERATOR
    rounds: list[Round] = field(default_factory=list)
    totals: list[int] | None = None  # None while the game is unfinished
    winners: list[int] | None = None
    proof: dict[str, Any] | None = None  # of the shuffle: docs/shuffle.md
    parent: str | None = None  # SHA-256 of the record whose position this game started from
    ended: str | None = None  # how, if not by the rules

    @property
    def practice(self) -> bool:
        """A game in which a hint was asked for or, by one who is alone among bots, something was taken back."""
        alone = sum(seat.kind == "human" for seat in self.seats) == 1
        lines = (line for round in self.rounds for line in round.play)
        happened = {line.event for line in lines if isinstance(line, Happening)}
        return "hinted" in happened or (alone and "taken_back" in happened)

    @property
    def finished(self) -> bool:
        return self.winners is not None


# ---- writing -------------------------------------------------------------------------------------


def write(record: Record, *, compact: bool = False) -> str:
    """JSON: indented for people, or one line a game for millions."""
    data = {
        "format": FORMAT,
        "version": VERSION,
        "game": record.game,
        "players": record.players,
        "options": record.options,
        "deck": record.deck,
        "seats": [{key: value for key, value in vars(person).items() if value is not None} for person in record.seats],
        "owner": None if record.owner is None else record.owner + 1,
        "generator": record.generator,
        "starter": _starter(record),
        "rounds": [
            {"deal": round.deal, "play": [_entry(entry) for entry in round.play], "points": round.points}
            for round in record.rounds
        ],
        "totals": record.totals,
        "winners": None if record.winners is None else [seat + 1 for seat in record.winners],
    }
    extras = {"proof": record.proof, "parent": record.parent, "ended": record.ended}
    data |= {name: value for name, value in extras.items() if value is not None}
    if compact:
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
    return _laid_out(data) + "\n"


def _laid_out(value: Any, margin: str = "\n") -> str:
    """Indented, but what holds only words and numbers stays on one line: a hand, a round's decisions, a seat."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if not any(isinstance(part, (dict, list)) for part in parts):
        return json.dumps(value, ensure_ascii=False)
    inner = margin + " "
    if isinstance(value, list):
        return "[" + inner + f",{inner}".join(_laid_out(part, inner) for part in value) + margin + "]"
    lines = (f"{json.dumps(key, ensure_ascii=False)}: {_laid_out(part, inner)}" for key, part in value.items())
    return "{" + inner + f",{inner}".join(lines) + margin + "}"


def _starter(record: Record) -> int | None:
    words = record.rounds[0].deal.get("starter") if record.rounds else None
    return int(words[0]) if words and re.fullmatch(r"[0-9]{1,2}", words[0]) else None


def _entry(entry: Line) -> str | dict[str, Any]:
    if isinstance(entry, Decision):
        return f"{entry.seat + 1} {entry.notation}"
    data: dict[str, Any] = {"event": entry.event}
    if entry.seat is not None:
        data["seat"] = entry.seat + 1
    if entry.count is not None:
        data["count"] = entry.count
    return data


# ---- reading -------------------------------------------------------------------------------------


def read(text: str) -> Record:
    """A record whose shape is right; whether it follows the rules is for `verification` to say."""
    if len(text) > LONGEST:
        raise RecordError(f"a record has at most {LONGEST} characters, this one has {len(text)}")
    try:
        data = json.loads(text, parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this is not a complete JSON file: {error}") from error
    _check_parts(data, DEEPEST)
    return _RecordReader(data).record()


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text:.40} is not a number")
    return number


def _check_parts(value: Any, deepest: int) -> None:
    """Nothing lies too deep, and every text is one that a file can hold."""
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise RecordError("a text of the record has half a character in it (a lone surrogate)")
    elif isinstance(value, (list, dict)):
        if deepest == 0:
            raise RecordError(f"lists and objects lie more than {DEEPEST} deep in each other")
        for part in value:
            _check_parts(part, deepest - 1)
        for part in value.values() if isinstance(value, dict) else ():
            _check_parts(part, deepest - 1)


class _RecordReader:
    """Checks every type on the way: what it lets through has the declared shape."""

    def __init__(self, data: Any) -> None:
        self.data = self.mapping(data, "the record")
        if self.data.get("format") != FORMAT:
            raise RecordError(f'this is not a record: "format" must be "{FORMAT}"')
        version = self.data.get("version")
        if isinstance(version, bool) or version != VERSION:
            raise RecordError(f"record version {version!r:.40}: this program reads version {VERSION}")
        self.players = self.number(self.data.get("players"), "players", 1, 12)

    def record(self) -> Record:
        data = self.data
        record = Record(
            game=self.text(data.get("game"), "game"),
            players=self.players,
            options=self.mapping(data.get("options"), "options"),
            deck=self.mapping(data.get("deck"), "deck"),
            seats=self.many(data.get("seats"), "seats", self.person, self.players),
            owner=self.maybe(data.get("owner"), "owner", self.seat),
            generator=self.text(data.get("generator"), "generator"),
            rounds=self.many(data.get("rounds"), "rounds", self.round),
            totals=self.maybe(data.get("totals"), "totals", self.scores),
            winners=self.maybe(data.get("winners"), "winners", lambda value, where: self.many(value, where, self.seat)),
            proof=self.maybe(data.get("proof"), "proof", self.mapping),
            parent=self.maybe(data.get("parent"), "parent", self.text),
            ended=self.maybe(data.get("ended"), "ended", self.text),
        )
        if record.ended not in (None, *ENDINGS):
            raise RecordError(f"ended: one of {', '.join(ENDINGS)}, not {record.ended!r:.40}")
        if data.get("starter") != _starter(record):
            raise RecordError(f"starter: the first deal says {_starter(record)}")
        return record

    def person(self, value: Any, where: str) -> RecordedPlayer:
        data = self.mapping(value, where)
        kind = self.text(data.get("kind"), f"{where}, kind")
        if kind not in KINDS:
            raise RecordError(f"{where}, kind: human or bot, not {kind!r:.40}")
        bot = self.maybe(data.get("bot"), f"{where}, bot", self.text)
        return RecordedPlayer(self.text(data.get("name"), f"{where}, name"), kind, bot)

    def round(self, value: Any, where: str) -> Round:
        data = self.mapping(value, where)
        deal = self.mapping(data.get("deal"), f"{where}, deal")
        return Round(
            {zone: self.many(words, f"{where}, deal, {zone[:40]}", self.text) for zone, words in deal.items()},
            self.many(data.get("play"), f"{where}, play", self.entry),
            self.maybe(data.get("points"), f"{where}, points", self.scores),
        )

    def entry(self, value: Any, where: str) -> Line:
        if isinstance(value, str):
            match = re.fullmatch(r"([1-9][0-9]?) (\S.{0,99})", value)
            if not match:
                raise RecordError(f'{where}: a decision is "SEAT NOTATION"')  # it may be hidden: not told
            return Decision(self.seat(int(match[1]), where), match[2])
        data = self.mapping(value, where)
        event = self.text(data.get("event"), f"{where}, event")
        if not EVENT.fullmatch(event):
            raise RecordError(f"{where}: unknown event {event!r:.40}")
        return Happening(
            event,
            self.maybe(data.get("seat"), f"{where}, seat", self.seat),
            self.maybe(data.get("count"), f"{where}, count", lambda value, where: self.number(value, where, 1, 1000)),
        )

    def scores(self, value: Any, where: str) -> list[int]:
        return self.many(value, where, lambda score, where: self.number(score, where, -100_000, 100_000), self.players)

    def seat(self, value: Any, where: str) -> int:
        return self.number(value, f"{where}, seat", 1, self.players) - 1

    @staticmethod
    def maybe(value: Any, where: str, reader: Callable[[Any, str], T]) -> T | None:
        return None if value is None else reader(value, where)

    @staticmethod
    def many(value: Any, where: str, reader: Callable[[Any, str], T], count: int | None = None) -> list[T]:
        if not isinstance(value, list) or (count is not None and len(value) != count):
            raise RecordError(f"{where}: a list{'' if count is None else f' of {count}'} is needed")
        return [reader(item, f"{where} {place}") for place, item in enumerate(value, 1)]

    @staticmethod
    def mapping(value: Any, where: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise RecordError(f"{where}: an object is needed")
        return value

    @staticmethod
    def text(value: Any, where: str) -> str:
        if not isinstance(value, str) or len(value) > 200:
            raise RecordError(f"{where}: a text of at most 200 letters is needed")
        return value

    @staticmethod
    def number(value: Any, where: str, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise RecordError(f"{where}: a whole number from {low} to {high} is needed")
        return value
