# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""Words from outside instead of a generator's: so a shuffle agreed by many feeds the rules' own drawing.

What it makes of the words is public and stays as it is: docs/shuffle.md has every bit of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from kartarna.core import bits
from kartarna.core.rng import Rng

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]


class Tape(Rng):
    """Reads words of 64 bits, which must never end."""

    def __init__(self, words: Iterator[int]) -> None:
        super().__init__(0)
        self.words = words

    def _next(self) -> int:
        with cython.gil:
            return next(self.words)

    def _below(self, n: int) -> int:
        """Uniform in 0 … n−1: words that would favour some numbers are rejected."""
        product = (self._next() >> 32) * n
        while (product & bits.HALF) < (bits.HALF + 1 - n) % n:
            product = (self._next() >> 32) * n
        return product >> 32

    def _shuffle(self, cards: list[int], first: int, count: int) -> None:
        """Fisher–Yates, from the last place down."""
        for last in range(count - 1, 0, -1):
            other = first + self._below(last + 1)
            card = cards[first + last]
            cards[first + last] = cards[other]
            cards[other] = card
