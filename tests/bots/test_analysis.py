"""What each decision is worth: in positions where we know."""

from __future__ import annotations

import pytest

from kartarna.bots.analysis import analyse
from kartarna.bots.parallel_search import Budget
from kartarna.core.errors import OptionError
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import seats_of
from kartarna.games import GAMES, get
from tests.games.dnup_positions import table

BUDGET = Budget(600)


def begun(game: str, players: int) -> tuple[State, int]:
    state = get(game).new(players)
    state.deal(state.draw(Rng(3)))
    return state, seats_of(state.waiting())[0]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_every_legal_decision_has_its_prospect(game: str, players: int) -> None:
    state, seat = begun(game, players)
    prospects = analyse(state, seat, BUDGET)
    assert sorted(prospect.action for prospect in prospects) == sorted(state.legal_actions(seat))
    assert sum(prospect.visits for prospect in prospects) == BUDGET.iterations
    assert all(0 <= prospect.share <= 1 and 0 < prospect.error < 1 for prospect in prospects)


def test_even_a_tiny_budget_tries_everything() -> None:
    state, seat = begun("dnup", 2)
    assert min(prospect.visits for prospect in analyse(state, seat, Budget(1))) == 1
    assert min(prospect.visits for prospect in analyse(state, seat, Budget(1, seconds=0.001))) >= 1


def test_the_last_cards_win_the_game() -> None:
    """dnup, two players: who has one card left may lay it and win the second round; otherwise the other one does."""
    won = table(["7/3", "10/2"], turn=1, area=2, totals=[1, 1])
    best = analyse(won, 0, BUDGET)[0]
    assert get("dnup").words.notation(won, 0, best.action) == "7/3"
    assert best.share == 1.0
    assert best.continuations == ()


def test_continuations_are_told_from_the_likeliest_on() -> None:
    state, seat = begun("gap", 2)
    best = analyse(state, seat, Budget(4000))[0]
    first = [continuation[0].likelihood for continuation in best.continuations]
    assert first == sorted(first, reverse=True)
    assert 0 < sum(first) <= 1
    world = state.clone()
    world.apply(seat, best.action)
    assert best.continuations[0][0].seat == seats_of(world.waiting())[0]


@pytest.mark.parametrize("game", GAMES)
def test_an_analysis_tells_nothing_that_its_seat_cannot_know(game: str) -> None:
    state, seat = begun(game, 2)
    twin = state.clone()
    twin.resample(seat, Rng(8))
    assert twin.snapshot() != state.snapshot()
    assert analyse(state, seat, BUDGET, seed=4) == analyse(twin, seat, BUDGET, seed=4)


def test_threads_share_the_iterations_and_repeat_their_thoughts() -> None:
    state, seat = begun("gap", 4)
    two = Budget(600, threads=2)
    prospects = analyse(state, seat, two)
    assert sum(prospect.visits for prospect in prospects) == 600
    assert prospects == analyse(state, seat, two)


def test_more_thought_is_less_uncertain() -> None:
    state, seat = begun("gap", 2)
    little, much = (analyse(state, seat, Budget(iterations))[0] for iterations in (200, 5000))
    assert much.error < little.error / 2


def test_who_owes_no_decision_has_nothing_to_analyse() -> None:
    state, seat = begun("gap", 2)
    with pytest.raises(OptionError, match="owes no decision"):
        analyse(state, 1 - seat, BUDGET)
