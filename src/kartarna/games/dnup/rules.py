# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""The rules of dnup: what may be decided, what follows from it, and how a round ends.

A decision is one number (decisions.py takes it apart):
A  value and row of the set, as on the table but without its size
B  area + 1, the card's active value and its other value, from 8, 4 and 4 bits
C  area + 1
D  0
"""

from __future__ import annotations

from typing import Any

from kartarna.core import bits, stages
from kartarna.games.dnup import codes, rows
from kartarna.games.dnup.table import DnupTable

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]


def areas(players: int) -> int:
    """DNUP-18"""
    return 4 if players == 2 else players


def owner(area: int, players: int) -> int:
    """DNUP-18: with two players each has two areas."""
    return area >> 1 if players == 2 else area


def own(seat: int, players: int) -> int:
    """Mask of a seat's areas."""
    return 3 << 2 * seat if players == 2 else 1 << seat


def beats(value: int, size: int, highest: int) -> int:
    """DNUP-8, DNUP-9, DNUP-19: 1 if a set may come to lie; equal values never beat (DNUP-12)."""
    return 1 if value > rows.digit_at(highest, size) else 0


def prize(players: int, first: bool) -> int:
    """DNUP-13, DNUP-14: tokens for the first and the second to get rid of all cards. DNUP-20: a round, for two."""
    return 2 if players > 2 and first else 1


def target(players: int) -> int:
    """DNUP-15: the tokens that win the game. DNUP-20: the rounds, for two."""
    return codes.ROUNDS if players == 2 else codes.TOKENS


def ends_round(players: int, won: int, total: int) -> bool:
    """DNUP-14: by the second prize. DNUP-15: by the first, too, if its tokens win the game."""
    return won == 1 or total >= target(players)


class DnupRules(DnupTable):
    GAME = "dnup"
    ACTIONS = 11 << 20
    MAX_LEGAL = 2048  # cards.check refuses a deck that could offer more

    # ---- what may be decided ---------------------------------------------------------------------

    def _waiting(self) -> int:
        return 1 << self.turn

    def _legal(self, seat: int) -> int:
        """DNUP-7: A, B, C or D. Who has a turn has a card, so D is always possible (DNUP-11)."""
        highest = self.highest
        count = 0
        single = rows.single(self.counts[seat]) & rows.above(rows.digit_at(highest, 1))
        while single:  # mostly there is one card of a value: then it is a set, or not
            value = bits.lowest(single) >> 2
            single &= single - 1
            self.moves[count] = value << 20 | self.hands[rows.at(seat, value)]
            count += 1
        several = rows.several(self.counts[seat])
        while several:
            value = bits.lowest(several) >> 2
            several &= several - 1
            row = self.hands[rows.at(seat, value)]
            if row & codes.TWICE:
                count = self._list_sets(value, row, count, highest)
                continue
            cards = row & -row  # mostly all faces are different: then a choice is a part of the mask
            while cards:
                self.moves[count] = value << 20 | cards
                count += beats(value, rows.size(cards), highest)
                cards = cards - row & row
        areas = self.lying & ~own(seat, self.players)
        while areas:
            count = self._list_answers(seat, bits.lowest(areas), count, highest)
            areas &= areas - 1
        self.moves[count] = codes.TURN
        return count + 1 if self.turning or count == 0 else count

    @cython.final
    def _list_sets(self, value: int, row: int, count: int, highest: int) -> int:
        """DNUP-6, DNUP-8: every choice among the cards of one value, if a set of that size may lie there."""
        self.moves[count] = 0
        end = count + 1
        while row:
            place = bits.lowest(row) & ~1
            copies = row >> place & 3
            row ^= copies << place
            step = end - count
            for _ in range(copies * step):  # every choice so far, and one more of these cards
                self.moves[end] = self.moves[end - step] + codes.SIZE + (1 << place)
                end += 1
        for choice in range(count + 1, end):
            cards = self.moves[choice]
            self.moves[count] = value << 20 | cards & codes.ROW
            count += beats(value, cards >> 24, highest)
        return count

    @cython.final
    def _list_answers(self, seat: int, area: int, count: int, highest: int) -> int:
        """DNUP-9: each card that may be added to an opponent's set. DNUP-10: the set may be taken."""
        value = self.sets[area] >> 20 & 15
        row = self.hands[rows.at(seat, value)]
        if row and beats(value, (self.sets[area] >> 24) + 1, highest):
            while row:
                place = bits.lowest(row) & ~1
                row &= ~(3 << place)
                self.moves[count] = codes.ADD * (area + 1) | value << 4 | rows.other(place)
                count += 1
        self.moves[count] = codes.TAKE + area
        return count + 1

    def _is_legal(self, seat: int, action: int) -> bool:
        return self._reason(seat, action) == 0

    def _reason(self, seat: int, action: int) -> int:
        if action < codes.TURN or action >= 11 * codes.VALUE:
            return codes.NO_DECISION
        if action >= codes.VALUE:
            return self._lay_reason(seat, action >> 20, action & codes.ROW)
        if action >= codes.ADD:
            return self._add_reason(seat, (action >> 8) - 1, action >> 4 & 15, action & 15)
        if action >= codes.TAKE:
            return self._take_reason(seat, action - codes.TAKE)
        return 0 if self.turning or (self._legal(seat) == 1 and self.moves[0] == codes.TURN) else codes.NO_TURNING

    @cython.final
    def _lay_reason(self, seat: int, value: int, cards: int) -> int:
        if cards == 0 or cards >> rows.place(value) & 3:
            return codes.NO_DECISION
        if not self._holds(seat, value, cards):
            return codes.NOT_HELD
        return 0 if beats(value, rows.size(cards), self.highest) else codes.TOO_LOW

    @cython.final
    def _add_reason(self, seat: int, area: int, value: int, other: int) -> int:
        if area >= areas(self.players) or not 1 <= value <= 10 or not 1 <= other <= 10 or value == other:
            return codes.NO_DECISION
        if owner(area, self.players) == seat:
            return codes.OWN_SET
        if self.sets[area] == 0:
            return codes.NO_SET
        if not self._holds(seat, value, 1 << rows.place(other)):
            return codes.ADD_NOT_HELD
        if value != self.sets[area] >> 20 & 15:
            return codes.OTHER_VALUE
        return 0 if beats(value, (self.sets[area] >> 24) + 1, self.highest) else codes.ADD_TOO_LOW

    @cython.final
    def _take_reason(self, seat: int, area: int) -> int:
        if area >= areas(self.players):
            return codes.NO_DECISION
        if owner(area, self.players) == seat:
            return codes.TAKE_OWN
        return 0 if self.sets[area] else codes.TAKE_NOTHING

    @cython.final
    def _holds(self, seat: int, value: int, cards: int) -> bool:
        row = self.hands[rows.at(seat, value)]
        for place in range(0, 20, 2):
            if cards >> place & 3 > row >> place & 3:
                return False
        return True

    # ---- a turn ----------------------------------------------------------------------------------

    @cython.final
    def _act(self, seat: int, action: int) -> None:
        """DNUP-7: exactly one of A, B, C and D."""
        if action >= codes.VALUE:
            self._lay(seat, action)
        elif action >= codes.ADD:
            self._add(seat, (action >> 8) - 1, action & 15)
        elif action >= codes.TAKE:
            self._pick_up(seat, action - codes.TAKE)  # DNUP-10
        else:
            self._turn_hand(seat)  # DNUP-11

    def _apply(self, seat: int, action: int) -> None:
        self._act(seat, action)
        self.turns += 1
        if self.held[seat] == 0:
            self._go_out(seat)
        if self.stage == stages.PLAYING:
            if self.turns < self.limit:
                self._next_turn()
            else:  # DNUP-17
                self.limits += 1
                self._end_round()

    def act(self, seat: int, action: int) -> None:
        """The decision alone, before the next turn begins: for telling the story."""
        self._check_legal(seat, action)
        self._act(seat, action)

    @cython.final
    def _lay(self, seat: int, action: int) -> None:
        """DNUP-8"""
        size = rows.size(action & codes.ROW)
        self._play(seat, action >> 20, action & codes.ROW, size)
        self._beat(size)
        self._place(self.area, codes.SIZE * size + action)

    @cython.final
    def _add(self, seat: int, area: int, other: int) -> None:
        """DNUP-9: the set stays its owner's."""
        card = 1 << rows.place(other)
        grown = self._lift(area) + codes.SIZE + card
        self._play(seat, grown >> 20 & 15, card, 1)
        self._beat(grown >> 24)
        self._place(area, grown)

    @cython.final
    def _beat(self, size: int) -> None:
        """DNUP-12: another set of this size goes back to its owner's hand."""
        if rows.digit_at(self.highest, size) == 0:
            return
        for area in range(5):
            if self.sets[area] >> 24 == size:
                if owner(area, self.players) == self.out:
                    self._discard(area)  # DNUP-13, DNUP-16
                else:
                    self._pick_up(owner(area, self.players), area)

    @cython.final
    def _next_turn(self) -> None:
        """DNUP-7: at the beginning of a turn the set in its area is discarded. DNUP-13: no turn for who is out."""
        while True:
            self.area += 1
            if self.area == areas(self.players):
                self.area = 0
            if self.lying >> self.area & 1:
                self._discard(self.area)
            self.turn = owner(self.area, self.players)
            if self.turn != self.out:
                break

    # ---- what was taken back ---------------------------------------------------------------------

    def remember(self, seat: int, action: int, seen: Any, after: Any) -> None:
        """ALL-4: cards that were laid and taken back are known to be in that hand, and which way up."""
        if action >= codes.VALUE:
            self._remember(seat, action >> 20, action & codes.ROW)
        elif action >= codes.ADD:
            self._remember(seat, action >> 4 & 15, 1 << rows.place(action & 15))
        shown, before = seen.known, after.known
        for row in range(10 * self.players):
            for place in range(0, 20, 2):
                more = (shown[row] >> place & 3) - (before[row] >> place & 3)
                if more > 0:
                    turned = action == codes.TURN and row // 10 == seat
                    self._recall(row, place, more, turned)
        if seen.star < 0 and after.star >= 0:
            self.star = -1

    def _remember(self, seat: int, value: int, cards: int) -> None:
        for place in range(0, 20, 2):
            self._know(seat, value, place, cards >> place & 3)
        if self.star == seat and self._shows_star(value, cards):
            self.star = -1

    def _recall(self, row: int, place: int, more: int, turned: bool) -> None:
        """Of a row after the decision, these cards are known; by turning the hand, they had their other value up."""
        value = row % 10 + 1
        if turned:
            value, place = rows.other(place), rows.place(value)
        known = self.known[rows.at(row // 10, value)] >> place & 3
        self._know(row // 10, value, place, known + more)

    # ---- the end of a round ------------------------------------------------------------------------

    @cython.final
    def _go_out(self, seat: int) -> None:
        won = prize(self.players, self.out < 0)
        self.points[seat] = won
        self.totals[seat] += won
        if won > 1:
            self.out = seat  # DNUP-13
            self.limit = self.turns + codes.LIMIT  # DNUP-17
        if ends_round(self.players, won, self.totals[seat]):
            self._end_round()

    @cython.final
    def _end_round(self) -> None:
        self.stage = stages.OVER if self.round >= stages.LAST_ROUND else stages.DUE  # ALL-5
        for seat in range(self.players):
            if self.totals[seat] >= target(self.players):
                self.stage = stages.OVER

    def _turns_left(self) -> int:
        return self.limit - self.turns
