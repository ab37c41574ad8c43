"""The rules of Brod. Sets of cards are masks; the row is in order by itself (cards.py)."""

from __future__ import annotations

from typing import Any

from kartarna.core.layout import CARD, Layout, Lot, by_seat, starter
from kartarna.core.python_state import PythonState
from kartarna.core.rng import Rng
from kartarna_brod.cards import CARDS, COLOURS, cards_of

HAND = 6  # BROD-2
ROW = 3
FURTHER = 2  # BROD-7: what a further card of a colour costs
NUMBER = 0b1111  # the four cards numbered 1
COLOUR = sum(1 << COLOURS * number for number in range(9))  # the nine cards of colour 0
NOBODY = -1  # also: no card

NOT_HELD, LIES_THERE, NO_NEIGHBOUR = 2, 3, 4
REFUSALS = ("", "not_waiting", "not_held", "lies_there", "no_neighbour")


class Brod(PythonState):
    GAME = "brod"
    ACTIONS = CARDS  # a card: of the hand, or the neighbour that is taken
    MAX_LEGAL = HAND

    def __init__(self, players: int, deck: int = 0, fixed_starter: int = NOBODY, rounds: int = 3) -> None:
        super().__init__(players, deck)
        self.fixed_starter = fixed_starter  # ALL-1
        self.rounds = rounds
        self.first = 0  # who starts this round
        self.turn = 0
        self.row = 0
        self.played = NOBODY  # the card put down, while its neighbour is chosen
        self.hands = [0] * players
        self.taken = [0] * players
        self.known = [0] * players  # of the hands, what was shown and taken back (ALL-4)
        self.aside: list[int] = []

    # ---- the deal ----------------------------------------------------------------------------------

    def layout(self) -> Layout:
        """BROD-1, BROD-2: the starter (first round only), hands, row, and the cards laid aside."""
        aside = CARDS - HAND * self.players - ROW
        cards = Lot(
            CARD,
            range(CARDS),
            [*by_seat("hand", self.players, HAND), ("row", ROW), ("aside", aside)],
            "BROD-1: these are not the cards of this game, each once",
        )
        return [cards] if self.round else [starter(self.players, self.fixed_starter), cards]

    def begin(self, outcome: list[int]) -> None:
        *opening, cards = [outcome[:-CARDS], outcome[-CARDS:]] if len(outcome) > CARDS else [outcome]
        self.first = opening[0][0] if opening else (self.first + 1) % self.players  # BROD-9
        self.turn = self.first
        dealt = [mask_of(cards[HAND * seat : HAND * (seat + 1)]) for seat in range(self.players)]
        rest = cards[HAND * self.players :]
        self.hands, self.row, self.aside = dealt, mask_of(rest[:ROW]), rest[ROW:]
        self.taken = [0] * self.players
        self.known = [0] * self.players

    # ---- a turn ------------------------------------------------------------------------------------

    def deciding(self) -> tuple[int, ...]:
        return (self.turn,)

    def choices(self, seat: int) -> list[int]:
        if self.played != NOBODY:
            return self.neighbours(self.played)
        free = [card for card in cards_of(self.hands[seat]) if not self.lies(card)]
        return free or cards_of(self.hands[seat])  # BROD-3

    def lies(self, card: int) -> bool:
        """BROD-3: a card of this number lies in the row."""
        return bool(self.row & NUMBER << card // COLOURS * COLOURS)

    def neighbours(self, card: int) -> list[int]:
        """BROD-4: the next lower card of the row and the next higher one, as far as there are such."""
        lower, higher = self.row & (1 << card) - 1, self.row >> card + 1
        below = [lower.bit_length() - 1] if lower else []
        return below + ([card + (higher & -higher).bit_length()] if higher else [])

    def reason(self, seat: int, action: int) -> int:
        if self.played != NOBODY:
            return NO_NEIGHBOUR
        return LIES_THERE if 0 <= action < CARDS and self.hands[seat] >> action & 1 else NOT_HELD

    def decide(self, seat: int, action: int) -> None:
        if self.played == NOBODY:
            self.hands[seat] ^= 1 << action
            self.known[seat] &= self.hands[seat]
            self.row |= 1 << action
            self.played = action
            around = self.neighbours(action)
            if len(around) > 1:
                return
            action = around[0]  # ALL-8: where there is no choice, it just happens
        self.row ^= 1 << action
        self.taken[seat] |= 1 << action  # BROD-5
        self.played = NOBODY
        self.turn = (seat + 1) % self.players
        if not self.hands[self.turn]:  # BROD-6
            self.end_round([self.score(each) for each in range(self.players)], last=self.round == self.rounds)

    # ---- the score ---------------------------------------------------------------------------------

    def score(self, seat: int) -> int:
        return sum(worth_of(self.taken[seat], colour) for colour in range(COLOURS))

    def best(self) -> list[int]:
        """BROD-8: most points, then most points of the last round; then it is shared."""
        order = [(self.totals[seat], self.points[seat]) for seat in range(self.players)]
        return [seat for seat in range(self.players) if order[seat] == max(order)]

    # ---- what is known of hands ----------------------------------------------------------------------

    def remember(self, seat: int, action: int, seen: Any, after: Any) -> None:
        """ALL-4: a card that was put down and taken back is known to be in that hand."""
        for other in range(self.players):
            self.known[other] |= seen.known[other] & ~after.known[other] & self.hands[other]
        if self.played == NOBODY:
            self.known[seat] |= 1 << action

    def forget(self) -> None:
        self.known = [0] * self.players

    # ---- for bots ----------------------------------------------------------------------------------

    def redeal(self, seat: int, rng: Rng) -> None:
        """Only the row, what was taken, the own hand and what is known of the others are seen."""
        seen = self.row | self.hands[seat]
        for other in range(self.players):
            seen |= self.taken[other] | self.known[other]
        unseen = rng.shuffled([card for card in range(CARDS) if not seen >> card & 1])
        for other in range(self.players):
            if other != seat:
                hidden = (self.hands[other] ^ self.known[other]).bit_count()
                self.hands[other] = self.known[other] | mask_of(unseen[:hidden])
                unseen = unseen[hidden:]
        self.aside = unseen

    def worth(self, seat: int, action: int) -> int:
        """What the collection gains; putting down a high card that others might take costs a little."""
        if self.played != NOBODY:
            return 10 * self.gain(seat, action)
        self.row |= 1 << action
        gains = [self.gain(seat, card) for card in self.neighbours(action)]
        self.row ^= 1 << action
        return 10 * max(gains) - action // COLOURS

    def gain(self, seat: int, card: int) -> int:
        mine, colour = self.taken[seat], card % COLOURS
        return worth_of(mine | 1 << card, colour) - worth_of(mine, colour)

    def standing(self, seat: int) -> float:
        return self.totals[seat] + (self.score(seat) if self.waiting() else 0)

    def to_go(self) -> float:
        """Rounds, and the part of this one that is still in hand."""
        return self.rounds - self.round + self.hands[self.turn].bit_count() / HAND


def worth_of(taken: int, colour: int) -> int:
    """BROD-7: the highest number of a colour, less 2 for each further card of it."""
    cards = taken & COLOUR << colour
    return (cards.bit_length() - 1) // COLOURS + 1 - FURTHER * (cards.bit_count() - 1) if cards else 0


def mask_of(cards: list[int]) -> int:
    return sum(1 << card for card in cards)
