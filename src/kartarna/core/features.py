"""What of a view becomes numbers, declared by a game: the zones with the cards that may lie there, and the facts."""

from __future__ import annotations

from typing import NamedTuple


class CardCounts(NamedTuple):
    """How often each of these cards is seen in a zone, face up or known to lie there."""

    zone: str
    cards: tuple[str, ...] = ()
    backs: bool = False  # then the number of cards seen only from the back
    seated: bool = False  # one zone of that name a seat; otherwise one in all, whoever owns it now


class NumberFact(NamedTuple):
    """A fact that is a number; 0 where it does not apply."""

    name: str
    seated: bool = False  # one fact a seat: `{seat}` in the name is its number


class ChoiceFact(NamedTuple):
    """A fact that is one of these words, each a flag."""

    name: str
    words: tuple[str, ...]
    seated: bool = False


class SeatFlags(NamedTuple):
    """A fact that is a seat: a flag for each."""

    name: str


Feature = CardCounts | NumberFact | ChoiceFact | SeatFlags
