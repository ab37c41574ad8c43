# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""GAP. A card is number × 5 + colour; a set of cards is a mask of 50 bits."""

from __future__ import annotations

from typing import Any

from kartarna.core import bits, stages
from kartarna.core.errors import BadDeal
from kartarna.core.layout import CARD, Layout, Lot, by_seat, starter
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games.gap import codes, row

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]


def scored(cards: int) -> int:
    """GAP-8: plus the colours there are most of, minus the others there are fewest of.

    Four numbers, each a byte: how many cards such a plus colour has, and a minus colour (0: none counts minus),
    how many the plus colours have together, and the minus colours.
    """
    most = 0
    fewest = codes.CARDS
    plus = 0
    minus = 0
    for colour in range(codes.COLOURS):
        count = bits.popcount(cards & codes.COLOUR << colour)
        if count > most:
            most = count
            plus = 0
        if count == most:
            plus += count
        if 0 < count < fewest:
            fewest = count
            minus = 0
        if count == fewest:
            minus += count
    return most | fewest << 8 | plus << 16 | minus << 24 if fewest < most else most | plus << 16


def score_of(cards: int) -> int:
    points = scored(cards)
    return (points >> 16 & 255) - (points >> 24)


def in_game(card: int, left_out: int) -> bool:
    """GAP-1: not of a colour that is left out."""
    return not left_out >> card % codes.COLOURS & 1


def is_better(best: int, when: int, other_best: int, other_when: int) -> bool:
    """GAP-9: among equals the better single round decides, then the earlier one."""
    return best > other_best or (best == other_best and when < other_when)


class GapRules(State):
    GAME = "gap"
    ACTIONS = 50  # a card, from the hand or from the row
    MAX_LEGAL = 6  # a card of the hand, or one of at most five equal numbers

    def __init__(
        self,
        players: int,
        deck: int = 0,
        starter: int = -1,
        target: int = 30,
        rounds: int = 0,
        extra: int = 0,
    ) -> None:
        State.__init__(self, players, deck)
        self.starter = starter  # the seat fixed by the table, or −1
        self.first = 0  # who starts this round
        self.target = target  # 0 where a number of rounds or a time was agreed
        self.rounds = rounds
        self.extra = extra  # the table wants one more round to decide a tie
        self.last = 0  # this round is the last
        self.tied = 0  # who can still win, in the extra round
        self.left_out = 0  # mask of colours
        self.turn = 0
        self.played = 0  # the card on its way, while something is offered
        self.drawn = 0  # cards of the pile that have come out
        self.cards = 0
        self.best = [0] * 6
        self.best_round = [0] * 6
        self.row = 0
        self.offer = 0  # equal cards of the row to choose one of
        self.later = 0  # … and those to choose from after that
        self.chosen = 0
        self.hands = [0] * 6
        self.known = [0] * 6  # of the hands, what was shown and taken back (ALL-4)
        self.taken = [0] * 6
        self.pile = [0] * 50

    # ---- the deal ------------------------------------------------------------------------------

    @cython.final
    def _colours_out(self) -> int:
        """GAP-1: two players leave out two colours, three leave out one."""
        return 4 - self.players if self.players < 4 else 0

    @cython.final
    def _cards_dealt(self) -> int:
        return codes.CARDS - codes.NUMBERS * self._colours_out()

    @cython.final
    def _hand_size(self) -> int:
        """GAP-2"""
        return 6 if self.players <= 4 else 5

    def layout(self) -> Layout:
        """GAP-1, GAP-2: starter and colours left out (first round only), hands, row, deck (top first)."""
        out, hands = self._colours_out(), by_seat("hand", self.players, self._hand_size())
        cards_of = {
            colour: [card for card in range(codes.CARDS) if not in_game(card, 1 << colour)]
            for colour in range(codes.COLOURS)
        }
        deck = self._cards_dealt() - self.players * self._hand_size() - codes.ROW
        first = self.round == 0
        cards = Lot(
            CARD,
            [card for card in range(codes.CARDS) if in_game(card, self.left_out)],
            [*hands, ("row", codes.ROW), ("deck", deck)],
            "GAP-1: these are not the cards of this game, each once",
            without=cards_of if first else {},
        )
        fault = f"GAP-1: {out} different colours must be left out"
        colours = Lot("colour", range(codes.COLOURS), [("left_out", out)], fault)
        return [starter(self.players, self.starter), colours, cards] if first else [cards]

    def _draw(self, rng: Rng) -> int:
        """First round: starter, then the colours left out. Every round: the cards, top first."""
        place = 0
        left_out = self.left_out
        if self.round == 0:
            self.pool[0] = self._draw_starter(self.starter, rng)
            for colour in range(codes.COLOURS):
                self.pool[1 + colour] = colour
            rng._shuffle(self.pool, 1, codes.COLOURS)
            place = 1 + self._colours_out()
            for i in range(1, place):
                left_out |= 1 << self.pool[i]
        start = place
        for card in range(codes.CARDS):
            if in_game(card, left_out):
                self.pool[place] = card
                place += 1
        rng._shuffle(self.pool, start, place - start)
        return place

    def _deal(self) -> None:
        place = 0
        if self.round == 0:
            self.first = self.pool[0]
            place = 1 + self._colours_out()
            for i in range(1, place):
                self.left_out |= 1 << self.pool[i]
        else:
            self.first = (self.first + 1) % self.players  # GAP-10
        self.cards = self._cards_dealt()
        for i in range(self.cards):
            self.pile[i] = self.pool[place + i]
        self.drawn = 0
        for seat in range(self.players):
            self.taken[seat] = 0
            self.hands[seat] = 0
            self.known[seat] = 0
            for _ in range(self._hand_size()):
                self.hands[seat] |= codes.ONE << self.pile[self.drawn]
                self.pile[self.drawn] = 0
                self.drawn += 1
        self.row = 0
        self._refill()
        self.turn = self.first
        self.turns = 0
        self.round += 1
        self.stage = stages.PLAYING

    @cython.final
    def _refill(self) -> None:
        """GAP-6: up to four cards in the row while the deck lasts; a longer row stays."""
        while bits.popcount(self.row) < codes.ROW and self.drawn < self.cards:
            self.row |= codes.ONE << self.pile[self.drawn]
            self.pile[self.drawn] = 0
            self.drawn += 1

    # ---- a turn ----------------------------------------------------------------------------------

    def _waiting(self) -> int:
        return 1 << self.turn

    def _legal(self, seat: int) -> int:
        """GAP-4: any card of the hand; or, after it, one of the equal cards on offer."""
        cards = self.offer if self.offer else self.hands[seat]
        count = 0
        while cards:
            self.moves[count] = bits.lowest(cards)
            cards &= cards - 1
            count += 1
        return count

    def _reason(self, seat: int, action: int) -> int:
        return codes.NOT_OFFERED if self.offer else codes.NOT_HELD

    def _apply(self, seat: int, action: int) -> None:
        if self.offer:
            self.chosen |= codes.ONE << action
            self.offer = self.later
            self.later = 0
        else:
            self._play(seat, action)
        self._take_only()
        if not self.offer:
            self._end_turn()

    @cython.final
    def _play(self, seat: int, card: int) -> None:
        self.hands[seat] ^= codes.ONE << card
        self.known[seat] &= self.hands[seat]
        self.played = card
        self.chosen = row.same(self.row, card)  # GAP-3 a: all of them
        if not self.chosen:  # GAP-3 b: one of each
            self.offer = row.below(self.row, card)
            self.later = row.above(self.row, card)

    @cython.final
    def _take_only(self) -> None:
        """ALL-8: where there is no choice, it just happens."""
        while self.offer | self.later and bits.popcount(self.offer) < 2:
            self.chosen |= self.offer
            self.offer = self.later
            self.later = 0

    @cython.final
    def _end_turn(self) -> None:
        if self.chosen:
            self.row ^= self.chosen
            self.taken[self.turn] |= self.chosen | codes.ONE << self.played  # GAP-5
        else:
            self.row |= codes.ONE << self.played  # GAP-3 c
        self.chosen = 0
        self.played = 0
        self._refill()
        self.turns += 1
        self.turn = (self.turn + 1) % self.players
        if not self.hands[self.turn]:  # GAP-7
            self._end_round()

    # ---- the score -------------------------------------------------------------------------------

    @cython.final
    def _score(self, seat: int) -> int:
        return score_of(self.taken[seat])

    def score(self, seat: int) -> int:
        """What the cards a seat has taken are worth now."""
        return self._score(self._seat(seat))

    @cython.final
    def _end_round(self) -> None:
        for seat in range(self.players):
            points = self._score(seat)
            self.points[seat] = points
            self.totals[seat] += points
            if self.round == 1 or points > self.best[seat]:
                self.best[seat] = points
                self.best_round[seat] = self.round
        self.stage = stages.DUE
        if self.tied:
            self.stage = stages.OVER
        elif self._finished():
            leaders = self._leaders((1 << self.players) - 1)
            if self.extra and leaders & (leaders - 1):
                self.tied = leaders  # GAP-9: one more round decides
            else:
                self.stage = stages.OVER

    @cython.final
    def _finished(self) -> bool:
        """GAP-9, ALL-5"""
        if self.last or self.round >= stages.LAST_ROUND or self.round == self.rounds:
            return True
        if self.target:
            for seat in range(self.players):
                if self.totals[seat] >= self.target:
                    return True
        return False

    @cython.final
    def _leaders(self, among: int) -> int:
        """Of these seats, those with the most points."""
        most = -10000
        leaders = 0
        for seat in range(self.players):
            if among >> seat & 1 and self.totals[seat] >= most:
                if self.totals[seat] > most:
                    leaders = 0
                most = self.totals[seat]
                leaders |= 1 << seat
        return leaders

    @cython.final
    def _best_of(self, among: int) -> int:
        """Of these seats, those with the best single round."""
        winners = 0
        for seat in range(self.players):
            if among >> seat & 1:
                if not winners or self._beats(seat, bits.lowest(winners)):
                    winners = 1 << seat
                elif not self._beats(bits.lowest(winners), seat):
                    winners |= 1 << seat
        return winners

    @cython.final
    def _beats(self, seat: int, other: int) -> bool:
        return is_better(self.best[seat], self.best_round[seat], self.best[other], self.best_round[other])

    def _winners(self) -> int:
        """GAP-9: the total, then the better single round; then it is shared."""
        return self._best_of(self._in_front())

    @cython.final
    def _in_front(self) -> int:
        """GAP-9: of those who can win, the seats with the most points."""
        return self._leaders(self.tied if self.tied else (1 << self.players) - 1)

    def in_front(self) -> int:
        return self._in_front()

    def happen(self, event: str) -> None:
        """GAP-9: the agreed time is over, so the current round becomes the last."""
        if event != "last_round":
            raise BadDeal(f"{event!r} cannot happen in GAP; only 'last_round' can")
        if self.target or self.rounds:
            raise BadDeal("GAP-9: only a table with an agreed time calls the last round")
        if self.stage == stages.OVER or self.last:
            raise BadDeal("GAP-9: the last round is already under way")
        self.last = 1

    # ---- what a seat cannot know -----------------------------------------------------------------

    def remember(self, seat: int, action: int, seen: Any, after: Any) -> None:
        """ALL-4: a card that was played and taken back is known to be in that hand."""
        shown, before = seen.known, after.known
        for other in range(self.players):
            self.known[other] |= shown[other] & ~before[other] & self.hands[other]
        if action >= 0 and not self.offer:
            self.known[seat] |= codes.ONE << action

    def forget(self) -> None:
        for seat in range(self.players):
            self.known[seat] = 0

    def _resample(self, seat: int, rng: Rng) -> None:
        """All cards but the seat's hand, the row and what was taken may lie anywhere unseen."""
        seen = self.row | self.hands[seat]
        for other in range(self.players):
            seen |= self.taken[other] | self.known[other]
        for colour in range(codes.COLOURS):
            if self.left_out >> colour & 1:
                seen |= codes.COLOUR << colour
        if self.offer:
            seen |= codes.ONE << self.played
        unseen = codes.DECK & ~seen
        count = 0
        while unseen:
            self.pool[count] = bits.lowest(unseen)
            unseen &= unseen - 1
            count += 1
        rng._shuffle(self.pool, 0, count)
        for other in range(self.players):
            if other != seat:
                hidden = bits.popcount(self.hands[other] ^ self.known[other])
                self.hands[other] = self.known[other]
                for _ in range(hidden):
                    count -= 1
                    self.hands[other] |= codes.ONE << self.pool[count]
        for place in range(self.drawn, self.cards):
            count -= 1
            self.pile[place] = self.pool[count]
