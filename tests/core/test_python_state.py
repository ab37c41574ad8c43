"""A game in plain Python on the core: the same compiled and interpreted, and what it raises is heard."""

from __future__ import annotations

import pickle
from collections.abc import Sequence

import pytest

from kartarna.bots.parallel_search import Budget, think
from kartarna.bots.search_settings import SearchSettings
from kartarna.core.errors import BadDeal, IllegalDecision
from kartarna.core.layout import CARD, Layout, Lot, by_seat
from kartarna.core.python_state import MOST_MOVES, PythonState
from kartarna.core.rng import Rng
from kartarna.core.state import load_value
from kartarna.lab.simulate.tally import Tally

CARDS = 8
load_value("hilo", 2, 1.0, 1.0)


class Hilo(PythonState):
    """Two players play a card each, in turn; the higher sum wins. `fault` is the method that fails."""

    GAME = "hilo"
    ACTIONS = CARDS
    MAX_LEGAL = 4

    def __init__(self, players: int = 2, fault: str = "", rounds: int = 1) -> None:
        super().__init__(players)
        self.fault = fault
        self.rounds = rounds
        self.turn = 0
        self.hands: list[list[int]] = [[], []]
        self.sums = [0, 0]

    def may_fail(self, method: str) -> None:
        if self.fault == method:
            raise ZeroDivisionError(method)

    def layout(self) -> Layout:
        return [Lot(CARD, range(CARDS), by_seat("hand", 2, 4), "HILO-1: these are not the cards")]

    def begin(self, outcome: list[int]) -> None:
        self.may_fail("begin")
        self.hands = [sorted(outcome[:4]), sorted(outcome[4:])]

    def deciding(self) -> Sequence[int]:
        self.may_fail("deciding")
        return (7,) if self.fault == "seat" else (self.turn,)

    def choices(self, seat: int) -> Sequence[int]:
        self.may_fail("choices")
        return range(MOST_MOVES + 1) if self.fault == "many" else self.hands[seat]

    def reason(self, _seat: int, _action: int) -> int:
        self.may_fail("reason")
        return 2

    def decide(self, seat: int, action: int) -> None:
        self.may_fail("decide")
        self.hands[seat].remove(action)
        self.sums[seat] += action
        self.turn = 1 - seat
        if not self.hands[self.turn]:
            self.end_round(self.sums, last=self.round == self.rounds, by_limit=self.fault == "limit")

    def redeal(self, seat: int, rng: Rng) -> None:
        self.may_fail("redeal")
        count = len(self.hands[1 - seat])
        unseen = [card for card in range(CARDS) if card not in self.hands[seat]]
        self.hands[1 - seat] = sorted(rng.shuffled(unseen)[:count])

    def worth(self, _seat: int, action: int) -> int:
        self.may_fail("worth")
        return action


def dealt(fault: str = "") -> Hilo:
    state = Hilo(fault=fault)
    state.deal_random(Rng(1))
    return state


def test_a_game_is_played_to_its_end() -> None:
    state = Hilo(rounds=2)
    assert state.playout(3, Rng(1)) == 16
    assert state.over()
    assert (state.round, state.turns, state.turns_left()) == (2, 8, -1)
    assert state.winners() == sum(1 << seat for seat in (0, 1) if state.total(seat) == max(state.totals))
    assert sum(state.prospects()) == 1.0


def test_in_mid_game_nobody_is_ahead_and_there_is_no_limit() -> None:
    state = dealt()
    assert state.prospects() == [0.5, 0.5]
    assert state.turns_left() == -1


def test_a_deal_follows_the_layout() -> None:
    state = Hilo()
    with pytest.raises(BadDeal, match="HILO-1"):
        state.deal([0] * CARDS)
    state.deal(state.draw(Rng(1)))
    assert sorted(state.hands[0] + state.hands[1]) == list(range(CARDS))


def test_a_copy_shares_nothing() -> None:
    state = dealt()
    twin, other = state.clone(), Hilo()
    other.copy_from(state)
    pickled = pickle.loads(pickle.dumps(state))  # noqa: S301
    assert pickled.snapshot() == state.snapshot() == twin.snapshot() == other.snapshot()
    twin.apply(0, twin.hands[0][0])
    assert len(state.hands[0]) == 4
    twin.restore(state.snapshot())
    assert twin.snapshot() == state.snapshot()


def test_what_is_not_held_is_refused() -> None:
    state = dealt()
    with pytest.raises(IllegalDecision):
        state.apply(0, state.hands[1][0])
    assert state.refusal(1, 0) == 1


def test_a_limit_is_counted() -> None:
    state = Hilo(fault="limit")
    state.playout(0, Rng(1))
    assert state.limits == 1


def test_search_and_tally_play_it() -> None:
    tree = SearchSettings().tree(200)
    state = dealt()
    tree.start(state)
    tree.think(state, 0, 100, Rng(1))
    assert sum(visits for _, _, visits, _, _ in tree.after([])) == 100
    tally = Tally(2)
    tally.play(Hilo(), 0, -1, 1, 0, 5)
    assert tally.games == 5


@pytest.mark.parametrize("method", ["deciding", "choices", "decide", "redeal", "worth", "seat", "many"])
def test_what_a_game_raises_in_a_search_is_heard(method: str) -> None:
    state = dealt()
    state.fault = method
    tree = SearchSettings(widening=1.0).tree(200)
    tree.start(state)
    with pytest.raises((ZeroDivisionError, ValueError)):
        tree.think(state, 0, 100, Rng(1))


@pytest.mark.parametrize("method", ["begin", "deciding", "choices", "decide"])
def test_what_a_game_raises_in_a_simulation_is_heard(method: str) -> None:
    with pytest.raises(ZeroDivisionError, match=method):
        Tally(2).play(Hilo(fault=method), 0, -1, 1, 0, 5)


def test_what_a_game_raises_at_a_table_is_heard() -> None:
    state = dealt()
    state.fault = "reason"
    with pytest.raises(ZeroDivisionError, match="reason"):
        state.refusal(0, 99)


def test_a_game_must_fill_in_what_it_is_asked() -> None:
    bare = PythonState(2)
    for method, arguments in (
        (bare.begin, ([],)),
        (bare.deciding, ()),
        (bare.choices, (0,)),
        (bare.decide, (0, 0)),
        (bare.reason, (0, 0)),
        (bare.redeal, (0, Rng(1))),
        (bare.worth, (0, 0)),
    ):
        with pytest.raises(NotImplementedError):
            method(*arguments)


def test_a_thought_in_python_looks_at_the_clock_after_every_iteration() -> None:
    state = dealt()
    thought = think(state, 0, SearchSettings(), Budget(1000, seconds=1e-9), Rng(2))
    assert sum(tried.visits for tried in thought.after()) == 1


def test_a_game_that_does_not_observe_by_itself_leaves_it_to_the_general_encoder() -> None:
    observe = getattr(Hilo(), "_observe", None)  # compiled: only C can call it
    assert observe is None or observe(0, [], 0) is False
