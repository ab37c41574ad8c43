"""Thinking in slices comes to the same as thinking at once, to the bit, wherever it rests."""

from __future__ import annotations

from typing import TypeVar

import pytest

from kartarna import bots
from kartarna.bots.consult import observe
from kartarna.bots.levels import LEVELS
from kartarna.bots.parallel_search import Budget, Thought, ponder, think
from kartarna.bots.slices import Slices, finish, in_one
from kartarna.coach.hint import Advisor
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import GAMES, get
from tests.fingerprint import next_choice

T = TypeVar("T")
NOW = 0.0  # a moment that is over: to rest as soon as possible


def in_slices(slices: Slices[T]) -> tuple[T, int]:
    """What it comes to, and after how many slices."""
    next(slices)
    count = 0
    try:
        while True:
            count += 1
            slices.send(NOW)
    except StopIteration as done:
        return done.value, count


def choice(game: str) -> tuple[State, int]:
    state: State = get(game).new(3)
    return state, next_choice(state, Rng(4))


def visits(thought: Thought) -> list[tuple[int, int, float, float]]:
    return [(found.action, found.visits, found.total, found.squares) for found in thought.after()]


@pytest.mark.parametrize("game", GAMES)
def test_a_search_finds_the_same(game: str) -> None:
    state, seat = choice(game)
    for level in LEVELS:
        settings, budget = level.settings(game, 3), Budget(min(500, level.budget(game, 3)))
        sliced, count = in_slices(ponder(state, seat, settings, budget, Rng(9)))
        assert visits(sliced) == visits(think(state, seat, settings, budget, Rng(9)))
        assert count > budget.iterations // 50


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_decides_the_same_and_a_hint_says_the_same(game: str) -> None:
    state, seat = choice(game)
    sliced, count = in_slices(bots.consulting(bots.get("strong"), state, seat, Rng(3), iterations=400))
    assert sliced.action == bots.consult(bots.get("strong"), state, seat, Rng(3), iterations=400).action
    assert count > 5
    one, other = Advisor(observe(state, seat, Rng(8))), Advisor(observe(state, seat, Rng(8)))
    _, count = in_slices(one.ponder())
    assert count > 100
    assert one.ready
    assert [one.hint(depth) for depth in (1, 2, 3)] == [other.hint(depth) for depth in (1, 2, 3)]


def test_a_time_ends_a_search_in_slices_too() -> None:
    state, seat = choice("gap")
    settings = LEVELS[-1].settings("gap", 3)
    thought, _ = in_slices(ponder(state, seat, settings, Budget(10_000_000, seconds=0.05), Rng(9)))
    assert 0 < sum(found.visits for found in thought.after()) < 10_000_000


def test_work_that_cannot_rest_is_one_slice() -> None:
    assert in_slices(in_one(lambda: 7)) == (7, 1)
    assert finish(in_one(lambda: 7)) == 7
