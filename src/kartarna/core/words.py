"""Sentences: events and decisions in Czech and English, from the words.toml of a game.

An event knows no language: it has a kind and facts. Its sentences stand under that kind in the
words.toml beside it, all languages side by side. Placeholders are facts (`{seat}`, `{cards}`);
`{count|karta|karty|karet}` picks the plural form (`#` in it is the number). Sentences put card
names in the nominative, after a colon, and players' names as subjects in the present tense:
nothing needs inflecting.

To the player it is about a sentence is told in the second person: `cs_you`, `en_you` where the
reader is the `{seat}` of it, `cs_you_owner` where the reader is its `{owner}`, and so on.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

LANGUAGES = ("cs", "en")
EVERYONE = -1  # all seats, and those who only watch
WATCHER = 63  # the bit that stands for a spectator
PLACEHOLDER = re.compile(r"\{(\w+)((?:\|[^{}|]*)*)\}")
TWO_STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")  # a name may end with one, and the sentence too
NO_MARK = re.compile(r"[-\d]")  # all that is not the mark of a card
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


class CardMove(NamedTuple):
    """Cards go from place to place, as those in `to` (a mask of seats) see it. Places are zones: `row`, `hand:2`.

    Where both places are the same, cards are shown or turned there.
    """

    source: str
    target: str
    cards: tuple[Card, ...] = ()  # by name, as they are called at the source
    hidden: int = 0  # how many more go unseen
    becomes: tuple[Card, ...] = ()  # what the cards are called at the target, where that differs
    covered: bool = False  # seen as they go, but lying unseen at the target
    to: int = EVERYONE

    def seen_by(self, seat: int | None) -> bool:
        return bool(self.to >> (WATCHER if seat is None else seat) & 1)


class Event(NamedTuple):
    """Something that happened or would happen, for those in `to` (a mask of seats)."""

    kind: str
    facts: Mapping[str, Fact] = {}  # never changed
    to: int = EVERYONE
    reveals: bool = False  # a card to who decided: out of a deck, a pile, a face-down place, another hand
    moves: tuple[CardMove, ...] = ()  # what it does to the cards, in order

    def seen_by(self, seat: int | None) -> bool:
        return bool(self.to >> (WATCHER if seat is None else seat) & 1)

    def as_seen_by(self, seat: int | None) -> Event:
        """With those moves only that the seat is told of."""
        if all(move.to == EVERYONE for move in self.moves):
            return self  # the same object for all: it is written once
        return self._replace(moves=tuple(move for move in self.moves if move.seen_by(seat)))


def only(seat: int) -> int:
    return 1 << seat


def all_but(seat: int) -> int:
    return ~(1 << seat)


def seen(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    """Those that a seat (None: a spectator) is told, as it is told them."""
    return tuple([event.as_seen_by(seat) for event in events if event.seen_by(seat)])


def open_to_all(events: Iterable[Event]) -> bool:
    """Everyone is told the same, spectators too."""
    for event in events:
        if event.to != EVERYONE:
            return False
        for move in event.moves:
            if move.to != EVERYONE:
                return False
    return True


def openly(events: Sequence[Event], players: int) -> list[tuple[Event, int | None]]:
    """Everything; what the others were told instead of one seat is left out.

    Each event comes with the seat that alone was told it, to be named before the sentence where that does not name it.
    """
    owners = {only(seat): seat for seat in range(players)}
    told = {event.to for event in events} | {move.to for event in events for move in event.moves}
    lesser = {all_but(seat) for mask, seat in owners.items() if mask in told}
    return [
        (event._replace(moves=tuple(move for move in event.moves if move.to not in lesser)), _unnamed(event, owners))
        for event in events
        if event.to not in lesser
    ]


def _unnamed(event: Event, owners: Mapping[int, int]) -> int | None:
    """The seat that alone is told the event, unless it is the one who acts in it."""
    owner = owners.get(event.to)
    return None if event.facts.get("seat") == owner else owner


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


def second_person(language: str, fact: str) -> str:
    """The key of the sentence for the reader who is this fact of it."""
    return f"{language}_you" if fact == "seat" else f"{language}_you_{fact}"


def names_seat(value: Fact, seat: int) -> bool:
    """Is this seat the fact, or one of those that it lists?"""
    listed = value if isinstance(value, tuple) else (value,)
    return any(isinstance(item, Seat) and item == seat for item in listed)


@dataclass(frozen=True)
class Teller:
    """Tells events in one language, to people with these names."""

    sentences: Table
    card_name: CardName
    language: str
    names: Sequence[str]
    reader: int | None = None  # the seat that is told it; None: somebody who only watches

    def say(self, event: Event) -> str:
        return self.sentence(event.kind, event.facts)

    def sentence(self, kind: str, facts: Mapping[str, Fact] = {}) -> str:
        def fill(match: re.Match[str]) -> str:
            value = facts[match[1]]
            if not match[2]:
                return self.tell(value)
            return plural(self.language, int(str(value)), match[2][1:].split("|")).replace("#", self.tell(value))

        told = PLACEHOLDER.sub(fill, self._form(self.sentences[kind], facts))
        return TWO_STOPS.sub(".", told)

    def _form(self, entry: Mapping[str, str], facts: Mapping[str, Fact]) -> str:
        """In the second person, where there is such a form for what the reader is in it."""
        own = [name for name, value in facts.items() if self.reader is not None and names_seat(value, self.reader)]
        forms = (entry.get(second_person(self.language, name)) for name in own)
        return next(filter(None, forms), entry[self.language])

    def about_card(self, card: str) -> str:
        """The card's name and what it does: of this very card, of its mark (`3s`: s), or of any card."""
        mark = NO_MARK.sub("", card) or "plain"
        return self._about(self.card_name(card, self.language), (f"card_{card}", f"card_{mark}", "card"))

    def about_zone(self, zone: str) -> str:
        """The name of a place, and what it is for: of this one, or of all that differ by their number only."""
        key = f"zone_{zone}"
        name = self.sentence(key) if key in self.sentences else zone.replace("_", " ")
        return self._about(name, (key, key.rstrip("0123456789").removesuffix("_")))

    def _about(self, name: str, keys: Sequence[str]) -> str:
        """Where the game says nothing about it, just the name."""
        told = [self.sentence(f"about_{key}") for key in keys if f"about_{key}" in self.sentences]
        return " ".join([f"{name[:1].upper()}{name[1:]}.", *told[:1]])

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
                return ", ".join(self._listed(item) for item in value) or self.sentence("nothing")
            case int():
                return str(value).replace("-", "−")
        return str(value)

    def _listed(self, item: Any) -> str:
        reader = isinstance(item, Seat) and item == self.reader
        return self.sentence("you") if reader else self.tell(item)
