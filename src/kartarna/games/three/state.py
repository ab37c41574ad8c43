# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""Tři je moc!, complete: the rules, and a quick player who wants the best collection after this turn."""

from __future__ import annotations

from kartarna.games.three import codes
from kartarna.games.three.rules import ThreeRules


class Three(ThreeRules):
    """Tři je moc!, complete: the rules and the quick player."""

    def _standing(self, seat: int) -> float:
        """What the collection is worth now."""
        return self._score(seat)

    def _to_go(self) -> float:
        """Cards still to be played (THREE-12)."""
        return codes.EACH * self.players - self.turns

    def _worth(self, seat: int, card: int) -> int:
        """What the collection gains by all that this card takes."""
        taken = self._would_take(card)
        if not taken:
            return 0
        before = self._score(seat)
        self._collect(seat, card // codes.WIDTH, taken, 1)
        after = self._score(seat) + self._bonus_earned(seat)
        self._collect(seat, card // codes.WIDTH, taken, -1)
        return after - before
