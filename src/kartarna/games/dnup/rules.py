# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""The rules of dnup: what may be decided, what follows from it, and how a round ends.

A decision is one number (decisions.py takes it apart):
A  value and row of the set, as on the table but without its size
B  area + 1, the card's active value and its other value, from 8, 4 and 4 bits
C  area + 1
D  0
"""

from __future__ import annotations

from kartarna.core import bits
from kartarna.games.dnup import rows
from kartarna.games.dnup.table import DnupTable

SIZE = 1 << 24  # one card more in a set
VALUE = 1 << 20  # the lowest set: a decision from here on is A
ROW = VALUE - 1
TWICE = 0xAAAAA  # in a row, some face that is there twice or three times
ADD = 256
TAKE = 1
TURN = 0

LIMIT = 300  # DNUP-17
TOKENS = 4  # DNUP-15
ROUNDS = 2  # DNUP-20
LAST_ROUND = 100  # ALL-5

DUE = 0
PLAYING = 1
OVER = 2

NO_DECISION = 2
NOT_HELD = 3
TOO_LOW = 4
OWN_SET = 5
NO_SET = 6
ADD_NOT_HELD = 7
OTHER_VALUE = 8
ADD_TOO_LOW = 9
TAKE_OWN = 10
TAKE_NOTHING = 11
REFUSALS = (
    "",
    "not_waiting",
    "no_such_decision",
    "not_held",
    "too_low",
    "own_set",
    "no_set",
    "add_not_held",
    "other_value",
    "add_too_low",
    "take_own",
    "take_nothing",
)


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
    return ROUNDS if players == 2 else TOKENS


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
            if row & TWICE:
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
        self.moves[count] = TURN
        return count + 1

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
                self.moves[end] = self.moves[end - step] + SIZE + (1 << place)
                end += 1
        for choice in range(count + 1, end):
            cards = self.moves[choice]
            self.moves[count] = value << 20 | cards & ROW
            count += beats(value, cards >> 24, highest)
        return count

    def _list_answers(self, seat: int, area: int, count: int, highest: int) -> int:
        """DNUP-9: each card that may be added to an opponent's set. DNUP-10: the set may be taken."""
        value = self.sets[area] >> 20 & 15
        row = self.hands[rows.at(seat, value)]
        if row and beats(value, (self.sets[area] >> 24) + 1, highest):
            while row:
                place = bits.lowest(row) & ~1
                row &= ~(3 << place)
                self.moves[count] = ADD * (area + 1) | value << 4 | rows.other(place)
                count += 1
        self.moves[count] = TAKE + area
        return count + 1

    def _is_legal(self, seat: int, action: int) -> bool:
        return self._reason(seat, action) == 0

    def _reason(self, seat: int, action: int) -> int:
        if action < TURN or action >= 11 * VALUE:
            return NO_DECISION
        if action >= VALUE:
            return self._lay_reason(seat, action >> 20, action & ROW)
        if action >= ADD:
            return self._add_reason(seat, (action >> 8) - 1, action >> 4 & 15, action & 15)
        return self._take_reason(seat, action - TAKE) if action >= TAKE else 0

    def _lay_reason(self, seat: int, value: int, cards: int) -> int:
        if cards == 0 or cards >> rows.place(value) & 3:
            return NO_DECISION
        if not self._holds(seat, value, cards):
            return NOT_HELD
        return 0 if beats(value, rows.size(cards), self.highest) else TOO_LOW

    def _add_reason(self, seat: int, area: int, value: int, other: int) -> int:
        if area >= areas(self.players) or not 1 <= value <= 10 or not 1 <= other <= 10 or value == other:
            return NO_DECISION
        if owner(area, self.players) == seat:
            return OWN_SET
        if self.sets[area] == 0:
            return NO_SET
        if not self._holds(seat, value, 1 << rows.place(other)):
            return ADD_NOT_HELD
        if value != self.sets[area] >> 20 & 15:
            return OTHER_VALUE
        return 0 if beats(value, (self.sets[area] >> 24) + 1, self.highest) else ADD_TOO_LOW

    def _take_reason(self, seat: int, area: int) -> int:
        if area >= areas(self.players):
            return NO_DECISION
        if owner(area, self.players) == seat:
            return TAKE_OWN
        return 0 if self.sets[area] else TAKE_NOTHING

    def _holds(self, seat: int, value: int, cards: int) -> bool:
        row = self.hands[rows.at(seat, value)]
        for place in range(0, 20, 2):
            if cards >> place & 3 > row >> place & 3:
                return False
        return True

    # ---- a turn ----------------------------------------------------------------------------------

    def _act(self, seat: int, action: int) -> None:
        """DNUP-7: exactly one of A, B, C and D."""
        if action >= VALUE:
            self._lay(seat, action)
        elif action >= ADD:
            self._add(seat, (action >> 8) - 1, action & 15)
        elif action >= TAKE:
            self._pick_up(seat, action - TAKE)  # DNUP-10
        else:
            self._turn_hand(seat)  # DNUP-11

    def _apply(self, seat: int, action: int) -> None:
        self._act(seat, action)
        self.turns += 1
        if self.held[seat] == 0:
            self._go_out(seat)
        if self.stage == PLAYING:
            if self.turns < self.limit:
                self._next_turn()
            else:  # DNUP-17
                self.limits += 1
                self._end_round()

    def act(self, seat: int, action: int) -> None:
        """The decision alone, before the next turn begins: for telling the story."""
        self._check(seat, action)
        self._act(seat, action)

    def _lay(self, seat: int, action: int) -> None:
        """DNUP-8"""
        size = rows.size(action & ROW)
        self._play(seat, action >> 20, action & ROW, size)
        self._beat(size)
        self._place(self.area, SIZE * size + action)

    def _add(self, seat: int, area: int, other: int) -> None:
        """DNUP-9: the set stays its owner's."""
        card = 1 << rows.place(other)
        grown = self._lift(area) + SIZE + card
        self._play(seat, grown >> 20 & 15, card, 1)
        self._beat(grown >> 24)
        self._place(area, grown)

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

    # ---- the end of a round ------------------------------------------------------------------------

    def _go_out(self, seat: int) -> None:
        won = prize(self.players, self.out < 0)
        self.points[seat] = won
        self.totals[seat] += won
        if won > 1:
            self.out = seat  # DNUP-13
            self.limit = self.turns + LIMIT  # DNUP-17
        if won == 1 or self.totals[seat] >= target(self.players):  # DNUP-15: the game may end in mid-round
            self._end_round()

    def _end_round(self) -> None:
        self.stage = OVER if self.round >= LAST_ROUND else DUE  # ALL-5
        for seat in range(self.players):
            if self.totals[seat] >= target(self.players):
                self.stage = OVER

    def _turns_left(self) -> int:
        return self.limit - self.turns
