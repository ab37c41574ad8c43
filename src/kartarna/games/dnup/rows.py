"""Rows of cards: the cards of one active value, for each other value the number of copies in two bits.

A hand is ten rows, one for each active value. Small numbers are kept side by side in one word, four bits
each: the cards of a hand by active value, the values of the sets on the table by size. Compiled code
gets these functions from rows.pxd.
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
    return pairs * 0x11111 >> 16 & 15  # the sum of the five digits stands in one digit of the product


def digit(number: int, place: int) -> int:
    """A number at its place in a word."""
    return number << 4 * place


def digit_at(word: int, place: int) -> int:
    return word >> 4 * place & 15


def several(word: int) -> int:
    """A 1 at each place where the number is two or more."""
    return (word >> 1 | word >> 2 | word >> 3) & 0x1111111111111111


def single(word: int) -> int:
    """A 1 at each place where the number is one."""
    return word & ~several(word) & 0x1111111111111111


def above(place: int) -> int:
    """All places above this one."""
    return ~0xF << 4 * place & 0xFFFFFFFFFFFFFFFF
