# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""A quick player of Tři je moc! by rule of thumb: the best collection after this turn."""

from __future__ import annotations

from kartarna.core.rng import Rng
from kartarna.games.three.rules import ThreeRules

WIDTH = 30


class Three(ThreeRules):
    """Tři je moc!, complete: the rules and the quick player."""

    def _greedy(self, seat: int, rng: Rng) -> int:
        """The card after which the collection scores most; among equals a random one."""
        best = -100
        ties = 0
        choice = 0
        for place in range(self._legal(seat)):
            worth = self._worth(seat, self.moves[place])
            if worth > best:
                best = worth
                ties = 0
            if worth == best:
                ties += 1
                if rng._below(ties) == 0:
                    choice = self.moves[place]
        return choice

    def _standing(self, seat: int) -> float:
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
