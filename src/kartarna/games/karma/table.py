# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""The table of Karma: where the cards lie, and who has seen what.

A face is a number 1 to 16 or one of the kinds 17 to 20; 0 is no card. Cards whose order does not
matter (a hand, the face-up cards) are counted face by face (counted.py).
"""

from __future__ import annotations

from kartarna.core import stages
from kartarna.core.layout import CARD, Layout, Lot, by_seat, starter
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games.karma import codes, counted

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]


BOXES = [0] * 61440  # the 60 faces of each of 1024 decks


def load_deck(number: int, faces: list[int]) -> None:
    """Gives a deck its number: from now on states may carry it."""
    for card in range(60):
        BOXES[60 * number + card] = faces[card]


def decks_used(players: int) -> int:
    """KARMA-2"""
    return 1 if players < 7 else 2


FITTING = [0] * 42  # for every top: of each face that may be played on it, as many as there may be


def may_lie_on(face: int, top: int) -> bool:
    """KARMA-6, KARMA-14: a number at least as high as the top, or up to 5; a Karma card always. Top 0 is no pile."""
    if top == codes.FIVE_OR_BELOW and face < codes.KINDS:
        return face <= codes.HIGHEST_BELOW
    return face >= codes.KINDS or top >= codes.KINDS or face >= top


def load_fitting() -> None:
    for top in range(codes.FACES):
        for face in range(1, codes.FACES):
            if may_lie_on(face, top):
                counted.add(FITTING, top, face, 15)


load_fitting()


class KarmaTable(State):
    GAME = "karma"

    def __init__(self, players: int, deck: int = 0, starter: int = -1, premonition: int = 0, hand: int = 3) -> None:
        State.__init__(self, players, deck)
        self.starter = starter  # the seat fixed by the table, or −1
        self.premonition = premonition  # KARMA-4
        self.hand = hand  # cards that one draws up to (KARMA-5)
        self.first = 0  # who starts
        self.turn = 0
        self.choosing = 0  # mask of the seats that have not yet chosen their face-up cards
        self.step = 0  # what the turn waits for: see rules.py
        self.cards = 0  # in the game
        self.left = 0  # in the stock
        self.height = 0  # of the pile
        self.floor = 0  # cards of the pile up to the one that came up: three of a kind lie above (KARMA-13)
        self.piled = [0] * 2  # the cards of the pile, whatever their order
        self.gone = [0] * 2  # out of the game
        self.hands = [0] * 24
        self.face_up = [0] * 24
        self.seen = [0] * 24  # cards of the hands that everyone saw go there, or saw played and taken back (ALL-4)
        self.face_down = [0] * 36  # by place, three a seat
        self.pile = [0] * 120  # bottom first
        self.stock = [0] * 60  # the draw pile, top last

    # ---- the deal ------------------------------------------------------------------------------

    @cython.final
    def _face(self, card: int) -> int:
        """Of a card by its number in the game; a second deck counts on from 60."""
        return BOXES[codes.BOX * self.deck + card % codes.BOX]

    @cython.final
    def _deck_size(self) -> int:
        return codes.BOX * decks_used(self.players)

    def layout(self) -> Layout:
        """KARMA-3: the starter, the face-down cards by place, hands, draw pile (top first)."""
        cards = self._deck_size()
        zones = [*by_seat("face_down", self.players, codes.PLACES), *by_seat("hand", self.players, codes.DEALT)]
        pile = ("deck", cards - self.players * (codes.PLACES + codes.DEALT))
        fault = f"KARMA-2: these are not the {cards} cards of this game, each once"
        return [starter(self.players, self.starter), Lot(CARD, range(cards), [*zones, pile], fault)]

    def _draw(self, rng: Rng) -> int:
        """The starter, then all cards: three face down for each, six in hand for each, the draw pile."""
        self.pool[0] = self._draw_starter(self.starter, rng)
        count = self._deck_size()
        for card in range(count):
            self.pool[1 + card] = card
        rng._shuffle(self.pool, 1, count)
        return 1 + count

    def _deal(self) -> None:
        """KARMA-3"""
        self.cards = self._deck_size()
        self.first = self.pool[0]
        self.turn = self.first
        card = 1
        for place in range(codes.PLACES * self.players):
            self.face_down[place] = self._face(self.pool[card])
            card += 1
        for seat in range(self.players):
            for _ in range(codes.DEALT):
                counted.add(self.hands, seat, self._face(self.pool[card]), 1)
                card += 1
        self.left = self.cards + 1 - card
        for place in range(self.left):
            self.stock[self.left - 1 - place] = self._face(self.pool[card + place])
        self.choosing = (1 << self.players) - 1
        self.round += 1
        self.stage = stages.PLAYING

    # ---- what a seat cannot know -----------------------------------------------------------------

    def _know(self, seat: int, face: int, copies: int) -> None:
        """ALL-4: so many copies are known to be in a hand, if it has them."""
        known = counted.copies_of(self.seen, seat, face)
        held = counted.copies_of(self.hands, seat, face)
        more = min(copies, held) - known
        if more > 0:
            counted.add(self.seen, seat, face, more)

    def _resample(self, seat: int, rng: Rng) -> None:
        """The draw pile, the face-down cards, and of the other hands what nobody saw go there."""
        count = self._gather(seat)
        rng._shuffle(self.pool, 0, count)
        for other in range(self.players):
            if other != seat:
                unseen = counted.size(self.hands, other) - counted.size(self.seen, other)
                self.hands[2 * other] = self.seen[2 * other]
                self.hands[2 * other + 1] = self.seen[2 * other + 1]
                count = self._redeal(self.hands, other, unseen, count)
                if self.choosing:  # KARMA-3: what others have chosen is not shown yet
                    chosen = counted.size(self.face_up, other)
                    self.face_up[2 * other] = 0
                    self.face_up[2 * other + 1] = 0
                    count = self._redeal(self.face_up, other, chosen, count)
        for place in range(codes.PLACES * self.players):
            if self.face_down[place] and not (self.premonition and place // codes.PLACES == seat):
                count -= 1
                self.face_down[place] = self.pool[count]
        for place in range(self.left):
            self.stock[place] = self.pool[place]
        if self.premonition:
            self._mix(seat, rng)

    @cython.final
    def _gather(self, seat: int) -> int:
        """All cards that the seat cannot see into `pool`, by face; returns how many."""
        for face in range(codes.FACES):
            self.moves[face] = 0
        for place in range(self.left):
            self.moves[self.stock[place]] += 1
        for place in range(codes.PLACES * self.players):
            if not (self.premonition and place // codes.PLACES == seat):
                self.moves[self.face_down[place]] += 1
        for other in range(self.players):
            if other != seat:
                self._tally(self.hands, other, 1)
                self._tally(self.seen, other, -1)
                if self.choosing:
                    self._tally(self.face_up, other, 1)
        count = 0
        for face in range(1, codes.FACES):
            for _ in range(self.moves[face]):
                self.pool[count] = face
                count += 1
        return count

    @cython.final
    def _tally(self, zone: list[int], seat: int, sign: int) -> None:
        for face in range(1, codes.FACES):
            self.moves[face] += sign * counted.copies_of(zone, seat, face)

    @cython.final
    def _redeal(self, zone: list[int], seat: int, number: int, count: int) -> int:
        """Deals cards from the end of the pool; returns how many are left in it."""
        for card in range(count - number, count):
            counted.add(zone, seat, self.pool[card], 1)
        return count - number

    @cython.final
    def _mix(self, seat: int, rng: Rng) -> None:
        """KARMA-4: the seat knows which cards its face-down ones are, not which lies where."""
        count = 0
        for face in range(1, codes.FACES):
            for place in range(codes.PLACES * seat, codes.PLACES * seat + codes.PLACES):
                if self.face_down[place] == face:
                    self.pool[count] = face
                    count += 1
        rng._shuffle(self.pool, 0, count)
        for place in range(codes.PLACES * seat, codes.PLACES * seat + codes.PLACES):
            if self.face_down[place]:
                count -= 1
                self.face_down[place] = self.pool[count]
