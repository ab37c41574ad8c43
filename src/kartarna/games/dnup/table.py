# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""The table of dnup: where the cards are, how they move, and which of them a seat has not seen.

Cards of one active value are a row (rows.py). A set is one number: size, value and row, from
4, 4 and 20 bits. It lies in an area; each seat has one area, with two players each has two.
"""

from __future__ import annotations

from kartarna.core import bits, stages
from kartarna.core.layout import CARD, Layout, Lot, by_seat
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games.dnup import codes, rows

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]


PAIRS = [0] * 40960  # the 40 cards of each deck by group: lower value × 16 + higher value
STARS = [0] * 1024  # the star card of each deck


def load_deck(number: int, pairs: list[int], star: int) -> None:
    """Fills the table of a deck that has been checked."""
    for card in range(len(pairs)):
        PAIRS[40 * number + card] = pairs[card]
    STARS[number] = star


def hand_size(players: int) -> int:
    """DNUP-3: fewer players use only the first groups of the deck, and all of these are dealt."""
    if players == 2:
        return 13
    if players == 3:
        return 10
    return 9 if players == 4 else 8


class DnupTable(State):
    def __init__(self, players: int, deck: int = 0, turning: int = 1) -> None:
        State.__init__(self, players, deck)
        self.first = 0  # who was dealt the star card
        self.turning = turning  # the hand may be turned (DNUP-11); 0: only where nothing else can be done
        self.star = -1  # who holds the star card, while nobody else has seen it
        self.turn = 0
        self.area = 0  # that this turn is for
        self.out = -1  # the first player to get rid of all cards
        self.limit = codes.LIMIT  # turns after which the round ends
        self.held = [0] * 5  # the number of cards in each hand
        self.sets = [0] * 5  # by area
        self.lying = 0  # mask of the areas in which a set lies
        self.highest = 0  # DNUP-12: the value of the one set of each size, in one word (rows.py)
        self.counts = [0] * 5  # the number of cards in each hand by active value, in one word (rows.py)
        self.hands = [0] * 50
        self.known = [0] * 50  # of the hands, what everyone saw go there, or saw laid and taken back (ALL-4)
        self.discards = [0] * 10  # rows of the lower value: which way up does not matter any more

    # ---- the deal ------------------------------------------------------------------------------

    def layout(self) -> Layout:
        """DNUP-3: everything is dealt. DNUP-4: a deal says of each card which way up it is."""
        each = hand_size(self.players)
        cards = self.players * each
        fault = f"DNUP-3: these are not the {cards} cards of a game of {self.players}"
        return [Lot(CARD, range(cards), by_seat("hand", self.players, each), fault, sides=2)]

    def _draw(self, rng: Rng) -> int:
        """DNUP-4: the cards hand by hand; a card is its number × 2, and 1 more if its higher value is active."""
        count = self.players * hand_size(self.players)
        for card in range(count):
            self.pool[card] = 2 * card
        rng._shuffle(self.pool, 0, count)
        turned = rng._next()  # a bit for each card
        for place in range(count):
            self.pool[place] |= turned >> place & 1
        return count

    def _deal(self) -> None:
        self._clear()
        each = hand_size(self.players)
        for seat in range(self.players):
            self.points[seat] = 0
            self.held[seat] = each
            for place in range(each * seat, each * (seat + 1)):
                pair = PAIRS[40 * self.deck + (self.pool[place] >> 1)]
                self._put(seat, pair, self.pool[place] & 1)
                if pair == STARS[self.deck]:
                    self.first = seat
        self.star = self.first
        self.turn = self.first  # DNUP-5
        self.area = self.first if self.players > 2 else 2 * self.first + 1  # DNUP-18: one turn, in area 2
        self.out = -1
        self.limit = codes.LIMIT
        self.turns = 0
        self.round += 1
        self.stage = stages.PLAYING

    @cython.final
    def _clear(self) -> None:
        for place in range(50):
            self.hands[place] = 0
            self.known[place] = 0
        for place in range(10):
            self.discards[place] = 0
        for area in range(5):
            self.sets[area] = 0
            self.counts[area] = 0
        self.lying = 0
        self.highest = 0

    @cython.final
    def _put(self, seat: int, pair: int, turned: int) -> None:
        """A card goes into a hand: its lower value is active or, if turned, the higher one."""
        low = pair >> 4
        high = pair & 15
        active = high if turned else low
        self.hands[rows.at(seat, active)] += 1 << rows.place(low + high - active)
        self.counts[seat] += rows.digit(1, active)

    # ---- cards move ------------------------------------------------------------------------------

    @cython.final
    def _play(self, seat: int, value: int, cards: int, size: int) -> None:
        """Cards of one active value leave a hand, in sight of all."""
        self.hands[rows.at(seat, value)] -= cards
        self.counts[seat] -= rows.digit(size, value)
        self.held[seat] -= size
        if self.known[rows.at(seat, value)]:
            self._forget(seat, value, cards)
        if self.star == seat and self._shows_star(value, cards):
            self.star = -1

    @cython.final
    def _forget(self, seat: int, value: int, cards: int) -> None:
        """ALL-4: for each card that was laid, one fewer with that face is known to be in the hand."""
        known = self.known[rows.at(seat, value)]
        while cards:
            place = bits.lowest(cards) & ~1
            laid = cards >> place & 3
            cards ^= laid << place
            seen = known >> place & 3
            known -= min(laid, seen) << place
        self.known[rows.at(seat, value)] = known

    @cython.final
    def _shows_star(self, value: int, cards: int) -> bool:
        low = STARS[self.deck] >> 4
        high = STARS[self.deck] & 15
        if value == low:
            return cards >> rows.place(high) & 3 != 0
        return value == high and cards >> rows.place(low) & 3 != 0

    @cython.final
    def _place(self, area: int, cards: int) -> None:
        """A set comes to lie in an area."""
        self.sets[area] = cards
        self.lying |= 1 << area
        self.highest |= rows.digit(cards >> 20 & 15, cards >> 24)

    @cython.final
    def _lift(self, area: int) -> int:
        """The set of an area, which is empty then."""
        cards = self.sets[area]
        self.sets[area] = 0
        self.lying &= ~(1 << area)
        self.highest &= ~rows.digit(15, cards >> 24)
        return cards

    @cython.final
    def _pick_up(self, seat: int, area: int) -> None:
        """DNUP-12, the golden rule: whatever goes from the table into a hand is turned. All see it (ALL-4)."""
        cards = self._lift(area)
        value = cards >> 20 & 15
        row = cards & codes.ROW
        self.held[seat] += cards >> 24
        while row:
            place = bits.lowest(row) & ~1
            copies = row >> place & 3
            row ^= copies << place
            self.hands[rows.at(seat, rows.other(place))] += copies << rows.place(value)
            self.known[rows.at(seat, rows.other(place))] += copies << rows.place(value)
            self.counts[seat] += rows.digit(copies, rows.other(place))

    @cython.final
    def _discard(self, area: int) -> None:
        cards = self._lift(area)
        value = cards >> 20 & 15
        row = cards & codes.ROW
        while row:
            place = bits.lowest(row) & ~1
            copies = row >> place & 3
            row ^= copies << place
            if rows.place(value) < place:
                self.discards[value - 1] += copies << place
            else:
                self.discards[rows.other(place) - 1] += copies << rows.place(value)

    @cython.final
    def _turn_hand(self, seat: int) -> None:
        """DNUP-11: of each card of a hand, the other value becomes the active one."""
        counts = self._turn_over(self.hands, seat)
        self._turn_over(self.known, seat)
        self.counts[seat] = counts

    @cython.final
    def _turn_over(self, cards: list[int], seat: int) -> int:
        """Turns the rows of a seat; returns the new counts."""
        for value in range(1, 11):
            self.moves[value] = cards[rows.at(seat, value)]
            cards[rows.at(seat, value)] = 0
        counts = 0
        before = self.counts[seat]
        while before:
            value = bits.lowest(before) >> 2
            before &= rows.above(value)
            row = self.moves[value]
            while row:
                place = bits.lowest(row) & ~1
                copies = row >> place & 3
                row ^= copies << place
                cards[rows.at(seat, rows.other(place))] += copies << rows.place(value)
                counts += rows.digit(copies, rows.other(place))
        return counts

    # ---- what a seat cannot know -----------------------------------------------------------------

    def _know(self, seat: int, value: int, place: int, copies: int) -> None:
        """ALL-4: so many copies are known to be in a hand, if it has them."""
        row = rows.at(seat, value)
        known = self.known[row] >> place & 3
        more = min(copies, self.hands[row] >> place & 3) - known
        if more > 0:
            self.known[row] += more << place

    def _resample(self, seat: int, rng: Rng) -> None:
        """The unseen cards may be in any other hand, either way up; only the star card's hand is known (DNUP-5)."""
        count = self._gather(seat)
        rng._shuffle(self.pool, 0, count)
        for other in range(self.players):
            if other != seat:
                unseen = self.held[other]
                self.counts[other] = 0
                for value in range(1, 11):
                    seen = rows.size(self.known[rows.at(other, value)])
                    self.hands[rows.at(other, value)] = self.known[rows.at(other, value)]
                    self.counts[other] += rows.digit(seen, value)
                    unseen -= seen
                if self.star == other:
                    self._put(other, STARS[self.deck], rng._below(2))
                    unseen -= 1
                for _ in range(unseen):
                    count -= 1
                    self._put(other, self.pool[count], rng._below(2))

    @cython.final
    def _gather(self, seat: int) -> int:
        """The cards of the other hands that this seat has not seen, into the pool by their values."""
        for value in range(1, 11):
            self.moves[value] = 0
            for other in range(self.players):
                if other != seat:
                    self.moves[value] += self.hands[rows.at(other, value)] - self.known[rows.at(other, value)]
        count = 0
        for low in range(1, 10):
            for high in range(low + 1, 11):
                pair = low << 4 | high
                copies = (self.moves[low] >> rows.place(high) & 3) + (self.moves[high] >> rows.place(low) & 3)
                if pair == STARS[self.deck] and self.star >= 0 and self.star != seat:
                    copies -= 1
                for _ in range(copies):
                    self.pool[count] = pair
                    count += 1
        return count
