"""What a seat, or a spectator, sees: zones of cards, built by naming what may be seen (ALL-3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from kartarna.core.state import State
from kartarna.core.words import Card, Fact

HAND = "hand"  # the zone of a seat's hand, in every game


class Zone(NamedTuple):
    """A place with cards: those seen by name, the others by number only."""

    name: str
    seat: int | None = None  # whose it is; None if it lies in the middle
    cards: tuple[Card, ...] = ()
    hidden: int = 0  # cards of which only the back is seen
    known: tuple[Card, ...] = ()  # of the hidden ones, those that everyone saw go there (ALL-4)


class View(NamedTuple):
    game: str
    seat: int | None  # None: a spectator
    players: int
    round: int
    waiting: tuple[int, ...]
    over: bool
    totals: tuple[int, ...]
    zones: tuple[Zone, ...]
    facts: Mapping[str, Fact] = {}

    def zone(self, name: str, seat: int | None = None) -> Zone:
        return next(zone for zone in self.zones if (zone.name, zone.seat) == (name, seat))


def view_of(state: State, zones: Iterable[Zone], facts: Mapping[str, Fact | None]) -> View:
    """What everyone sees: these zones and facts; a fact that is None does not apply now."""
    return View(
        game=state.GAME,
        seat=None,
        players=state.players,
        round=state.round,
        waiting=seats_of(state.waiting()),
        over=state.over(),
        totals=tuple(state.totals[: state.players]),
        zones=tuple(zones),
        facts={name: fact for name, fact in facts.items() if fact is not None},
    )


def seen_by(seat: int, public: View, own: Iterable[Zone]) -> View:
    """The view of a seat: what everyone sees, but its own zones as it sees them itself."""
    mine = {zone.name: zone for zone in own}
    zones = [mine.get(zone.name, zone) if zone.seat == seat else zone for zone in public.zones]
    return public._replace(seat=seat, zones=tuple(zones))


def without_known(view: View) -> View:
    """Without the aid of ALL-4: what everyone saw go into a hand is not collected there."""
    zones = [Zone(*zone[:-1]) if zone.known and zone.name == HAND else zone for zone in view.zones]
    return view._replace(zones=tuple(zones))


@cache
def seats_of(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)
