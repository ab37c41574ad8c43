# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""The smallest game that compiles: everybody plays their two cards, one a turn; the higher sum wins."""

from __future__ import annotations

from kartarna.core import stages
from kartarna.core.layout import CARD, Layout, Lot, by_seat
from kartarna.core.rng import Rng
from kartarna.core.state import State


class Pair(State):
    GAME = "pair"
    ACTIONS = 8
    MAX_LEGAL = 2

    def __init__(self, players: int, deck: int = 0) -> None:
        State.__init__(self, players, deck)
        self.turn = 0
        self.hands = [0] * 4  # two cards a seat; −1: played

    def layout(self) -> Layout:
        return [Lot(CARD, range(8), by_seat("hand", self.players, 2), "PAIR-1: these are not the cards")]

    def _deal(self) -> None:
        for place in range(4):
            self.hands[place] = self.pool[place]
        self.turn = 0
        self.round += 1
        self.stage = stages.PLAYING

    def _waiting(self) -> int:
        return 1 << self.turn

    def _legal(self, seat: int) -> int:
        count = 0
        for place in range(2 * seat, 2 * seat + 2):
            if self.hands[place] >= 0:
                self.moves[count] = self.hands[place]
                count += 1
        return count

    def _reason(self, _seat: int, _action: int) -> int:
        return 2

    def _apply(self, seat: int, action: int) -> None:
        place = 2 * seat if self.hands[2 * seat] == action else 2 * seat + 1
        self.hands[place] = -1
        self.totals[seat] += action
        self.turns += 1
        self.turn = 1 - seat
        if self.turns == 4:
            self.stage = stages.OVER

    def _resample(self, seat: int, rng: Rng) -> None:
        """The other hand and what was not dealt are mixed; who has played what is known."""
        other = 2 - 2 * seat
        count = 0
        for card in range(8):
            if self.hands[2 * seat] != card and self.hands[2 * seat + 1] != card:
                self.pool[count] = card
                count += 1
        rng._shuffle(self.pool, 0, count)
        for place in range(other, other + 2):
            if self.hands[place] >= 0:
                count -= 1
                self.hands[place] = self.pool[count]

    def _worth(self, _seat: int, action: int) -> int:
        return action

    def _standing(self, seat: int) -> float:
        return self.totals[seat]

    def _to_go(self) -> float:
        return 4 - self.turns
