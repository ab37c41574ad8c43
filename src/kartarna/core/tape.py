# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""A generator that reads its numbers from a tape: so a shuffle agreed by many feeds the rules' own drawing.

`State.draw(Tape(words))` makes the outcome that the words stand for, one word for each number drawn,
in the game's own drawing order and with the same rejection as any other draw.
"""

from __future__ import annotations

from collections.abc import Sequence

from kartarna.core.rng import Rng

LONGEST = 512
WORD = 0xFFFFFFFFFFFFFFFF


class Tape(Rng):
    """At most 512 words of 64 bits; no deal draws more than 128 numbers."""

    def __init__(self, words: Sequence[int]) -> None:
        if len(words) > 512:
            raise ValueError("a tape has at most 512 words")
        self.state = 0
        self.words = [0] * 512
        self.count = len(words)
        self.read = 0
        for place in range(self.count):
            self.words[place] = words[place]

    def _next(self) -> int:
        """Past the end all bits are set, a number that is never rejected; `spent` says that it happened."""
        self.read += 1
        return self.words[self.read - 1] if self.read <= self.count else WORD

    def spent(self) -> bool:
        """More was read than the tape has: what was drawn is worth nothing."""
        return self.read > self.count
