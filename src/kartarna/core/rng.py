# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""The seeded generator: the same numbers compiled and interpreted, on every machine.

SplitMix64: one word of state, any seed is a good seed. Its name stands in every record;
change the numbers it gives and you change the name.
"""

from __future__ import annotations

from collections.abc import Sequence

from kartarna.core import bits

GENERATOR = "splitmix64-1"

STEP = 0x9E3779B97F4A7C15
MIX_A = 0xBF58476D1CE4E5B9
MIX_B = 0x94D049BB133111EB

LONGEST_TAPE = 512


class Tape:
    """Random words from outside, the last one first."""

    def __init__(self, words: Sequence[int]) -> None:
        self.words = [0] * 512
        for place, word in enumerate(reversed(words)):
            self.words[place] = word


EMPTY = Tape([])


class Rng:
    """A stream of random numbers. The same seed and stream number give the same stream."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        self.state = 0
        self.left = 0  # words on the tape
        self.tape = EMPTY
        self._reseed(seed & 0xFFFFFFFFFFFFFFFF, stream & 0xFFFFFFFFFFFFFFFF)

    def _reseed(self, seed: int, stream: int) -> None:
        # The stream number passes through the mixer, so that neighbouring streams share nothing.
        self.state = stream
        self.state = (self._next() ^ seed) & bits.WORD
        self.state = self._next()

    @staticmethod
    def reading(words: Sequence[int]) -> Rng:
        """A generator that gives these words: so a shuffle agreed by many feeds the rules' own drawing.

        `left` says how many are still to come; when none is left, what was drawn is worth nothing.
        """
        if len(words) > 512:
            raise ValueError("a tape has at most 512 words")
        rng = Rng(0)
        rng.tape = Tape(words)
        rng.left = len(words)
        return rng

    def _next(self) -> int:
        if self.left == 0:
            return self._mix()
        self.left -= 1
        return self.tape.words[self.left]

    def _mix(self) -> int:
        self.state = (self.state + STEP) & bits.WORD
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * MIX_A) & bits.WORD
        mixed = ((mixed ^ (mixed >> 27)) * MIX_B) & bits.WORD
        return mixed ^ (mixed >> 31)

    def _below(self, n: int) -> int:
        """Uniform in 0 … n−1, exactly: the few products that would favour some numbers are rejected."""
        if self.left == 0:
            return self._mix_below(n)
        return self._unbiased((self._next() >> 32) * n, n) >> 32

    def _mix_below(self, n: int) -> int:
        product = (self._mix() >> 32) * n
        if (product & bits.HALF) < n:
            product = self._unbiased(product, n)
        return product >> 32

    def _unbiased(self, product: int, n: int) -> int:
        threshold = (bits.HALF + 1 - n) % n
        while (product & bits.HALF) < threshold:
            product = (self._next() >> 32) * n
        return product

    def _shuffle(self, cards: list[int], first: int, count: int) -> None:
        """Shuffles cards[first : first + count] (Fisher–Yates)."""
        taped = self.left  # looked at once: simulations shuffle a lot
        for last in range(count - 1, 0, -1):
            other = first + (self._below(last + 1) if taped else self._mix_below(last + 1))
            card = cards[first + last]
            cards[first + last] = cards[other]
            cards[other] = card

    def below(self, n: int) -> int:
        if not 1 <= n <= 0xFFFFFFFF:
            raise ValueError(f"a random number below {n} does not exist: give 1 to 2**32 - 1")
        return self._below(n)

    def word(self) -> int:
        """64 random bits, for seeding another generator."""
        return self._next()
