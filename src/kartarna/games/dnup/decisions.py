"""The decisions of dnup, taken apart: rules.py packs each into one number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kartarna.games.dnup import codes, rules
from kartarna.games.dnup.rules import DnupRules


@dataclass(frozen=True)
class Lay:
    """A: a set from hand."""

    value: int
    row: int  # its cards, see rows.py

    def packed(self) -> int:
        return self.value << 20 | self.row


@dataclass(frozen=True)
class Add:
    """B: one card to an opponent's set."""

    area: int
    value: int
    other: int

    def packed(self) -> int:
        return (self.area + 1) << 8 | self.value << 4 | self.other


@dataclass(frozen=True)
class Take:
    """C: an opponent's set into the hand."""

    area: int

    def packed(self) -> int:
        return self.area + 1


@dataclass(frozen=True)
class Turn:
    """D: all cards of the hand."""

    def packed(self) -> int:
        return 0


Decision = Lay | Add | Take | Turn


@lru_cache(4_000)
def unpacked(action: int) -> Decision:
    if action >= codes.VALUE:
        return Lay(action >> 20, action & codes.ROW)
    if action >= codes.ADD:
        return Add((action >> 8) - 1, action >> 4 & 15, action & 15)
    return Take(action - codes.TAKE) if action >= codes.TAKE else Turn()


@dataclass(frozen=True)
class Lying:
    """A set on the table."""

    area: int
    size: int
    value: int
    row: int


def areas(state: DnupRules) -> range:
    return range(rules.areas(state.players))


def owner(state: DnupRules, area: int) -> int:
    return rules.owner(area, state.players)


def lying(state: DnupRules) -> dict[int, Lying]:
    """The sets on the table by area."""
    sets = state.sets
    return {area: _lying(area, sets[area]) for area in areas(state) if sets[area]}


@lru_cache(4_000)
def _lying(area: int, packed: int) -> Lying:
    return Lying(area, packed >> 24, packed >> 20 & 15, packed & codes.ROW)


def after(state: DnupRules, action: int) -> dict[int, Lying]:
    """The sets on the table right after a legal decision, before the next turn begins."""
    following = state.clone()
    following.act(state.turn, action)
    return lying(following)
