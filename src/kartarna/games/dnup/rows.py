"""Rows of cards: the cards of one active value, for each other value the number of copies in two bits.

A hand is ten rows, one for each active value. The sets on the table are summed up in one word: for
each size the value of the set, in four bits. Compiled code gets these functions from rows.pxd.
"""

from __future__ import annotations


def at(seat: int, value: int) -> int:
    """Where the row of a seat's cards of this value stands among the rows of all hands."""
    return 10 * seat + value - 1


def place(other: int) -> int:
    """Where the cards with this other value stand in a row."""
    return 2 * other - 2


def other(place: int) -> int:
    """The reverse of `place`."""
    return (place >> 1) + 1


def size(row: int) -> int:
    """The number of cards; no value has more than 15 (`cards.most_sets`)."""
    pairs = (row & 0x33333) + (row >> 2 & 0x33333)
    return (pairs + (pairs >> 4) + (pairs >> 8) + (pairs >> 12) + (pairs >> 16)) & 15


def some(cards: int) -> int:
    """1 if there is anything. Chips guess branches; whether a hand has a 7 they cannot guess."""
    return 1 if cards else 0


def values(rows: list[int], seat: int) -> int:
    """Mask of the active values in a hand."""
    mask = 0
    for value in range(1, 11):
        mask |= some(rows[at(seat, value)]) << value
    return mask


def nibble(value: int, size: int) -> int:
    """The value of a set, at the place of its size."""
    return value << 4 * size


def nibble_at(word: int, size: int) -> int:
    """The value of the set of this size; 0 if there is none."""
    return word >> 4 * size & 15
