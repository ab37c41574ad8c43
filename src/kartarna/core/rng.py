# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""The seeded generator: the same numbers compiled and interpreted, on every machine.

SplitMix64: one word of state, any seed is a good seed. Its name stands in every record;
change the numbers it gives and you change the name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kartarna.core import bits, splitmix

GENERATOR = "splitmix64-1"


def mixed(rng: Rng) -> int:
    """The next word."""
    rng.state = (rng.state + splitmix.STEP) & bits.WORD
    word = rng.state
    word = ((word ^ (word >> 30)) * splitmix.MIX_A) & bits.WORD
    word = ((word ^ (word >> 27)) * splitmix.MIX_B) & bits.WORD
    return word ^ (word >> 31)


def uniform(rng: Rng, n: int) -> int:
    """Uniform in 0 … n−1, exactly: the few products that would favour some numbers are rejected."""
    product = (mixed(rng) >> 32) * n
    if (product & bits.HALF) < n:
        product = unbiased(rng, product, n)
    return product >> 32


def unbiased(rng: Rng, product: int, n: int) -> int:
    threshold = (bits.HALF + 1 - n) % n
    while (product & bits.HALF) < threshold:
        product = (mixed(rng) >> 32) * n
    return product


class Rng:
    """A stream of random numbers. The same seed and stream number give the same stream.

    A tape (core/tape.py) overrides the methods; they call plain functions here, which the C compiler inlines.
    """

    def __init__(self, seed: int, stream: int = 0) -> None:
        self.state = 0
        self._reseed(seed & 0xFFFFFFFFFFFFFFFF, stream & 0xFFFFFFFFFFFFFFFF)

    def _reseed(self, seed: int, stream: int) -> None:
        # The stream number passes through the mixer, so that neighbouring streams share nothing.
        self.state = stream
        self.state = (mixed(self) ^ seed) & bits.WORD
        self.state = mixed(self)

    def _next(self) -> int:
        return mixed(self)

    def _below(self, n: int) -> int:
        return uniform(self, n)

    def _shuffle(self, cards: list[int], first: int, count: int) -> None:
        """Shuffles cards[first : first + count] (Fisher–Yates)."""
        for last in range(count - 1, 0, -1):
            other = first + uniform(self, last + 1)
            card = cards[first + last]
            cards[first + last] = cards[other]
            cards[other] = card

    def below(self, n: int) -> int:
        if not 1 <= n <= 0xFFFFFFFF:
            raise ValueError(f"a random number below {n} does not exist: give 1 to 2**32 - 1")
        return self._below(n)

    def shuffled(self, cards: Sequence[Any]) -> list[Any]:
        """A new list in another order, by the same numbers as `_shuffle`."""
        cards = list(cards)
        for last in range(len(cards) - 1, 0, -1):
            other = self._below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards

    def word(self) -> int:
        """64 random bits, for seeding another generator."""
        return self._next()
