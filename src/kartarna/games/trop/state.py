# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""TROP, complete: the rules, and a quick player who keeps a high hand, leaves a high row and is never trop."""

from __future__ import annotations

from kartarna.core import stages
from kartarna.core.rng import Rng
from kartarna.games.trop import codes, face, row
from kartarna.games.trop.rules import TropRules

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]


class Trop(TropRules):
    """TROP, complete: the rules and the quick player."""

    def _standing(self, seat: int) -> float:
        """The total, with the cards in hand."""
        return self.totals[seat] + (self._sum(seat) if self.stage == stages.PLAYING else 0)

    def _to_go(self) -> float:
        """Points that the leader lacks."""
        most = self.totals[0]
        for seat in range(1, self.players):
            most = max(most, self.totals[seat])
        return max(0, self.target - most)

    def _imagine(self, seat: int, rng: Rng) -> None:
        """Players part with low cards: what is left of three after a play is high, only a card just drawn is any."""
        count = self._gather(seat)
        for other in range(self.players):
            if other != seat:
                held = self._held(other)
                for place in range(self._hidden(other)):
                    self._bring_up(count - 1 - place, held == 2 or place > 0, rng)
                count = self._redeal(other, count)
        rng._shuffle(self.pool, 0, count)
        for place in range(self.drawn, 90):
            count -= 1
            self.pile[place] = self.pool[count]

    @cython.final
    def _bring_up(self, last: int, kept: bool, rng: Rng) -> None:
        """To this place of the pool, any card that lies up to there; one that was kept is the likelier the higher."""
        place = rng._below(last + 1)
        while kept and rng._below(16) > face.number(self.pool[place]) + 4:
            place = rng._below(last + 1)
        card = self.pool[place]
        self.pool[place] = self.pool[last]
        self.pool[last] = card

    @cython.final
    def _held(self, seat: int) -> int:
        cards = 0
        for place in range(3 * seat, 3 * seat + 3):
            if self.hands[place]:
                cards += 1
        return cards

    @cython.final
    def _hidden(self, seat: int) -> int:
        """Cards in hand that not everyone knows."""
        cards = self._held(seat)
        for place in range(3 * seat, 3 * seat + 3):
            if self.known[place]:
                cards -= 1
        return cards

    def forget(self) -> None:
        for place in range(24):
            self.known[place] = 0

    def _worth(self, seat: int, action: int) -> int:
        hand = self._sum(seat)
        if self.choosing:
            number = face.number(action)
            return self._value(hand + number if self.choosing == codes.TAKE else hand, self.row_total - number)
        if action == codes.DRAW:
            return self._value(hand + 4, self.row_total)  # a card of the deck is worth about 4
        return self._worth_playing(hand - face.number(action), action)

    @cython.final
    def _worth_playing(self, hand: int, card: int) -> int:
        """What follows for certain, with the best choice from the row where there is one."""
        number = face.number(card)
        action = face.action(card)
        total = self.row_total + number
        if action == codes.SAME:
            return self._value(hand, total - number * self._alike(number))
        if row.asks(action, self.length):
            return self._after_choice(action, hand, total)
        return self._value(hand, total)

    @cython.final
    def _after_choice(self, action: int, hand: int, total: int) -> int:
        best = -100_000
        for place in range(self.length):
            number = face.number(self.row[place])
            worth = self._value(hand + number if action == codes.TAKE else hand, total - number)
            if worth > best:
                best = worth
        return best

    @cython.final
    def _value(self, hand: int, total: int) -> int:
        """Points in hand count most; then a high row, which is hard for those who follow."""
        return -1000 if row.too_much(total) else 4 * hand + total

    @cython.final
    def _alike(self, number: int) -> int:
        """Cards of this number in the row."""
        count = 0
        for place in range(self.length):
            if face.number(self.row[place]) == number:
                count += 1
        return count

    def _observe(self, seat: int, out: list[int], place: int) -> bool:
        """As features.py lists them."""
        place = self._observe_scores(seat, out, place) - 1  # faces begin with 1
        offer = place + 2 * codes.FACES + 1 + (codes.FACES + 1) * self.players
        for at in range(self.length):
            out[place + self.row[at]] += 1
            if self.choosing and at < self.length - 1:
                out[offer + self.row[at]] = 1
        out[place + codes.FACES + 1] = 90 - self.drawn
        place += codes.FACES + 1
        for at in range(90 - self.removed, 90):
            out[place + self.row[at]] += 1
        self._observe_hands(seat, out, place + codes.FACES)
        self._observe_facts(seat, out, offer + codes.FACES + 1)
        return True

    @cython.final
    def _observe_hands(self, seat: int, out: list[int], place: int) -> None:
        for other in range(self.players):
            owner = (seat + other) % self.players
            for at in range(3 * owner, 3 * owner + 3):
                card = self.known[at] if other else self.hands[at]
                if card:
                    out[place + card] += 1
            if other:
                out[place + codes.FACES + 1] = self._held(owner)
            place += codes.FACES + 1

    @cython.final
    def _observe_facts(self, seat: int, out: list[int], place: int) -> None:
        out[place] = self.row_total
        out[place + (1 if self.direction == 1 else 2)] = 1
        out[place + 3 + (self.first + self.players - seat) % self.players] = 1
        place += 3 + self.players
        out[place] = self.target
        out[place + 1] = codes.LAST_TURN - self.turns
        if self.choosing:
            out[place + 2 + self.choosing - codes.DISCARD] = 1
