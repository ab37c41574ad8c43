# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""A quick player of Tři je moc! by rule of thumb: the best collection after this turn."""

from __future__ import annotations

import math

from kartarna.games.three.rules import ThreeRules

WIDTH = 30
EACH = 18  # cards that a player plays


VALUE = [0.0] * 26  # near and far for each number of players (core/value.py)


def load_value(players: int, near: float, far: float) -> None:
    VALUE[2 * players] = near
    VALUE[2 * players + 1] = far


class Three(ThreeRules):
    """Tři je moc!, complete: the rules and the quick player."""

    def _standing(self, seat: int) -> float:
        """What the collection is worth now."""
        return self._score(seat)

    def _to_go(self) -> float:
        """Cards still to be played (THREE-12)."""
        return EACH * self.players - self.turns

    def _scale(self) -> float:
        return math.sqrt(VALUE[2 * self.players] + VALUE[2 * self.players + 1] * self._to_go())

    def _worth(self, seat: int, card: int) -> int:
        """What the collection gains by all that this card takes."""
        taken = self._would_take(card)
        if not taken:
            return 0
        before = self._score(seat)
        self._collect(seat, card // WIDTH, taken, 1)
        after = self._score(seat) + self._bonus_earned(seat)
        self._collect(seat, card // WIDTH, taken, -1)
        return after - before
