# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""Tři je moc! A card is its number; a set of cards is three masks of 30 bits, one for each row.

Bit n of row r is the card 30·r + n, so bit 0 is the start card. Sets of several owners stand in
one array, three masks an owner. A pile is two sets of six: within a refill order does not matter.
"""

from __future__ import annotations

from typing import Any

from kartarna.core import bits, stages
from kartarna.core.layout import CARD, Layout, Lot, starter
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games.three import codes

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]


COLOUR_BONUSES = [10, 7, 5, 3]  # THREE-4
END_BONUSES = [0, 0, 0, 0, 0, 0, 5, 10]  # THREE-14
FACE_UP = [0, 1, 5]  # THREE-15: by the number of cards of a colour that lie face up

COLOUR_OF = [0] * 92160  # of each card, 90 a deck (THREE-3); 1024 decks


def load_deck(number: int, colours: list[list[int]]) -> None:
    """THREE-3: the cards of each colour in the deck of this number; all others are grey."""
    for card in range(codes.CARDS):
        COLOUR_OF[codes.CARDS * number + card] = codes.GREY
    for colour, cards in enumerate(colours):
        for card in cards:
            COLOUR_OF[codes.CARDS * number + card] = colour


def face_up_of(cards: int) -> int:
    """THREE-10: of so many cards of a colour; with three of them, or six, none is left face up."""
    return cards % 3


def colour_points(cards: int) -> int:
    """THREE-15: for so many cards of a colour, those face down included."""
    face_up = face_up_of(cards)
    return FACE_UP[face_up] - (cards - face_up)


def end_bonus(colours: int) -> int:
    """THREE-14: by the number of colours face up."""
    return END_BONUSES[colours]


def colour_bonuses() -> list[int]:
    return list(COLOUR_BONUSES)


class ThreeRules(State):
    GAME = "three"
    ACTIONS = 90  # a card
    MAX_LEGAL = 8  # the cards of a hand

    def __init__(self, players: int, deck: int = 0, starter: int = -1) -> None:
        State.__init__(self, players, deck)
        self.starter = starter  # the seat fixed by the table, or −1
        self.first = 0
        self.turn = 0
        self.claimed = 0  # colour-bonus cards taken so far
        self.bonus = [0] * 4  # the colour bonus of each seat
        self.rows = [0] * 3
        self.gone = [0] * 3  # cards taken out of the rows, greys too: everyone has seen them
        self.hands = [0] * 12
        self.known = [0] * 12  # of the hands, what was shown and taken back (ALL-4)
        self.next_six = [0] * 12  # the upper half of each pile
        self.last_six = [0] * 12
        self.taken = [0] * 28  # seven a seat: cards of each colour ever taken (THREE-10)

    # ---- the deal ------------------------------------------------------------------------------

    def layout(self) -> Layout:
        """THREE-5, THREE-6: starter, the cards of the rows, each hand and pile (top first), the cards left over."""
        zones = [("rows", codes.ROWS)]
        for seat in range(1, self.players + 1):
            zones += [(f"hand {seat}", codes.HAND), (f"pile {seat}", codes.PILE - codes.HAND)]
        cards = [card for card in range(codes.CARDS) if card % codes.WIDTH]
        fault = f"THREE-1: these are not the {len(cards)} cards besides the start cards, each once"
        return [starter(self.players, self.starter), Lot(CARD, cards, [*zones, ("out", self.left_over())], fault)]

    def left_over(self) -> int:
        """THREE-6: cards besides the start cards that are in no row, hand or pile."""
        return codes.CARDS - 2 * codes.ROWS - codes.PILE * self.players

    def _draw(self, rng: Rng) -> int:
        """Starter, the three cards of the rows, then each seat's twenty; the rest is left over."""
        self.pool[0] = self._draw_starter(self.starter, rng)
        count = 1
        for card in range(codes.CARDS):
            if card % codes.WIDTH:
                self.pool[count] = card
                count += 1
        rng._shuffle(self.pool, 1, count - 1)
        return count

    def _deal(self) -> None:
        """THREE-5, THREE-6"""
        for row in range(codes.ROWS):
            self.rows[row] = codes.START
        self._lay(self.rows, 0, 1, codes.ROWS)
        for seat in range(self.players):
            top = 1 + codes.ROWS + codes.PILE * seat
            self._lay(self.hands, seat, top, codes.HAND)
            self._lay(self.next_six, seat, top + codes.HAND, codes.REFILL)
            self._lay(self.last_six, seat, top + codes.HAND + codes.REFILL, codes.REFILL)
        self.first = self.pool[0]
        self.turn = self.first
        self.round = 1
        self.stage = stages.PLAYING

    @cython.final
    def _lay(self, sets: list[int], owner: int, first: int, count: int) -> None:
        """Adds cards of the pool to a set."""
        for place in range(first, first + count):
            card = self.pool[place]
            sets[codes.ROWS * owner + card // codes.WIDTH] |= 1 << card % codes.WIDTH

    @cython.final
    def _size(self, sets: list[int], owner: int) -> int:
        first = codes.ROWS * owner
        return bits.popcount(sets[first]) + bits.popcount(sets[first + 1]) + bits.popcount(sets[first + 2])

    # ---- a turn ----------------------------------------------------------------------------------

    def _waiting(self) -> int:
        return 1 << self.turn

    def _legal(self, seat: int) -> int:
        """THREE-7: any card of the hand."""
        count = 0
        for row in range(codes.ROWS):
            cards = self.hands[codes.ROWS * seat + row]
            while cards:
                self.moves[count] = codes.WIDTH * row + bits.lowest(cards)
                cards &= cards - 1
                count += 1
        return count

    def _reason(self, seat: int, action: int) -> int:
        if not 0 <= action < codes.CARDS:
            return codes.NOT_HELD
        row = action // codes.WIDTH
        card = 1 << action % codes.WIDTH
        if card == codes.START:
            return codes.START_CARD
        if self.rows[row] & card:
            return codes.IN_A_ROW
        return codes.GONE if self.gone[row] & card else codes.NOT_HELD

    def _apply(self, seat: int, action: int) -> None:
        row = action // codes.WIDTH
        card = 1 << action % codes.WIDTH
        taken = self._would_take(action)
        self.hands[codes.ROWS * seat + row] ^= card
        self.known[codes.ROWS * seat + row] &= self.hands[codes.ROWS * seat + row]
        self.rows[row] = (self.rows[row] | card) ^ taken
        if taken:
            self.gone[row] |= taken
            self._collect(seat, row, taken, 1)
            bonus = self._bonus_earned(seat)
            if bonus:
                self.bonus[seat] = bonus
                self.claimed += 1
        self.turns += 1
        self.turn = (seat + 1) % self.players
        if self._size(self.hands, seat) == codes.LAST:
            self._refill(seat)
            if self.turn == self.first and self._size(self.hands, seat) == codes.LAST:  # THREE-13: no pile is left
                self._end_game()

    @cython.final
    def _would_take(self, card: int) -> int:
        """THREE-8: what the fifth card of a row takes, as a mask of that row."""
        row = self.rows[card // codes.WIDTH]
        if bits.popcount(row) < codes.FULL:
            return 0
        higher = row & -(2 << card % codes.WIDTH)
        if higher:
            return higher  # b) all that are higher
        row ^= codes.START
        return row & -row  # a) the highest itself: the one next to the start card

    @cython.final
    def _collect(self, seat: int, row: int, cards: int, copies: int) -> None:
        """THREE-9: by colour; grey cards go out of play."""
        while cards:
            colour = COLOUR_OF[codes.CARDS * self.deck + codes.WIDTH * row + bits.lowest(cards)]
            if colour != codes.GREY:
                self.taken[codes.COLOURS * seat + colour] += copies
            cards &= cards - 1

    @cython.final
    def _bonus_earned(self, seat: int) -> int:
        """THREE-11: the top colour-bonus card for all seven colours face up (THREE-10), once a game."""
        if self.bonus[seat]:
            return 0
        for colour in range(codes.COLOURS):
            if not face_up_of(self.taken[codes.COLOURS * seat + colour]):
                return 0
        return COLOUR_BONUSES[self.claimed]

    @cython.final
    def _refill(self, seat: int) -> None:
        """THREE-12: six cards from the own pile, while it lasts."""
        for row in range(codes.ROWS * seat, codes.ROWS * seat + codes.ROWS):
            self.hands[row] |= self.next_six[row]
            self.next_six[row] = self.last_six[row]
            self.last_six[row] = 0

    # ---- the score -------------------------------------------------------------------------------

    @cython.final
    def _score(self, seat: int) -> int:
        """THREE-15, with the colour bonus (THREE-11) and the end bonus (THREE-14)."""
        points = self.bonus[seat]
        colours = 0
        for colour in range(codes.COLOURS):
            count = self.taken[codes.COLOURS * seat + colour]
            points += colour_points(count)
            if face_up_of(count):
                colours += 1
        return points + end_bonus(colours)

    def score(self, seat: int) -> int:
        """What the collection of a seat is worth if the game ends now."""
        return self._score(self._seat(seat))

    def face_up(self, seat: int) -> list[int]:
        """THREE-10: how many cards of each colour lie face up in the collection of a seat."""
        first = codes.COLOURS * self._seat(seat)
        return [face_up_of(self.taken[first + colour]) for colour in range(codes.COLOURS)]

    def face_down(self, seat: int) -> list[int]:
        """THREE-10: how many cards of each colour have been turned face down."""
        first = codes.COLOURS * self._seat(seat)
        taken = [self.taken[first + colour] for colour in range(codes.COLOURS)]
        return [cards - face_up_of(cards) for cards in taken]

    @cython.final
    def _end_game(self) -> None:
        """THREE-13: the two cards left in each hand count nothing."""
        for seat in range(self.players):
            self.points[seat] = self._score(seat)
            self.totals[seat] = self.points[seat]
        self.stage = stages.OVER

    # ---- what a seat cannot know -----------------------------------------------------------------

    def remember(self, seat: int, action: int, seen: Any, after: Any) -> None:
        """ALL-4: a card that was played and taken back is known to be in that hand."""
        shown, before = seen.known, after.known
        for place in range(codes.ROWS * self.players):
            self.known[place] |= shown[place] & ~before[place] & self.hands[place]
        self.known[codes.ROWS * seat + action // codes.WIDTH] |= 1 << action % codes.WIDTH

    def forget(self) -> None:
        for place in range(codes.ROWS * self.players):
            self.known[place] = 0

    def _resample(self, seat: int, rng: Rng) -> None:
        """All cards but the seat's hand, the rows and what was taken may lie anywhere unseen, or be left over."""
        count = 0
        for row in range(codes.ROWS):
            unseen = codes.ROW & ~(self.rows[row] | self.gone[row] | self.hands[codes.ROWS * seat + row])
            for owner in range(self.players):
                unseen &= ~self.known[codes.ROWS * owner + row]
            while unseen:
                self.pool[count] = codes.WIDTH * row + bits.lowest(unseen)
                unseen &= unseen - 1
                count += 1
        rng._shuffle(self.pool, 0, count)
        place = 0
        for owner in range(self.players):
            if owner != seat:
                place = self._redeal_hand(owner, place)
            place = self._redeal(self.next_six, owner, place)
            place = self._redeal(self.last_six, owner, place)

    @cython.final
    def _redeal_hand(self, seat: int, place: int) -> int:
        """The same around the cards of a hand that are known."""
        count = self._size(self.hands, seat) - self._size(self.known, seat)
        for row in range(codes.ROWS * seat, codes.ROWS * seat + codes.ROWS):
            self.hands[row] = self.known[row]
        self._lay(self.hands, seat, place, count)
        return place + count

    @cython.final
    def _redeal(self, sets: list[int], owner: int, place: int) -> int:
        """As many cards as before, now from this place of the pool; returns the place after them."""
        count = self._size(sets, owner)
        for row in range(codes.ROWS):
            sets[codes.ROWS * owner + row] = 0
        self._lay(sets, owner, place, count)
        return place + count
