# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""GAP, complete: the rules, and a quick player by rule of thumb who takes what scores most right now."""

from __future__ import annotations

from kartarna.core import stages
from kartarna.games.gap import codes, rules
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
        if self.offer:
            return rules.score_of(self.taken[seat] | self.chosen | codes.ONE << self.played | codes.ONE << action)
        return rules.score_of(self.taken[seat] | self._would_take(action))

    @cython.final
    def _would_take(self, card: int) -> int:
        """What playing the card takes, the lowest colour standing for any choice among equals."""
        self._meet(card)
        taken = self.chosen | (self.offer & (~self.offer + codes.ONE)) | (self.later & (~self.later + codes.ONE))
        self.chosen = 0
        self.offer = 0
        self.later = 0
        return taken | codes.ONE << card if taken else 0
