"""Cards whose order does not matter, counted face by face: four bits each, in two words a seat.

The faces below 16 stand in the first word, the others in the second. Compiled code gets these
functions from counted.pxd.
"""

from __future__ import annotations

from kartarna.core import bits

HALVES = 0x0F0F0F0F0F0F0F0F
BYTES = 0x0101010101010101
TOPS = 0x8080808080808080
FIVES = 0x5555555555555555
SEVENS = 0x7777777777777777
EIGHTS = 0x8888888888888888
WORD = 0xFFFFFFFFFFFFFFFF


def copies_of(zone: list[int], seat: int, face: int) -> int:
    return zone[2 * seat + (face >> 4)] >> 4 * (face & 15) & 15


def add(zone: list[int], seat: int, face: int, copies: int) -> None:
    zone[2 * seat + (face >> 4)] += copies << 4 * (face & 15)


def remove(zone: list[int], seat: int, face: int, copies: int) -> None:
    zone[2 * seat + (face >> 4)] -= copies << 4 * (face & 15)


def some(zone: list[int], seat: int) -> bool:
    return zone[2 * seat] | zone[2 * seat + 1] != 0


def size(zone: list[int], seat: int) -> int:
    return total(zone[2 * seat], zone[2 * seat + 1])


def total(low: int, high: int) -> int:
    """Adds up the counts of both words: in pairs, then all eight bytes by one multiplication."""
    pairs = (low & HALVES) + (low >> 4 & HALVES) + (high & HALVES) + (high >> 4 & HALVES)
    return (pairs * BYTES & WORD) >> 56


def threes(cards: int) -> int:
    """Of one word, the highest bit of every face that is there three times or more."""
    return ((cards & SEVENS) + FIVES | cards) & EIGHTS


def nth(cards: int, number: int) -> int:
    """Of the cards of one word, by face, the one with this number from 0 on: 16 · face + its number among its copies.

    Every byte of `sums` has the cards up to there; the first one above `number` is found without a loop.
    """
    sums = ((cards & HALVES) + (cards >> 4 & HALVES)) * BYTES & WORD
    byte = bits.lowest((sums | TOPS) - (number + 1) * BYTES & TOPS) >> 3
    number -= (sums << 8) >> 8 * byte & 255
    first = cards >> 8 * byte & 15
    second = 1 if number >= first else 0  # of the two faces of a byte; branchless: a branch would often be mispredicted
    return 32 * byte + number + second * (16 - first)
