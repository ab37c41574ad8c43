# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""TROP. A card is its face (face.py), 0 is no card; a deck has 90 (TROP-1).

A short deck, for study, is dealt as if the cards that it lacks had been drawn.

A hand is three places (TROP-5), sorted, the empty ones first; so the third is empty only in an empty hand.
"""

from __future__ import annotations

from typing import Any

from kartarna.core import stages
from kartarna.core.layout import CARD, Layout, Lot, starter
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games.trop import codes, face, row

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]

PRINTED = [0] * 92160  # the 90 cards in order, of up to 1024 decks
SIZES = [0] * 1024  # how many cards each of them has


def load_deck(number: int, cards: list[int]) -> None:
    SIZES[number] = len(cards)
    for place in range(SIZES[number]):
        PRINTED[90 * number + place] = cards[place]


def loaded_deck(number: int) -> list[int]:
    return [PRINTED[90 * number + place] for place in range(SIZES[number])]


def put(cards: list[int], seat: int, card: int) -> None:
    """Among a seat's three places, the first of which is empty: the higher card goes up, the lower on down."""
    first = 3 * seat
    for place in range(first + 2, first, -1):
        higher = cards[place] if cards[place] > card else card
        card += cards[place] - higher
        cards[place] = higher
    cards[first] = card


def drop(cards: list[int], seat: int, card: int) -> None:
    """Out of a seat's three places, where it is: the lower cards move up."""
    first = 3 * seat
    for place in range(first + 2, first, -1):
        if cards[place] <= card:
            cards[place] = cards[place - 1]
    cards[first] = 0


def holds(cards: list[int], seat: int, card: int) -> bool:
    for place in range(3 * seat, 3 * seat + 3):
        if cards[place] == card:
            return True
    return False


def copies(cards: list[int], seat: int, card: int) -> int:
    count = 0
    for place in range(3 * seat, 3 * seat + 3):
        if cards[place] == card:
            count += 1
    return count


class TropRules(State):
    GAME = "trop"
    ACTIONS = 96  # draw, or one of 95 cards
    MAX_LEGAL = 40  # cards of a row to choose from: there are no more different ones whose total is 21 or less

    def __init__(self, players: int, deck: int = 0, starter: int = -1, target: int = 100, limit: int = 3) -> None:
        State.__init__(self, players, deck)
        self.starter = starter  # the seat fixed by the table, or −1
        self.first = 0  # who started this round
        self.target = target
        self.limit = limit  # cards that a hand may hold (TROP-5), up to three
        self.turn = 0  # whose turn it is; between rounds, who starts the next
        self.direction = 1  # 1 clockwise, −1 the other way
        self.choosing = 0  # the action of the card just played, while a card of the row must be chosen
        self.row_total = 0
        self.length = 0  # cards in the row
        self.removed = 0  # cards out for the rest of the round
        self.drawn = 0  # cards of the pile that have come out, or that a short deck lacks
        self.hands = [0] * 24  # three places a seat
        self.known = [0] * 24  # of those, what everyone saw go there (TROP-7), or saw played and taken back (ALL-4)
        self.row = [0] * 90  # the row from the front; from the back, what was removed from it
        self.pile = [0] * 90

    # ---- the deal ------------------------------------------------------------------------------

    def layout(self) -> Layout:
        """TROP-4, TROP-12: the starter (first round only), then the deck, top first."""
        size = SIZES[self.deck]
        deck = Lot(CARD, range(size), [("deck", size)], f"TROP-12: all {size} cards are shuffled, each is there once")
        return [deck] if self.round else [starter(self.players, self.starter), deck]

    def _draw(self, rng: Rng) -> int:
        """First round: the starter. Every round: the cards, top first."""
        start = 0
        if self.round == 0:
            self.pool[0] = self._draw_starter(self.starter, rng)
            start = 1
        size = SIZES[self.deck]
        for card in range(size):
            self.pool[start + card] = card
        rng._shuffle(self.pool, start, size)
        return start + size

    def _deal(self) -> None:
        """TROP-4: empty hands, the whole deck face down, clockwise. TROP-12: who was trop starts."""
        start = 0
        if self.round == 0:
            self.turn = self.pool[0]
            start = 1
        printed = 90 * self.deck
        size = SIZES[self.deck]
        self.drawn = 90 - size
        for place in range(90):
            self.row[place] = 0
            self.pile[place] = 0
        for place in range(size):
            self.pile[self.drawn + place] = PRINTED[printed + self.pool[start + place]]
        for place in range(3 * self.players):
            self.hands[place] = 0
            self.known[place] = 0
        self.first = self.turn
        self.direction = 1  # TROP-10
        self.row_total = 0
        self.length = 0
        self.removed = 0
        self.turns = 0
        self.round += 1
        self.stage = stages.PLAYING

    # ---- a turn ----------------------------------------------------------------------------------

    def _waiting(self) -> int:
        return 1 << self.turn

    def _legal(self, seat: int) -> int:
        """TROP-5: draw, unless the hand is full or the deck empty; or play any card (TROP-9)."""
        if self.choosing:
            return self._row_choices()
        first = 3 * seat
        count = 0
        self.moves[0] = codes.DRAW
        if not self.hands[first + codes.HAND - self.limit] and self.drawn < 90:
            count = 1
        before = 0
        for place in range(first, first + 3):
            card = self.hands[place]
            self.moves[count] = card
            if card != before:  # ALL-8: each face once, and no empty place
                count += 1
            before = card
        return count

    @cython.final
    def _row_choices(self) -> int:
        """TROP-6: the faces in the row, without the card just played, which lies last."""
        count = 0
        for place in range(self.length - 1):
            card = self.row[place]
            earlier = 0
            while self.row[earlier] != card:
                earlier += 1
            if earlier == place:
                self.moves[count] = card
                count += 1
        return count

    def _reason(self, seat: int, action: int) -> int:
        if self.choosing:
            if action == codes.DRAW:
                return codes.CHOOSE_FIRST
            return codes.JUST_PLAYED if action == self.row[self.length - 1] else codes.NOT_OFFERED
        if action == codes.DRAW:
            return codes.HAND_FULL if self.hands[3 * seat + codes.HAND - self.limit] else codes.DECK_EMPTY
        return codes.NOT_HELD if self.hands[3 * seat + 2] else codes.HAND_EMPTY

    def _apply(self, seat: int, action: int) -> None:
        if self.choosing:
            self._choose(seat, action)
        elif action == codes.DRAW:
            put(self.hands, seat, self.pile[self.drawn])
            self.pile[self.drawn] = 0
            self.drawn += 1
        else:
            self._play(seat, action)
        if not self.choosing:
            if row.too_much(self.row_total):  # counted after the action
                self._end_round(seat)
            else:
                self._end_turn()

    @cython.final
    def _play(self, seat: int, card: int) -> None:
        """TROP-6: the action must be carried out if it can be."""
        number = face.number(card)
        action = face.action(card)
        drop(self.hands, seat, card)
        if holds(self.known, seat, card):
            drop(self.known, seat, card)
        if action == codes.SAME:
            self._remove_same(number)
        elif action == codes.REVERSE and self.players > 2:  # TROP-10
            self.direction = -self.direction
        elif row.asks(action, self.length):
            self.choosing = action
        self.row[self.length] = card
        self.length += 1
        self.row_total += number
        if self.choosing and self._one_face():
            self._choose(seat, self.row[0])  # ALL-8: no choice, it just happens

    @cython.final
    def _remove_same(self, number: int) -> None:
        place = 0
        while place < self.length:
            if face.number(self.row[place]) == number:
                self._remove(place)
            else:
                place += 1

    @cython.final
    def _one_face(self) -> bool:
        for place in range(1, self.length - 1):
            if self.row[place] != self.row[0]:
                return False
        return True

    @cython.final
    def _choose(self, seat: int, card: int) -> None:
        place = 0
        while self.row[place] != card:
            place += 1
        if self.choosing == codes.TAKE:
            self._lift(place)
            put(self.hands, seat, card)
            put(self.known, seat, card)
        else:
            self._remove(place)
        self.choosing = 0

    @cython.final
    def _lift(self, place: int) -> int:
        """Takes a card out of the row, which closes up."""
        card = self.row[place]
        self.length -= 1
        for i in range(place, self.length):
            self.row[i] = self.row[i + 1]
        self.row[self.length] = 0
        self.row_total -= face.number(card)
        return card

    @cython.final
    def _remove(self, place: int) -> None:
        """TROP-7: out for the rest of the round."""
        card = self._lift(place)
        self.removed += 1
        self.row[90 - self.removed] = card

    # ---- the end of a turn and of a round --------------------------------------------------------

    @cython.final
    def _end_turn(self) -> None:
        self.turns += 1
        self._pass_on()
        if self.turns == codes.LAST_TURN:  # TROP-11
            self.limits += 1
            self._end_round(-1)
        elif self.drawn == 90:
            self._skip()

    @cython.final
    def _pass_on(self) -> None:
        self.turn += self.direction
        if self.turn < 0:
            self.turn = self.players - 1
        elif self.turn == self.players:
            self.turn = 0

    @cython.final
    def _skip(self) -> None:
        """TROP-11: with the deck empty, who holds no card is skipped; if nobody holds one, the round ends."""
        for _ in range(self.players):
            if self.hands[3 * self.turn + 2]:
                return
            self._pass_on()
        self._end_round(-1)  # the turn has gone all the way round: the next player starts

    @cython.final
    def _sum(self, seat: int) -> int:
        points = 0
        for place in range(3 * seat, 3 * seat + 3):
            if self.hands[place]:
                points += face.number(self.hands[place])
        return points

    @cython.final
    def _end_round(self, trop: int) -> None:
        """TROP-8: the hand counts, also below zero; who is trop scores 0. TROP-13, ALL-5: the end."""
        self.stage = stages.OVER if self.round >= stages.LAST_ROUND else stages.DUE
        for seat in range(self.players):
            self.points[seat] = 0 if seat == trop else self._sum(seat)
            self.totals[seat] += self.points[seat]
            if self.totals[seat] >= self.target:
                self.stage = stages.OVER

    def _turns_left(self) -> int:
        return codes.LAST_TURN - self.turns

    # ---- what a seat cannot know -----------------------------------------------------------------

    def remember(self, seat: int, action: int, seen: Any, after: Any) -> None:
        """ALL-4: a card that was played and taken back is known to be in that hand."""
        if action > codes.DRAW and not self.choosing and not holds(self.known, seat, action):
            put(self.known, seat, action)
        shown, before = seen.known, list(after.known)
        for place in range(3 * self.players):
            card = shown[place]
            owner = place // 3
            if not card:
                continue
            if card in before[3 * owner : 3 * owner + 3]:
                before[before.index(card, 3 * owner)] = 0
            elif copies(self.hands, owner, card) > copies(self.known, owner, card):
                put(self.known, owner, card)

    def _resample(self, seat: int, rng: Rng) -> None:
        """The deck and the others' hands are shuffled together, but for what everyone saw them take."""
        count = self._gather(seat)
        rng._shuffle(self.pool, 0, count)
        for other in range(self.players):
            if other != seat:
                count = self._redeal(other, count)
        for place in range(self.drawn, 90):
            count -= 1
            self.pile[place] = self.pool[count]

    @cython.final
    def _gather(self, seat: int) -> int:
        """Writes all cards that the seat cannot see into `pool`, in order; returns how many."""
        for card in range(96):
            self.moves[card] = 0
        for place in range(self.drawn, 90):
            self.moves[self.pile[place]] += 1
        for place in range(3 * self.players):
            if place // 3 != seat:
                self.moves[self.hands[place]] += 1
                self.moves[self.known[place]] -= 1
        count = 0
        for card in range(1, 96):
            for _ in range(self.moves[card]):
                self.pool[count] = card
                count += 1
        return count

    @cython.final
    def _redeal(self, seat: int, count: int) -> int:
        """A new hand from the end of `pool`, around the cards that are known; returns how many are left."""
        unknown = 0
        for place in range(3 * seat, 3 * seat + 3):
            if self.hands[place]:
                unknown += 1
            if self.known[place]:
                unknown -= 1
            self.hands[place] = self.known[place]
        for _ in range(unknown):
            count -= 1
            put(self.hands, seat, self.pool[count])
        return count
