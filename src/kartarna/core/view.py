"""What a seat, or a spectator, sees: zones of cards, built by naming what may be seen (ALL-3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from kartarna.core.state import State
from kartarna.core.words import Card, Fact


class Zone(NamedTuple):
    """A place with cards: those seen by name, the others by number only."""

    name: str
    seat: int | None = None  # whose it is; None if it lies in the middle
    cards: tuple[Card, ...] = ()
    hidden: int = 0  # cards of which only the back is seen
    known: tuple[Card, ...] = ()  # of the hidden ones, those that everyone saw go there (ALL-4)


@dataclass(frozen=True)
class View:
    game: str
    seat: int | None  # None: a spectator
    players: int
    round: int
    waiting: tuple[int, ...]
    over: bool
    totals: tuple[int, ...]
    zones: tuple[Zone, ...]
    facts: Mapping[str, Fact] = field(default_factory=dict)  # what else is to be seen; told by fact_NAME of words.toml

    def zone(self, name: str, seat: int | None = None) -> Zone:
        return next(zone for zone in self.zones if (zone.name, zone.seat) == (name, seat))


def view_of(state: State, seat: int | None, zones: Sequence[Zone], facts: Mapping[str, Fact | None]) -> View:
    """A view of these zones and facts; a fact that is None does not apply now."""
    return View(
        game=state.GAME,
        seat=seat,
        players=state.players,
        round=state.round,
        waiting=seats_of(state.waiting()),
        over=state.over(),
        totals=tuple(state.totals[: state.players]),
        zones=tuple(zones),
        facts={name: fact for name, fact in facts.items() if fact is not None},
    )


@cache
def seats_of(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
