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

    # ---- as numbers ------------------------------------------------------------------------------

    def _observe(self, seat: int, out: list[int], place: int) -> bool:
        """As features.py lists them; faces begin with 1, so each zone begins one place before its first."""
        players = self.players
        place = self._observe_scores(seat, out, place)
        self._observe_cards(self.piled, 0, out, place - 1)
        place += codes.FACES - 1
        out[place] = self.left
        self._observe_cards(self.gone, 0, out, place)
        place += codes.FACES
        facts = place + 3 * codes.FACES * players + players
        for other in range(players):
            owner = (seat + other) % players
            self._observe_seat(owner, other, out, place - 1)
            covered = place + codes.FACES * (2 * players + other) - 1
            mask = self._observe_covered(owner, other == 0 and self.premonition != 0, out, covered)
            out[facts + 6 + 8 * other + (7 - mask if mask in {3, 4} else mask)] = 1
        out[facts - players + (self.first + players - seat) % players] = 1
        self._observe_facts(out, facts)
        return True

    @cython.final
    def _observe_cards(self, zone: list[int], owner: int, out: list[int], place: int) -> None:
        for word in range(2):
            cards = zone[2 * owner + word]
            while cards:
                at = bits.lowest(cards) >> 2
                copies = cards >> 4 * at & 15
                out[place + 16 * word + at] = copies
                cards -= copies << 4 * at

    @cython.final
    def _observe_seat(self, owner: int, other: int, out: list[int], place: int) -> None:
        """Hand and face-up cards. KARMA-3: until all have chosen, of the others' only how many."""
        face_up = place + codes.FACES * (self.players + other)
        place += codes.FACES * other
        if other == 0:
            self._observe_cards(self.hands, owner, out, place)
        else:
            self._observe_cards(self.seen, owner, out, place)
            out[place + codes.FACES] = counted.size(self.hands, owner)
        if other == 0 or not self.choosing:
            self._observe_cards(self.face_up, owner, out, face_up)
        else:
            out[face_up + codes.FACES] = counted.size(self.face_up, owner)

    @cython.final
    def _observe_covered(self, owner: int, known: bool, out: list[int], place: int) -> int:
        """How many lie face down, and with Premonition which (KARMA-4); returns the mask of their places."""
        mask = 0
        for at in range(codes.PLACES):
            face = self.face_down[codes.PLACES * owner + at]
            if face:
                mask |= 1 << at
                out[place + codes.FACES] += 1
                if known:
                    out[place + face] += 1
        return mask

    @cython.final
    def _observe_facts(self, out: list[int], place: int) -> None:
        """KARMA-6, KARMA-14: what the top of the pile asks for; then the rest."""
        top = reach.top(self)
        if top == codes.FIVE_OR_BELOW:
            out[place] = codes.HIGHEST_BELOW
        elif 0 < top < codes.TABLE_CARD:
            out[place + 1] = top
        else:
            out[place + 2] = 1
        out[place + 3] = self._run()
        out[place + 4] = 1 if self.premonition else 0
        out[place + 5] = self._turns_left()
