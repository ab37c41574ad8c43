"""Sentences: events and decisions in Czech and English, from the words.toml of a game.

An event knows no language: it has a kind and facts. Its sentences stand under that kind in the
words.toml beside it, all languages side by side. Placeholders are facts (`{seat}`, `{cards}`);
`{count|karta|karty|karet}` picks the plural form. Sentences put card names in the nominative,
after a colon, and players' names as subjects in the present tense: nothing needs inflecting.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

LANGUAGES = ("cs", "en")
EVERYONE = -1  # all seats, and those who only watch
WATCHER = 63  # the bit that stands for a spectator
PLACEHOLDER = re.compile(r"\{(\w+)((?:\|[^{}|]*)*)\}")
SHARED = Path(__file__).with_name("words.toml")

Table = dict[str, dict[str, str]]


class Card(str):
    """A card by its notation."""

    __slots__ = ()


class Seat(int):
    """A seat, counted from 0; people see 1 … n."""

    __slots__ = ()


class Word(str):
    """A key of words.toml that is itself to be translated."""

    __slots__ = ()


Fact = int | str | tuple[Card, ...] | tuple[Seat, ...] | tuple[Word, ...]


class Event(NamedTuple):
    """Something that happened or would happen, for those in `to` (a mask of seats)."""

    kind: str
    facts: Mapping[str, Fact] = {}  # never changed
    to: int = EVERYONE
    reveals: bool = False  # a card to who decided: out of a deck, a pile, a face-down place, another hand

    def seen_by(self, seat: int | None) -> bool:
        return bool(self.to >> (WATCHER if seat is None else seat) & 1)


def only(seat: int) -> int:
    return 1 << seat


def all_but(seat: int) -> int:
    return ~(1 << seat)


def openly(events: Sequence[Event], players: int) -> list[tuple[Event, int | None]]:
    """Everything, each event with the seat that alone was told it; what the others were told instead is left out."""
    told = {event.to for event in events}
    owners = {only(seat): seat for seat in range(players)}
    lesser = {all_but(seat) for mask, seat in owners.items() if mask in told}
    return [(event, owners.get(event.to)) for event in events if event.to not in lesser]


def plural(language: str, count: int, forms: Sequence[str]) -> str:
    """Czech: one, two to four, five and more (and none). English: one, any other number."""
    if abs(count) == 1:
        return forms[0]
    if language == "cs":
        return forms[1] if 2 <= abs(count) <= 4 else forms[2]
    return forms[1]


@cache
def shared() -> Table:
    """The sentences that all games share."""
    return _read(SHARED)


@cache
def catalogue(folder: Path) -> Table:
    """The sentences of a game and the ones that all games share."""
    return {**shared(), **_read(folder / "words.toml")}


def _read(path: Path) -> Table:
    return tomllib.loads(path.read_text(encoding="utf-8"))


CardName = Callable[[str, str], str]  # a card's notation and a language -> its name


@dataclass(frozen=True)
class Teller:
    """Tells events in one language, to people with these names."""

    sentences: Table
    card_name: CardName
    language: str
    names: Sequence[str]

    def say(self, event: Event) -> str:
        return self.sentence(event.kind, event.facts)

    def sentence(self, kind: str, facts: Mapping[str, Fact] = {}) -> str:
        def fill(match: re.Match[str]) -> str:
            value = facts[match[1]]
            return plural(self.language, int(str(value)), match[2][1:].split("|")) if match[2] else self.tell(value)

        return PLACEHOLDER.sub(fill, self.sentences[kind][self.language])

    def rule(self, kind: str) -> str:
        """The id of the rule that a refusal or score line rests on."""
        return self.sentences[kind].get("rule", "")

    def tell(self, value: Any) -> str:
        match value:
            case Seat():
                return self.names[value]
            case Card():
                return self.card_name(value, self.language)
            case Word():
                return self.sentence(value)
            case tuple():
                return ", ".join(self.tell(item) for item in value) or self.sentence("nothing")
            case int():
                return str(value).replace("-", "−")
        return str(value)
