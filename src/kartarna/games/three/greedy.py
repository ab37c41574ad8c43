# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""A quick player of Tři je moc! by rule of thumb: the best collection after this turn."""

from __future__ import annotations

from kartarna.games.three.rules import ThreeRules

WIDTH = 30


class Three(ThreeRules):
    """Tři je moc!, complete: the rules and the quick player."""

    def _standing(self, seat: int) -> float:
        """What the collection is worth now."""
        return self._score(seat)

    def _scale(self) -> float:
        return 5.0

    def _worth(self, seat: int, card: int) -> int:
        """The score of the collection with all that this card takes."""
        taken = self._would_take(card)
        self._collect(seat, card // WIDTH, taken, 1)
        worth = self._score(seat) + self._bonus_earned(seat)
        self._collect(seat, card // WIDTH, taken, -1)
        return worth
