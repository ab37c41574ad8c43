"""The game record: what it holds, and how it is written and read. docs/records.md specifies it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from kartarna.core.dealing import Zones
from kartarna.core.errors import RecordError
from kartarna.core.rng import GENERATOR

FORMAT = "kartarna-record"
VERSION = 1
LONGEST = 4 * 1024 * 1024  # characters; the longest game there can be stays below
EVENTS = ("last_round", "taken_back", "limit_reached")
KINDS = ("human", "bot")

T = TypeVar("T")


@dataclass(frozen=True)
class Person:
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


Entry = Decision | Happening


@dataclass
class Round:
    deal: Zones
    play: list[Entry] = field(default_factory=list)
    points: list[int] | None = None  # None while it is being played


@dataclass
class Record:
    game: str
    players: int
    options: dict[str, Any]
    deck: dict[str, Any]
    seats: list[Person]
    owner: int | None = None  # the seat that an unfinished game is shown to
    generator: str = GENERATOR
    rounds: list[Round] = field(default_factory=list)
    totals: list[int] | None = None  # None while the game is unfinished
    winners: list[int] | None = None

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
    if compact:
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
    return _indented(data)


def _indented(data: dict[str, Any]) -> str:
    """Two levels of indent are enough: lists of cards and decisions stay on one line."""
    text = json.dumps(data, ensure_ascii=False, indent=1)
    return re.sub(r"\[\s+([^\[\]{}]*?)\s+\]", lambda match: "[" + re.sub(r"\s*\n\s*", " ", match[1]) + "]", text) + "\n"


def _starter(record: Record) -> int | None:
    words = record.rounds[0].deal.get("starter") if record.rounds else None
    return int(words[0]) if words else None


def _entry(entry: Entry) -> str | dict[str, Any]:
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
    """A record whose shape is right; whether it follows the rules is for `replay` to say."""
    if len(text) > LONGEST:
        raise RecordError(f"a record has at most {LONGEST} characters, this one has {len(text)}")
    try:
        data = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this is not a complete JSON file: {error}") from error
    return _Reader(data).record()


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


class _Reader:
    """Checks every type on the way: what it lets through has the declared shape."""

    def __init__(self, data: Any) -> None:
        self.data = self.mapping(data, "the record")
        if self.data.get("format") != FORMAT:
            raise RecordError(f'this is not a record: "format" must be "{FORMAT}"')
        if self.data.get("version") != VERSION:
            raise RecordError(f"record version {self.data.get('version')!r:.40}: this program reads version {VERSION}")
        self.players = self.number(self.data.get("players"), "players", 1, 12)

    def record(self) -> Record:
        data = self.data
        return Record(
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
        )

    def person(self, value: Any, where: str) -> Person:
        data = self.mapping(value, where)
        kind = self.text(data.get("kind"), f"{where}, kind")
        if kind not in KINDS:
            raise RecordError(f"{where}, kind: human or bot, not {kind!r:.40}")
        bot = self.maybe(data.get("bot"), f"{where}, bot", self.text)
        return Person(self.text(data.get("name"), f"{where}, name"), kind, bot)

    def round(self, value: Any, where: str) -> Round:
        data = self.mapping(value, where)
        deal = self.mapping(data.get("deal"), f"{where}, deal")
        return Round(
            {zone: self.many(words, f"{where}, deal, {zone[:40]}", self.text) for zone, words in deal.items()},
            self.many(data.get("play"), f"{where}, play", self.entry),
            self.maybe(data.get("points"), f"{where}, points", self.scores),
        )

    def entry(self, value: Any, where: str) -> Entry:
        if isinstance(value, str):
            match = re.fullmatch(r"(\d{1,2}) (\S.{0,99})", value)
            if not match:
                raise RecordError(f'{where}: a decision is "SEAT NOTATION", not {value!r:.40}')
            return Decision(self.seat(int(match[1]), where), match[2])
        data = self.mapping(value, where)
        if data.get("event") not in EVENTS:
            raise RecordError(f"{where}: unknown event {data.get('event')!r:.40}")
        return Happening(
            data["event"],
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
