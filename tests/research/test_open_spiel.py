"""The games for OpenSpiel pass its own test, and its search and solvers work on them."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python import observation
from open_spiel.python.algorithms import cfr, exploitability, ismcts, mcts

from kartarna.core.errors import OptionError
from kartarna.games import OWN
from kartarna.research.open_spiel import SpielState, resampler, short_name


def decided(state: SpielState, count: int, seed: int) -> SpielState:
    """So many random decisions later; no deal is due then."""
    rng = random.Random(seed)
    while count or state.world.due():
        player = state.current_player()
        outcomes = [outcome for outcome, _ in state.chance_outcomes()] if player < 0 else state._legal_actions(player)
        assert outcomes == sorted(outcomes)
        count -= player >= 0
        state.apply_action(rng.choice(outcomes))
    return state


@pytest.mark.parametrize("name", OWN)
def test_its_own_test_with_serialisation(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    game = pyspiel.load_game(short_name(name), {"players": 2, "deals": 3})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert "Simulation" not in capfd.readouterr().err


@pytest.mark.parametrize("name", OWN)
def test_cards_are_dealt_one_by_one(name: str) -> None:
    game = pyspiel.load_game(f"{short_name(name)}(players=3)")
    state = decided(game.new_initial_state(), 8, seed=4)
    again = game.deserialize_state(state.serialize())
    assert again.world.snapshot() == state.world.snapshot()
    assert again.recall == state.recall
    twin = state.clone()
    decided(twin, 1, seed=1)
    assert twin.world.snapshot() != state.world.snapshot()


@pytest.mark.parametrize("name", OWN)
def test_tensor_and_text_are_the_same_in_worlds_that_a_seat_cannot_tell_apart(name: str) -> None:
    game = pyspiel.load_game(short_name(name), {"deals": 2})
    state = decided(game.new_initial_state(), 6, seed=2)
    observer = observation.make_observation(game)
    for seat in range(2):
        imagined = [resampler(seed)(state, seat) for seed in range(6)]
        observer.set_from(state, seat)
        tensor = observer.tensor.copy()
        assert tensor.any()
        for world in imagined:
            observer.set_from(world, seat)
            assert (observer.tensor == tensor).all()
            assert observer.string_from(world, seat) == observer.string_from(state, seat)
            assert world.information_state_string(seat) == state.information_state_string(seat)
            assert not world.history()
        assert len({world.world.snapshot() for world in imagined}) > 1


@pytest.mark.parametrize("name", OWN)
def test_search_of_open_spiel_finds_a_legal_decision(name: str) -> None:
    game = pyspiel.load_game(short_name(name), {"deals": 2})
    state = decided(game.new_initial_state(), 4, seed=3)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 3, random_state=np.random.RandomState(2))
    bot.set_resampler(resampler(5))
    assert bot.step(state) in state._legal_actions(state.current_player())


def test_regret_minimisation_solves_the_end_of_a_round() -> None:
    """GAP for two: after eight decisions there is little left to do, and much that is not known."""
    game = pyspiel.load_game("kartarna_gap(rounds=1,after=8,deals=6)")
    solver = cfr.CFRSolver(game)
    solver.evaluate_and_update_policy()
    before = exploitability.exploitability(game, solver.average_policy())
    for _ in range(30):
        solver.evaluate_and_update_policy()
    assert before > 0.05
    assert exploitability.exploitability(game, solver.average_policy()) < before / 4


@pytest.mark.parametrize("name", ["three", "trop", "gap"])
def test_it_can_end_with_a_round_before_the_game_is_over(name: str) -> None:
    game = pyspiel.load_game(short_name(name), {"deals": 2, "last": 1})
    state, rng = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        player = state.current_player()
        outcomes = [outcome for outcome, _ in state.chance_outcomes()] if player < 0 else state._legal_actions(player)
        state.apply_action(rng.choice(outcomes))
    assert state.world.round == 1
    totals = [state.world.total(seat) for seat in range(2)]
    assert state.returns() == [float((a > b) - (a < b)) for a, b in (totals, totals[::-1])]


def test_a_later_start_needs_worlds_and_a_game_that_still_runs() -> None:
    for wrong, why in (("after=3", "needs deals"), ("after=500,deals=2,rounds=1", "smaller")):
        with pytest.raises(OptionError, match=why):
            pyspiel.load_game(f"kartarna_gap({wrong})")
