# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""dnup, complete: the rules, and a quick player who leaves a hand that takes few turns to get rid of."""

from __future__ import annotations

from kartarna.core import bits, stages
from kartarna.games.dnup import codes, rows, rules
from kartarna.games.dnup.rules import DnupRules

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]


def risk(value: int, size: int) -> int:
    """How likely a set is to come back, in hundredths of a turn: low and small ones are."""
    return 30 * (10 - value) >> size - 1


def cost(value: int, size: int) -> int:
    """The turns, in hundredths, that it takes to get rid of cards of one value."""
    return 100 + risk(value, size) if size else 0


class Dnup(DnupRules):
    """dnup, complete: the rules and the quick player."""

    def _standing(self, seat: int) -> float:
        """Tokens or rounds won; in play, few cards in hand are worth something too."""
        if self.stage == stages.PLAYING:
            return self.totals[seat] - 0.15 * self.held[seat]
        return self.totals[seat]

    def _to_go(self) -> float:
        """Tokens, or rounds, that the leader lacks."""
        most = self.totals[0]
        for seat in range(1, self.players):
            most = max(most, self.totals[seat])
        return rules.target(self.players) - most

    def forget(self) -> None:
        for place in range(50):
            self.known[place] = 0

    def _worth(self, seat: int, action: int) -> int:
        if action >= codes.VALUE:
            size = rows.size(action & codes.ROW)
            return self._worth_of_playing(seat, action >> 20, size, size) - (3 * risk(action >> 20, size) >> 2)
        if action >= codes.ADD:
            return self._worth_of_playing(seat, action >> 4 & 15, 1, (self.sets[(action >> 8) - 1] >> 24) + 1)
        return (
            self._worth_of_taking(seat, action - codes.TAKE) if action >= codes.TAKE else self._worth_of_turning(seat)
        )

    @cython.final
    def _worth_of_playing(self, seat: int, value: int, size: int, lying: int) -> int:
        """Cards leave the hand; the set that they are in is then of size `lying`."""
        beaten = self._worth_of_beating(seat, lying)
        if size == self.held[seat] and beaten >= 0:
            return 10000  # the last cards
        active = self._active(seat, value)
        return cost(value, active) - cost(value, active - size) + beaten

    @cython.final
    def _worth_of_beating(self, seat: int, size: int) -> int:
        """An opponent gets cards back, worse for one with few cards; or with two players you do (DNUP-19)."""
        for area in range(5):
            if self.sets[area] >> 24 == size:
                loser = rules.owner(area, self.players)
                if loser == seat:
                    return -200 * size
                if loser != self.out:
                    return 300 * size // (self.held[loser] + 1)
        return 0

    @cython.final
    def _worth_of_taking(self, seat: int, area: int) -> int:
        """The cards come turned. More cards take more turns, unless they make a pair of a single card."""
        row = self.sets[area] & codes.ROW
        worth = -200
        while row:
            place = bits.lowest(row) & ~1
            copies = row >> place & 3
            row ^= copies << place
            active = self._active(seat, rows.other(place))
            worth += cost(rows.other(place), active) - cost(rows.other(place), active + copies)
        return worth

    @cython.final
    def _worth_of_turning(self, seat: int) -> int:
        """What the hand would cost the other way up; a little less, for nothing has left it yet."""
        worth = -50
        for value in range(1, 11):
            worth += cost(value, self._active(seat, value)) - cost(value, self._inactive(seat, value))
        return worth

    @cython.final
    def _active(self, seat: int, value: int) -> int:
        """The number of cards in hand with this active value."""
        return rows.digit_at(self.counts[seat], value)

    @cython.final
    def _inactive(self, seat: int, value: int) -> int:
        """The number of cards in hand that would have this value if they were turned."""
        cards = 0
        for active in range(1, 11):
            cards += self.hands[rows.at(seat, active)] >> rows.place(value) & 3
        return cards

    # ---- as numbers ------------------------------------------------------------------------------

    def _observe(self, seat: int, out: list[int], place: int) -> bool:
        """As features.py lists them."""
        place = self._observe_scores(seat, out, place)
        for other in range(self.players):
            owner = (seat + other) % self.players
            if other:
                self._observe_rows(self.known, owner, out, place)
                out[place + codes.FACES] = 1 if self.star == owner else 0
                out[place + codes.FACES + 1] = self.held[owner]
            else:
                self._observe_rows(self.hands, owner, out, place)
            place += codes.FACES + 2
        self._observe_sets(seat, out, place)
        place += codes.FACES * rules.areas(self.players)
        out[place + codes.FACES] = self._observe_rows(self.discards, 0, out, place)
        self._observe_facts(seat, out, place + codes.FACES + 1)
        return True

    @cython.final
    def _observe_row(self, value: int, row: int, out: list[int], place: int) -> int:
        """The cards of one value, face by face; returns how many."""
        cards = 0
        while row:
            at = bits.lowest(row) & ~1
            copies = row >> at & 3
            row ^= copies << at
            other = rows.other(at)
            out[place + 9 * (value - 1) + other - (2 if other > value else 1)] = copies
            cards += copies
        return cards

    @cython.final
    def _observe_rows(self, hands: list[int], owner: int, out: list[int], place: int) -> int:
        cards = 0
        for value in range(1, 11):
            cards += self._observe_row(value, hands[rows.at(owner, value)], out, place)
        return cards

    @cython.final
    def _observe_sets(self, seat: int, out: list[int], place: int) -> None:
        """DNUP-18: with two players the first set of each, then the second of each."""
        for area in range(rules.areas(self.players)):
            other = (rules.owner(area, self.players) + self.players - seat) % self.players
            second = area & 1 if self.players == 2 else 0
            lying = self.sets[area]
            self._observe_row(
                lying >> 20 & 15, lying & codes.ROW, out, place + codes.FACES * (other + self.players * second)
            )

    @cython.final
    def _observe_facts(self, seat: int, out: list[int], place: int) -> None:
        out[place + (self.first + self.players - seat) % self.players] = 1
        place += self.players
        out[place] = self.area % 2 + 1 if self.players == 2 else 0
        if self.out >= 0:
            out[place + 1 + (self.out + self.players - seat) % self.players] = 1
        out[place + 1 + self.players] = self.limit - self.turns
