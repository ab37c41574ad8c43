"""Many games at once: the same games as one by one, whatever the number of threads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from kartarna.core.errors import OptionError
from kartarna.core.rng import Rng
from kartarna.games import OWN, get
from kartarna.research.decisions import Decisions, returns, seat_to_move
from kartarna.research.vector import VectorGames


@pytest.mark.parametrize("name", OWN)
def test_each_game_goes_as_it_would_alone(name: str) -> None:
    """The rules step it, with the same random numbers, to its end and into the next game."""
    games = VectorGames(name, 4, 2)
    seen = games.reset(seed=9)
    alone, rng, decisions = get(name).new(2), Rng(9, 2), Decisions(get(name).new(2))
    alone.deal_random(rng)
    ended = 0
    for step in range(1500):
        actions = games.random_actions(seed=step)
        seat = seat_to_move(alone)
        assert seen.seats[2] == seat
        alone.apply(seat, decisions.action(alone, seat, int(actions[2])))
        seen = games.step(actions)
        assert seen.terminations[2] == alone.over()
        assert seen.rewards[2].tolist() == pytest.approx(returns(alone))
        if alone.over():
            ended += 1
            alone = get(name).new(2)
        if alone.due():
            alone.deal_random(rng)
        assert games.state(2).snapshot() == alone.snapshot()
    assert ended


@pytest.mark.parametrize("name", OWN)
def test_threads_change_nothing(name: str) -> None:
    one, two = VectorGames(name, 37, 3), VectorGames(name, 37, 3, threads=2)
    seen = [games.reset(seed=4) for games in (one, two)]
    for step in range(60):
        actions = one.random_actions(seed=step)
        seen = [games.step(actions) for games in (one, two)]
        for ours, theirs in zip(*seen, strict=True):
            assert (ours == theirs).all()
    two.close()


@pytest.mark.parametrize("wrong", [-1, 50, 10**12, 49])
def test_one_illegal_decision_stops_all(wrong: int) -> None:
    games = VectorGames("gap", 3, 2, {"starter": 1})
    seen = games.reset(seed=2)
    actions = games.random_actions(seed=1).astype(np.int64)
    if 0 <= wrong < 50:
        wrong = int(np.flatnonzero(seen.masks[1] == 0)[0])
    actions[1] = wrong
    before = [array.copy() for array in (*seen, games.arrays["states"])]
    with pytest.raises(OptionError, match=f"game 1: the decision {wrong} is not legal"):
        games.step(actions)
    assert all((then == now).all() for then, now in zip(before, (*seen, games.arrays["states"]), strict=True))


@pytest.mark.parametrize("wrong", [[0, 0], [[0], [0], [0]], [0.0, 0.0, 0.0], [True, True, True]])
def test_what_is_no_list_of_decisions_is_refused(wrong: Any) -> None:
    games = VectorGames("gap", 3, 2)
    with pytest.raises(OptionError, match="call reset first"):
        games.step([0, 0, 0])
    games.reset(seed=2)
    with pytest.raises(OptionError, match="3 whole numbers are needed"):
        games.step(wrong)


def test_arrays_are_read_only_and_the_mode_is_declared() -> None:
    games = VectorGames("trop", 3)
    for array in games.reset(seed=1):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    assert games.metadata == {"autoreset_mode": AutoresetMode.SAME_STEP}


def test_a_game_begins_at_a_moment() -> None:
    start = get("trop").new(2)
    start.deal_random(Rng(1))
    games = VectorGames("trop", 5, start=start)
    games.reset(seed=1)
    assert all(games.state(game).snapshot() == start.snapshot() for game in range(5))


def test_nothing_to_step_is_refused() -> None:
    over = get("trop").new(2)
    over.playout(0, Rng(1))
    with pytest.raises(OptionError, match="earlier moment"):
        VectorGames("trop", 1, start=over)
    with pytest.raises(OptionError, match="at least"):
        VectorGames("trop", 0)
