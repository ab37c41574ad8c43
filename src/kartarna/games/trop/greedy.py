# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""A quick player of TROP by rule of thumb: keep a high hand, leave a high row, never be trop."""

from __future__ import annotations

from kartarna.games.trop import face
from kartarna.games.trop.rules import TropRules

DRAW = 0
SAME = 1
DISCARD = 3
TAKE = 4
MOST = 21
PLAYING = 1


class Trop(TropRules):
    """TROP, complete: the rules and the quick player."""

    def _standing(self, seat: int) -> float:
        """The total, with the cards in hand."""
        return self.totals[seat] + (self._sum(seat) if self.stage == PLAYING else 0)

    def _scale(self) -> float:
        return 15.0

    def _worth(self, seat: int, action: int) -> int:
        hand = self._sum(seat)
        if self.choosing:
            number = face.number(action)
            return self._value(hand + number if self.choosing == TAKE else hand, self.row_total - number)
        if action == DRAW:
            return self._value(hand + 4, self.row_total)  # a card of the deck is worth about 4
        return self._worth_playing(hand - face.number(action), action)

    def _worth_playing(self, hand: int, card: int) -> int:
        """What follows for certain, with the best choice from the row where there is one."""
        number = face.number(card)
        action = face.action(card)
        total = self.row_total + number
        if action == SAME:
            return self._value(hand, total - number * self._alike(number))
        if action >= DISCARD and self.length:
            return self._after_choice(action, hand, total)
        return self._value(hand, total)

    def _after_choice(self, action: int, hand: int, total: int) -> int:
        best = -100_000
        for place in range(self.length):
            number = face.number(self.row[place])
            worth = self._value(hand + number if action == TAKE else hand, total - number)
            if worth > best:
                best = worth
        return best

    def _value(self, hand: int, total: int) -> int:
        """Points in hand count most; then a high row, which is hard for those who follow."""
        return 4 * hand + total if total <= MOST else -1000

    def _alike(self, number: int) -> int:
        """Cards of this number in the row."""
        count = 0
        for place in range(self.length):
            if face.number(self.row[place]) == number:
                count += 1
        return count
