# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""Quick players of Karma: at random; and by rule of thumb, low numbers first, Karma cards when they are needed."""

from __future__ import annotations

import math

from kartarna.core import bits
from kartarna.core.rng import Rng
from kartarna.games.karma import counted
from kartarna.games.karma.rules import KarmaRules

GIVE_THE_PILE = 20
KINDS = 17
MOST_COPIES = 14
ALIKE = 3
TAKE = 280
PLACE = 281
TARGET = 284
TRIPLE = 296
ANY = 0
OVER = 2


VALUE = [0.0] * 26  # near and far for each number of players (core/value.py)


def load_value(players: int, near: float, far: float) -> None:
    VALUE[2 * players] = near
    VALUE[2 * players + 1] = far


class Karma(KarmaRules):
    """Karma, complete: the rules and the quick players."""

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

    # ---- at random ---------------------------------------------------------------------------------

    def _random(self, seat: int, rng: Rng) -> int:
        """One of the list that `_legal` gives; mostly it need not be written down for that."""
        if self.choosing or self.step != ANY:
            return self.moves[rng._below(self._legal(seat))]
        low = self.hands[2 * seat]
        high = self.hands[2 * seat + 1]
        if low | high == 0:
            low = self.face_up[2 * seat]
            high = self.face_up[2 * seat + 1]
            if low | high == 0:
                return self.moves[rng._below(self._legal(seat))]
        low = self._fitting_low(low)
        high = self._fitting_high(high)
        plays = counted.total(low, high)
        choice = rng._below(plays + 1 if self.height else plays)
        return TAKE if choice == plays else self._play_number(low, high, choice)

    def _play_number(self, low: int, high: int, number: int) -> int:
        """Of the plays with these cards, as they would be listed."""
        first = counted.total(low, 0)
        cards = low
        action = -MOST_COPIES
        if number >= first:
            number -= first
            cards = high
            action = 15 * MOST_COPIES
        while True:
            place = bits.lowest(cards) >> 2
            copies = cards >> 4 * place & 15
            if number < copies:
                return action + place * MOST_COPIES + number
            number -= copies
            cards -= copies << 4 * place
