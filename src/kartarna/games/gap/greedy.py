# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""A quick player of GAP by rule of thumb: take what scores most right now."""

from __future__ import annotations

import math

from kartarna.games.gap import rules
from kartarna.games.gap.rules import GapRules

ONE = 1
PLAYING = 1


VALUE = [0.0] * 26  # near and far for each number of players (core/value.py)


def load_value(players: int, near: float, far: float) -> None:
    VALUE[2 * players] = near
    VALUE[2 * players + 1] = far


class Gap(GapRules):
    """GAP, complete: the rules and the quick player."""

    def _standing(self, seat: int) -> float:
        """The total, with what the collection is worth now."""
        return self.totals[seat] + (self._score(seat) if self.stage == PLAYING else 0)

    def _to_go(self) -> float:
        """Points that the leader lacks; with agreed rounds, what the leader made in as many so far."""
        most = self.totals[0]
        for seat in range(1, self.players):
            most = max(most, self.totals[seat])
        if self.target:
            return max(0, self.target - most)
        left = self.rounds - self.round if self.rounds else 1
        return max(0, most * left / max(1, self.round))

    def _scale(self) -> float:
        return math.sqrt(VALUE[2 * self.players] + VALUE[2 * self.players + 1] * self._to_go())

    def _worth(self, seat: int, action: int) -> int:
        """The score of the collection with all that this decision takes for certain."""
        if self.offer:
            return rules.score_of(self.taken[seat] | self.chosen | ONE << self.played | ONE << action)
        return rules.score_of(self.taken[seat] | self._would_take(action))

    def _would_take(self, card: int) -> int:
        """What playing the card takes, the lowest colour standing for any choice among equals."""
        self._meet(card)
        taken = self.chosen | (self.offer & (~self.offer + ONE)) | (self.later & (~self.later + ONE))
        self.chosen = 0
        self.offer = 0
        self.later = 0
        return taken | ONE << card if taken else 0
