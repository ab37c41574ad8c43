# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""Karma, complete: the rules, and quick players: at random; and low numbers first, Karma cards when needed."""

from __future__ import annotations

import math

from kartarna.core import bits, reservoir, stages
from kartarna.core.rng import Rng
from kartarna.games.karma import codes, counted, reach
from kartarna.games.karma.reasons import KarmaReasons

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]


def best_number(cards: int, top: int, run: int) -> int:
    """Of numbers below 16, the cards worth most: the lowest that make three of a kind, or else the lowest."""
    alike = counted.threes(cards)
    if 0 < top < 16:
        lying = cards >> 4 * top & 15
        if lying and lying + run >= codes.ALIKE:
            alike |= lying << 4 * top
    place = bits.lowest(alike if alike else cards) >> 2
    held = cards >> 4 * place & 15
    return held << 4 * place


class Karma(KarmaReasons):
    """Karma, complete: the rules and the quick players."""

    def _standing(self, seat: int) -> float:
        """Few cards are good; those on the table are the harder to get rid of."""
        return -self._card_count(seat)

    def _to_go(self) -> float:
        """Cards of the stock: after it, nobody draws any more."""
        return self.left

    def _prospects(self, share: list[float]) -> None:
        """KARMA-16: everyone wins but one, so what counts is not to be that one."""
        if self.stage == stages.OVER:
            self._share_win(share)
            return
        scale = self._scale()
        total = 0.0
        for seat in range(self.players):
            share[seat] = math.exp(-self._standing(seat) / scale)
            total += share[seat]
        for seat in range(self.players):
            share[seat] = (1.0 - share[seat] / total) / (self.players - 1)

    def forget(self) -> None:
        for place in range(24):
            self.seen[place] = 0

    def _worth(self, seat: int, action: int) -> int:
        if action >= codes.TRIPLE:  # the three highest cards go on the table: they are numbered last
            return action
        if action >= codes.TARGET:  # whoever is nearest to being rid of all cards gets the pile
            return -self._card_count(action - codes.TARGET)
        if action >= codes.PLACE:
            return 0
        if action == codes.TAKE:
            return -1000
        face = action // codes.MOST_COPIES + 1
        lying = self._run() if face == reach.top(self) else 0
        return self._worth_of_play(face, action % codes.MOST_COPIES + 1, lying)

    @cython.final
    def _worth_of_play(self, face: int, copies: int, lying: int) -> int:
        """Three of a kind, with the cards alike that lie on top (KARMA-10); all copies of the lowest number;
        Karma cards last, one by one while there is a stock."""
        if face == codes.GIVE_THE_PILE:
            return self.height - 42 * copies if self.height else -99 * copies
        if lying + copies >= codes.ALIKE:
            return 50 - face
        if face >= codes.KINDS:
            return -40 * copies if self.left else copies - 40
        return copies - 2 * face

    # ---- without a list ----------------------------------------------------------------------------

    def _greedy(self, seat: int, rng: Rng) -> int:
        """The one of most worth of those that `_legal` lists; mostly no list is needed for that."""
        if self._must_list(seat):
            return self._favourite(seat, 0, self._legal(seat), rng)
        top = reach.top(self)
        run = self._run()
        best = -1000
        equals = 0
        choice = codes.TAKE
        for word in range(2):
            cards = reach.fitting(self, seat, word)
            if word == 0 and cards:
                cards = best_number(cards, top, run)
            while cards:
                place = bits.lowest(cards) >> 2
                held = cards >> 4 * place & 15
                cards -= held << 4 * place
                face = 16 * word + place
                lying = run if face == top else 0
                copies = self._best_copies(face, held, lying, rng)
                worth = self._worth_of_play(face, copies, lying)
                if worth >= best:
                    equals = equals + 1 if worth == best else 1
                    best = worth
                    if reservoir.takes_newest(equals, rng):
                        choice = (face - 1) * codes.MOST_COPIES + copies - 1
        return choice

    @cython.final
    def _best_copies(self, face: int, held: int, lying: int, rng: Rng) -> int:
        """How many of a face are worth most: as `_worth_of_play` has it, any number that makes three of a kind."""
        if face == codes.GIVE_THE_PILE:
            return 1
        if lying + held > codes.ALIKE:
            return held - rng._below(min(held, lying + held - codes.ALIKE + 1))
        if face >= codes.KINDS and self.left and lying + held < codes.ALIKE:
            return 1
        return held

    def _random(self, seat: int, rng: Rng) -> int:
        """Any one of those that `_legal` lists, each as likely."""
        if self._must_list(seat):
            return self.moves[rng._below(self._legal(seat))]
        low = reach.fitting(self, seat, 0)
        high = reach.fitting(self, seat, 1)
        plays = counted.total(low, high)
        choice = rng._below(plays + 1 if self.height else plays)
        if choice == plays:
            return codes.TAKE
        below = counted.total(low, 0)
        word = 0 if choice < below else 1
        card = counted.nth(high if word else low, choice - word * below)
        return (16 * word + (card >> 4) - 1) * codes.MOST_COPIES + (card & 15)

    @cython.final
    def _must_list(self, seat: int) -> bool:
        """It is not about playing cards that the seat sees, or taking the pile."""
        return self.choosing != 0 or self.step != codes.ANY or reach.only_covered(self, seat)
