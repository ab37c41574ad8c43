"""Where several seats choose at the same time (Karma's set-up), each searches its own decision, whoever else waits."""

from __future__ import annotations

import pytest

from kartarna import bots
from kartarna.bots.analysis import analyse
from kartarna.bots.game_settings import settings_for
from kartarna.bots.parallel_search import Budget, think
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import seats_of
from kartarna.games import get
from tests.variants import VARIANTS, name

Variant = tuple[str, int, dict[str, object]]
FEW = 5  # iterations: enough to play by the rules


def positions(variant: Variant) -> list[State]:
    """The first decisions of a game, the highest seat that waits first; KARMA-3: all choose at the same time."""
    game, players, options = variant
    state, rng = get(game).new(players, options), Rng(1)
    state.deal_random(rng)
    found = []
    for _ in range(3):
        found.append(state.clone())
        seat = seats_of(state.waiting())[-1]
        state.apply(seat, state.greedy(seat, rng))
    return found


@pytest.mark.parametrize("level", bots.LEVELS)
@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_every_waiting_seat_gets_a_decision_of_its_own(variant: Variant, level: str) -> None:
    for state in positions(variant):
        for seat in seats_of(state.waiting()):
            answer = bots.consult(bots.get(level), state, seat, Rng(seat), iterations=FEW, watched=True)
            assert answer.forfeit == ""
            assert answer.action in state.legal_actions(seat)


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_a_search_tells_of_the_searching_seats_decisions_and_of_all_of_them(variant: Variant) -> None:
    state = positions(variant)[0]
    for seat in seats_of(state.waiting()):
        for threads in (1, 2):
            found = think(
                state, seat, settings_for(state.GAME, state.players).search, Budget(20, threads=threads), Rng(1)
            )
            assert {entry.seat for entry in found.after()} == {seat}
        prospects = analyse(state, seat, Budget(1))
        assert sorted(prospect.action for prospect in prospects) == sorted(state.legal_actions(seat))


def test_those_who_choose_at_the_same_time_follow_from_the_lowest_seat_on() -> None:
    state = get("karma").new(4)
    state.deal_random(Rng(1))
    found = think(state, 2, settings_for("karma", 4).search, Budget(2_000), Rng(1))
    best = found.after()[0]
    assert {entry.seat for entry in found.after([(2, best.action)])} == {0}


def test_the_lab_also_searches_for_a_seat_that_owes_nothing() -> None:
    """What others will do is told of them, as of the position itself."""
    state = get("gap").new(2, {"starter": 1})
    state.deal_random(Rng(1))
    found = think(state, 1, settings_for("gap", 2).search, Budget(50), Rng(1))
    assert {entry.seat for entry in found.after()} == {0}
