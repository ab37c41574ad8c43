"""How a round is dealt: what is drawn, in which order, and how many of it go where.

A game declares this once (`layout` in its rules). The zones of a deal, the check of a deal, the drawing (unless the
game has a compiled one) and the browser's own check of a shuffle are all derived from it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from kartarna.core.rng import Rng

SEAT = "seat"
CARD = "card"

Names = Mapping[str, Sequence[str]]  # by kind of thing: what each number is called


class Lot(NamedTuple):
    """Things that are shuffled together. The first ones go to the zones in order; any that are left stay out."""

    kind: str  # SEAT, CARD, or a kind that only this game has
    things: Sequence[int]  # their numbers, in the order before the shuffle
    zones: Sequence[tuple[str, int]]  # how many go to each
    fault: str  # the rule that a deal with other things breaks, and how
    sides: int = 1  # two: a deal says n × 2 or n × 2 + 1 of thing n, and one more word has a bit for each place
    without: Mapping[int, Collection[int]] = MappingProxyType({})  # not there if the lot before gave this number
    single: bool = False  # one of them is drawn without a shuffle; where there is only one, nothing is drawn

    @property
    def size(self) -> int:
        return sum(count for _, count in self.zones)

    def left(self, before: Sequence[int]) -> list[int]:
        """The things that are shuffled after the lot before gave these numbers."""
        gone = {thing for number in before for thing in self.without.get(number, ())}
        return [thing for thing in self.things if thing not in gone]

    def allows(self, before: Sequence[int], numbers: Sequence[int]) -> bool:
        """Each number is one of the things, and none is there twice."""
        dealt = {number // self.sides for number in numbers}
        return len(dealt) == len(numbers) == self.size and dealt <= set(self.left(before))

    def draw(self, before: Sequence[int], rng: Rng) -> list[int]:
        things = self.left(before)
        if self.single:
            return [things[rng.below(len(things))]] if len(things) > 1 else things
        for last in range(len(things) - 1, 0, -1):
            other = rng.below(last + 1)
            things[last], things[other] = things[other], things[last]
        if self.sides == 1:
            return things[: self.size]
        sides = rng.word()
        return [2 * thing + (sides >> place & 1) for place, thing in enumerate(things[: self.size])]

    def describe(self, names: Names, kind_before: str) -> dict[str, Any]:
        """The same in names and places, for a program in another language."""
        called = [str(name) for name in names[self.kind]]
        places = {thing: place for place, thing in enumerate(self.things)}
        return {
            "things": [called[self.sides * thing : self.sides * (thing + 1)] for thing in self.things],
            "zones": [[zone, count] for zone, count in self.zones],
            "without": {
                str(names[kind_before][number]): [places[thing] for thing in gone]
                for number, gone in self.without.items()
            },
            "single": self.single,
        }


Layout = Sequence[Lot]


def starter(players: int, fixed: int) -> Lot:
    """ALL-1: who starts is drawn, unless the table has fixed a seat (−1: it has not)."""
    seats = range(players) if fixed < 0 else (fixed,)
    return Lot(SEAT, seats, [("starter", 1)], "ALL-1: the starter is not a seat that may start this game", single=True)


def by_seat(zone: str, players: int, count: int) -> list[tuple[str, int]]:
    """As many to each seat: `hand 1`, `hand 2`, …"""
    return [(f"{zone} {seat + 1}", count) for seat in range(players)]


def fault(layout: Layout, outcome: Sequence[int]) -> str:
    """What is wrong with a deal; empty if nothing is."""
    place, before = 0, outcome[:0]
    for lot in layout:
        numbers = outcome[place : place + lot.size]
        if not lot.allows(before, numbers):
            return lot.fault
        place, before = place + lot.size, numbers
    return layout[-1].fault if place < len(outcome) else ""


def draw(layout: Layout, rng: Rng) -> list[int]:
    outcome: list[int] = []
    before: list[int] = []
    for lot in layout:
        before = lot.draw(before, rng)
        outcome += before
    return outcome


def describe(layout: Layout, names: Names) -> list[dict[str, Any]]:
    """As data, so that a client can draw the same deal from the words of a shuffle (docs/shuffle.md)."""
    kinds = ["", *(lot.kind for lot in layout)]
    return [lot.describe(names, before) for before, lot in zip(kinds, layout, strict=False)]
