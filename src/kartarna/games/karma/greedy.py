# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""A quick player of Karma by rule of thumb: low numbers first, Karma cards when they are needed."""

from __future__ import annotations

import math

from kartarna.games.karma.rules import KarmaRules

GIVE_THE_PILE = 20
KINDS = 17
MOST_COPIES = 14
ALIKE = 3
TAKE = 280
PLACE = 281
TARGET = 284
TRIPLE = 296
OVER = 2


VALUE = [0.0] * 26  # near and far for each number of players (core/value.py)


def load_value(players: int, near: float, far: float) -> None:
    VALUE[2 * players] = near
    VALUE[2 * players + 1] = far


class Karma(KarmaRules):
    """Karma, complete: the rules and the quick player."""

    def _standing(self, seat: int) -> float:
        """Few cards are good; those on the table are the harder to get rid of."""
        return -self._card_count(seat)

    def _to_go(self) -> float:
        """Cards of the stock: after it, nobody draws any more."""
        return self.left

    def _scale(self) -> float:
        return math.sqrt(VALUE[2 * self.players] + VALUE[2 * self.players + 1] * self._to_go())

    def _prospects(self, share: list[float]) -> None:
        """KARMA-16: everyone wins but one, so what counts is not to be that one."""
        if self.stage == OVER:
            self._share_win(share)
            return
        total = 0.0
        for seat in range(self.players):
            share[seat] = math.exp(-self._standing(seat) / self._scale())
            total += share[seat]
        for seat in range(self.players):
            share[seat] = (1.0 - share[seat] / total) / (self.players - 1)

    def forget(self) -> None:
        for place in range(24):
            self.seen[place] = 0

    def _worth(self, seat: int, action: int) -> int:
        if action >= TRIPLE:  # the three highest cards go on the table: they are numbered last
            return action
        if action >= TARGET:  # whoever is nearest to being rid of all cards gets the pile
            return -self._card_count(action - TARGET)
        if action >= PLACE:
            return 0
        if action == TAKE:
            return -1000
        return self._worth_of_play(action // MOST_COPIES + 1, action % MOST_COPIES + 1)

    def _worth_of_play(self, face: int, copies: int) -> int:
        """Three of a kind; all copies of the lowest number; Karma cards last, one by one while there is a stock."""
        if face == GIVE_THE_PILE:
            return self.height - 42 * copies if self.height else -99 * copies
        run = self._run() if self._top() == face else 0
        if run + copies >= ALIKE:
            return 50 - face
        if face >= KINDS:
            return -40 * copies if self.left else copies - 40
        return copies - 2 * face
