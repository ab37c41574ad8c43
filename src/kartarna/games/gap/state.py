# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""GAP, complete: the rules, and a quick player by rule of thumb who takes what scores most right now."""

from __future__ import annotations

from kartarna.core import stages
from kartarna.games.gap import codes
from kartarna.games.gap.rules import GapRules

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]


class Gap(GapRules):
    """GAP, complete: the rules and the quick player."""

    def _standing(self, seat: int) -> float:
        """The total, with what the collection is worth now."""
        return self.totals[seat] + (self._score(seat) if self.stage == stages.PLAYING else 0)

    def _to_go(self) -> float:
        """Points that the leader lacks; with agreed rounds, what the leader made in as many so far."""
        most = self.totals[0]
        for seat in range(1, self.players):
            most = max(most, self.totals[seat])
        if self.target:
            return max(0, self.target - most)
        left = self.rounds - self.round if self.rounds else 1
        return max(0, most * left / max(1, self.round))

    def _worth(self, seat: int, action: int) -> int:
        """The score of the collection with all that this decision takes for certain."""
        before = self.taken[seat]
        if self.offer:
            self.taken[seat] |= self.chosen | codes.ONE << self.played | codes.ONE << action
        else:
            self.taken[seat] |= self._would_take(action)
        worth = self._score(seat)
        self.taken[seat] = before
        return worth

    @cython.final
    def _would_take(self, card: int) -> int:
        """What playing the card takes, the lowest colour standing for any choice among equals."""
        number = card // codes.COLOURS
        same = self.row & self._numbered(number)
        if same:
            return same | codes.ONE << card
        before = self.row & self._numbered((number + 9) % codes.NUMBERS)
        after = self.row & self._numbered((number + 1) % codes.NUMBERS)
        taken = (before & (~before + codes.ONE)) | (after & (~after + codes.ONE))
        return taken | codes.ONE << card if taken else 0

    @cython.final
    def _numbered(self, number: int) -> int:
        return codes.NUMBER << codes.COLOURS * number
