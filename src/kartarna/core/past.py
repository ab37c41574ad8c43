"""How a round came about, as a seat saw it: which cards of the deal came to light, and where the others went.

A game tells this step by step (its past.py); bots/determinization.py makes
whole deals of it that would have looked the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from kartarna.core.state import State

S = TypeVar("S", bound=State)


class Shown(NamedTuple):
    """The seat sees these cards come out of a zone of the deal: any of those in it may have been the ones."""

    zone: str
    cards: Sequence[str]
    either: bool = False  # which way up is not seen


class Drawn(NamedTuple):
    """The first cards of a zone go into another one, unseen."""

    source: str
    zone: str
    number: int = 1


class Absent(NamedTuple):
    """These cards have a name in the deck, and are not dealt."""

    cards: Sequence[str]


class Secret(NamedTuple):
    """The decision of this step is not known to the seat; it used some cards out of the zone."""

    step: int
    zone: str


Trace = Shown | Drawn | Absent | Secret


def hand(seat: int) -> str:
    """The zone of a hand in a deal."""
    return f"hand {seat + 1}"


def taken_back(before: S, after: S, seat: int, known: Callable[[S, int], Iterable[str]]) -> Iterator[Trace]:
    """ALL-4: what was shown before a take-back stays known. `known` names the cards of a hand that everyone knows."""
    for owner in range(after.players):
        shown = Counter(known(after, owner)) - Counter(known(before, owner))
        yield Shown(hand(owner), sorted(shown.elements()) if owner != seat else [])
