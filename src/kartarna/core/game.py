"""Game: what a game folder offers to all the rest, off the hot path."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from kartarna.core.deck import Deck, Decks
from kartarna.core.errors import KartarnaError, OptionError
from kartarna.core.features import Feature
from kartarna.core.layout import SEAT, Names
from kartarna.core.past import Trace
from kartarna.core.state import State
from kartarna.core.step import Step
from kartarna.core.view import View, Zone, seen_by
from kartarna.core.words import Card, Event, Seat, Table, Teller, catalogue

S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)
Value = int | bool | None
Slot = tuple[str, Sequence[str]]  # the zone a number of a deal goes to, and what that number is called


@dataclass(frozen=True)
class Option:
    """A choice a table makes before the game. Its explanation stands in words.toml under option_NAME."""

    name: str
    default: Value
    low: int = 0
    high: int = 0
    house: bool = False  # a house rule: by the rules of the game it has its default value

    @property
    def is_flag(self) -> bool:
        return isinstance(self.default, bool)

    def check(self, value: Any) -> Value:
        if self.is_flag:
            if not isinstance(value, bool):
                raise OptionError(f"option {self.name}: true or false, not {value!r:.40}")
            return value
        if value is None and self.default is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise OptionError(f"option {self.name}: a whole number from {self.low} to {self.high}, not {value!r:.40}")
        return value


class Words(ABC, Generic[S]):
    """Decisions and events of a game <-> sentences and notation (its words.py)."""

    @abstractmethod
    def notation(self, state: S, seat: int, action: int) -> str:
        """The decision as a person types it."""

    @abstractmethod
    def readings(self, state: S, seat: int, text: str) -> list[int]:
        """Every decision that a typed text may mean; none: it is malformed."""

    @abstractmethod
    def decision(self, state: S, seat: int, action: int) -> Event:
        """The decision as a sentence."""

    @abstractmethod
    def cards(self, state: S, seat: int, action: int) -> tuple[Card, ...]:
        """The seat's own cards that a decision uses."""

    @abstractmethod
    def held(self, state: S, seat: int) -> list[tuple[Card, int]]:
        """Each card that the seat might think of using, as a decision."""

    @abstractmethod
    def effects(self, state: S, seat: int, action: int) -> list[Event]:
        """What follows for certain; nothing hidden."""

    @abstractmethod
    def refused(self, state: S, seat: int, action: int, code: int) -> Event:
        """Why the decision is not allowed in this position, by the code of `State.refusal`."""

    @abstractmethod
    def dealt(self, state: S) -> list[Event]:
        """A round has just been dealt."""

    @abstractmethod
    def narrate(self, before: S, seat: int, action: int, after: S) -> list[Event]:
        """All that happened by a decision."""

    @abstractmethod
    def card_name(self, deck: Deck, card: str, language: str) -> str:
        """The name of a card, or of a mark, by its notation."""

    def marks(self, _deck: Deck) -> Sequence[str]:
        """What is written like a card and has a name, but is none: a colour, say."""
        return ()


class Views(Protocol[S_contra]):
    """What is seen of a game (its view.py)."""

    def public(self, state: S_contra, /) -> View:
        """What everyone sees."""

    def own(self, state: S_contra, seat: int, /) -> list[Zone]:
        """Of the zones of a seat, those that it sees more of than the others."""

    def names(self, state: S_contra, /) -> Names:
        """What the numbers of a deal are called, by kind; seats have their numbers."""

    def census(self, state: S_contra, /) -> list[str]:
        """Every card in play by its face, wherever it lies."""


@dataclass(frozen=True)
class Game(Generic[S]):
    id: str
    title: str
    folder: Path
    players: range
    options: tuple[Option, ...]
    start: Callable[[int, Mapping[str, Any], int], S]  # players, checked options, deck number
    decks: Decks
    views: Views[S]
    words: Words[S]
    trace: Callable[[Sequence[Step[S]], int], Iterator[Trace]]  # of the round so far, as a seat sees it (its past.py)
    features: Callable[[S], Sequence[Feature]] | None = None  # of a view, for learning programs (its features.py)
    scoring: Mapping[str, Any] = field(default_factory=dict)  # what the score pad counts with
    events: tuple[str, ...] = ()  # what may happen besides deals and decisions
    mirrors: tuple[str, ...] = ("offer",)  # zones whose cards lie elsewhere
    all_but_one_win: bool = False  # so that losing is what the game is about

    def __post_init__(self) -> None:
        """The compiled tables of the game's own deck are filled before there is any state, from a pickle too."""
        self.decks.standard  # noqa: B018

    def new(self, players: int, options: Mapping[str, Any] | None = None, deck: Deck | None = None) -> S:
        """A game about to begin: its first deal is due."""
        if isinstance(players, bool) or players not in self.players:
            low, high = self.players.start, self.players.stop - 1
            raise OptionError(f"{self.title} is for {low} to {high} players, not {players!r:.40}")
        return self.start(players, self.checked(players, options or {}), (deck or self.decks.standard).number)

    def checked(self, players: int, options: Mapping[str, Any]) -> dict[str, Value]:
        """All options of the game with their values; a wrong one is refused."""
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise OptionError(f"{self.title} has no option {name!r:.40}; it has: {', '.join(known) or 'none'}")
        values = {name: option.check(options.get(name, option.default)) for name, option in known.items()}
        starter = values.get("starter")
        if starter is not None and starter > players:
            raise OptionError(f"option starter: there is no seat {starter} at a table of {players}")
        return values

    def agreed(self, players: int, options: Mapping[str, Any]) -> dict[str, Value]:
        """The same as a record tells them: a house rule only where there is one."""
        values = self.checked(players, options)
        plain = {option.name for option in self.options if option.house and values[option.name] == option.default}
        return {name: value for name, value in values.items() if name not in plain}

    def names(self, state: S) -> Names:
        """What the numbers of a deal are called, by kind."""
        return {SEAT: [str(seat + 1) for seat in range(state.players)], **self.views.names(state)}

    def slots(self, state: S) -> list[Slot]:
        """Where each number of the deal now due goes."""
        names = self.names(state)
        return [(zone, names[lot.kind]) for lot in state.layout() for zone, count in lot.zones for _ in range(count)]

    def public(self, state: S) -> View:
        return self.views.public(state)

    def own(self, state: S, seat: int) -> list[Zone]:
        return self.views.own(state, seat)

    def census(self, state: S) -> list[str]:
        return self.views.census(state)

    def view(self, state: S, seat: int | None) -> View:
        """What a seat sees; None: a spectator."""
        public = self.public(state)
        return public if seat is None else seen_by(seat, public, self.own(state, seat))

    def events_now(self, state: S) -> tuple[str, ...]:
        """Of the game's events those that may happen in this position."""
        return tuple(event for event in self.events if _may_happen(state.clone(), event))

    def deck_of(self, state: S) -> Deck:
        return self.decks.number(state.deck)

    def sentences(self) -> Table:
        return catalogue(self.folder)

    def teller(self, state: S, language: str, names: Sequence[str] = (), reader: int | None = None) -> Teller:
        deck = self.deck_of(state)
        sentences = self.sentences()
        seats = [sentences["player"][language].format(number=seat + 1) for seat in range(state.players)]
        return Teller(
            sentences,
            lambda card, lang: self.words.card_name(deck, card, lang),
            language,
            [*names, *seats[len(names) :]],
            reader,
        )

    def refusal(self, state: S, seat: int, action: int) -> Event | None:
        """Why this decision is not allowed; None if it is."""
        code = state.refusal(seat, action)
        if code == 0:
            return None
        if code == 1:
            return Event("game_over") if state.over() else Event("not_waiting", {"seat": Seat(seat)})
        return self.words.refused(state, seat, action, code)


STARTER = Option("starter", None, 1, 12)  # ALL-1: drawn at random unless the table fixes it


def _may_happen(state: State, event: str) -> bool:
    try:
        state.happen(event)
    except KartarnaError:
        return False
    return True


def starter_of(options: Mapping[str, Any]) -> int:
    """The fixed starting seat counted from 0, or −1 to draw one."""
    return -1 if options["starter"] is None else int(options["starter"]) - 1
