"""TROP as a whole: a plain retelling of the rules, the limits of the interface, the quick player, hidden cards."""

from __future__ import annotations

from collections import Counter

import pytest

from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import get
from kartarna.games.trop.cards import CARDS, spell_all
from kartarna.games.trop.face import number
from kartarna.games.trop.view import hand
from tests.games.test_trop import at, codes, places
from tests.positions import play

# ---- the rules once more, as plainly as can be -----------------------------------------------------------


class Retold:
    """TROP with lists of cards by their notation, without copies, follow-ups or anything quick."""

    def __init__(self, state: State) -> None:
        self.players = state.players
        self.totals = list(state.totals[: state.players])
        self.hands: list[list[str]] = [[] for _ in range(state.players)]
        self.deck = get("trop").census(state)
        self.row: list[str] = []
        self.turn = state.turn
        self.step = 1
        self.turns = 0
        self.over = False

    def play(self, decisions: list[str]) -> None:
        """A whole turn: `draw`, or a card and perhaps a card of the row."""
        hand = self.hands[self.turn]
        card = decisions[0]
        if card == "draw":
            assert len(hand) < 3
            hand.append(self.deck.pop(0))
        else:
            hand.remove(card)
            self.act(card, hand, decisions[1:])
            self.row.append(card)
        if sum(map(self.number, self.row)) > 21:
            self.score(self.turn)
        else:
            self.move_on()

    def act(self, card: str, hand: list[str], chosen: list[str]) -> None:
        if card[-1] == "s":
            self.row = [other for other in self.row if self.number(other) != self.number(card)]
        elif card[-1] == "r":
            self.step = -self.step
        elif card[-1] in "dt" and self.row:
            assert bool(chosen) == (len(set(self.row)) > 1)
            gone = chosen[0] if chosen else self.row[0]
            self.row.remove(gone)
            hand += [gone] if card[-1] == "t" else []

    def move_on(self) -> None:
        self.turns += 1
        self.turn = (self.turn + self.step) % self.players
        if self.turns == 300 or not (self.deck or any(self.hands)):
            self.score(None)
        while not self.over and not self.deck and not self.hands[self.turn]:
            self.turn = (self.turn + self.step) % self.players

    def score(self, trop: int | None) -> None:
        self.over = True
        for seat, cards in enumerate(self.hands):
            self.totals[seat] += 0 if seat == trop else sum(map(self.number, cards))

    @staticmethod
    def number(card: str) -> int:
        return int(card.rstrip("srdt"))


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_trop_4_to_12_a_plain_retelling_gives_the_same_games(players: int) -> None:
    rng = Rng(11, players)
    for _ in range(40 // players):
        state = get("trop").new(players)
        while not state.over():
            state.deal(state.draw(rng))
            retold = Retold(state)
            while not state.due() and not state.over():
                retold.play(whole_turn(state, rng))
                assert state.row[: state.length] == codes(" ".join(retold.row))
                for seat, cards in enumerate(retold.hands):
                    assert hand(state, seat) == sorted(codes(" ".join(cards)))
                assert state.turn == retold.turn
            assert retold.over
            assert list(state.totals[:players]) == retold.totals


def whole_turn(state: State, rng: Rng) -> list[str]:
    """Half quick, half random, so that rounds are long and short."""
    seat = state.turn
    decisions = []
    while not decisions or (state.waiting() and state.choosing):
        legal = state.legal_actions(seat)
        action = state.greedy(seat, rng) if rng.below(2) else legal[rng.below(len(legal))]
        decisions.append(get("trop").words.notation(state, seat, action))
        state.apply(seat, action)
    return decisions


# ---- the interface -----------------------------------------------------------------------------------------


def test_max_legal_no_row_offers_more_than_forty_cards() -> None:
    """Different cards with a total of 21 at most: the lowest forty, −3 to 4 with every action."""
    lowest = [card for card in CARDS if sum(map(number, range(1, card + 1))) <= 21]
    assert lowest == list(range(1, 41))
    state = at(" ".join(spell_all(lowest)), "5d", "5")
    assert state.row_total == 20
    play(state, "1 5d")
    assert state.legal_actions(0) == lowest
    assert len(lowest) == state.MAX_LEGAL


def greedy(row: str, *hands: str, first: str = "") -> str:
    state = at(row, *hands)
    if first:
        play(state, first)
    return get("trop").words.notation(state, 0, state.greedy(0, Rng(1)))


def test_the_quick_player_keeps_high_cards_and_does_not_go_trop() -> None:
    assert greedy("5", "9 12", "5") == "draw"
    assert greedy("5", "3 9 12", "5") == "3"
    assert greedy("10 9", "3 3r 1", "5") == "1"
    assert greedy("10 9", "9 12 3s", "5") in {"3s", "9", "12"}  # trop whatever it does
    assert greedy("10 7 3", "8 9 3s", "5") == "3s"
    assert greedy("10 9", "12 4d 9", "5") == "4d"
    assert greedy("10 9", "12 4t 9", "5") == "4t"
    assert greedy("10 9", "12 4t 9", "5", first="1 4t") == "10"
    assert greedy("10 -3 9", "12 4d 9", "5", first="1 4d") == "9"


def test_all_3_resampling_is_uniform_over_what_a_seat_cannot_see() -> None:
    """Six cards unseen, four of them alike: one beside a known card, two in another hand, three in the deck."""
    state = at("10", "1 2", "8 3", "3 3", drawn=87, known=places("", "8"), pile=[*[0] * 87, *codes("3 5 6")])
    worlds: Counter[tuple[int, ...]] = Counter()
    rng = Rng(7)
    for _ in range(6000):
        world = state.clone()
        world.resample(0, rng)
        assert list(world.hands[:3]) == places("1 2")
        assert codes("8")[0] in world.hands[3:6]
        worlds[(*world.hands[3:9], *world.pile[87:])] += 1
    three, five, six = codes("3 5 6")
    expected = Counter[tuple[int, ...]]()
    for place_5 in range(6):
        for place_6 in set(range(6)) - {place_5}:
            cards = [five if place == place_5 else six if place == place_6 else three for place in range(6)]
            expected[(*sorted([0, codes("8")[0], cards[0]]), *sorted([0, *cards[1:3]]), *cards[3:])] += 1
    assert set(worlds) == set(expected)
    mean = 6000 / expected.total()
    chi_squared = sum((worlds[world] - mean * weight) ** 2 / (mean * weight) for world, weight in expected.items())
    assert len(expected) == 21
    assert chi_squared < 45.3  # χ², 20 degrees of freedom, p = 0.001
