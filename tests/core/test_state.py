"""The checked face of a state: bad arguments get real errors, and nothing changes."""

from __future__ import annotations

import pytest

from kartarna.core.errors import BadDeal, IllegalDecision
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import get
from tests.positions import dealt, edited


def test_before_the_first_deal_nobody_is_waiting() -> None:
    state = get("gap").new(4)
    assert state.due()
    assert state.waiting() == 0
    assert state.legal_actions(0) == []
    assert state.turns_left() == -1
    with pytest.raises(IllegalDecision):
        state.apply(0, 0)
    with pytest.raises(IllegalDecision):
        state.greedy(0, Rng(1))


def test_all_5_where_a_round_cannot_be_endless_there_is_no_limit() -> None:
    assert dealt("gap", 4, {}).turns_left() == -1
    assert dealt("trop", 4, {}).turns_left() == 300


def test_a_round_is_dealt_only_when_one_is_due() -> None:
    state = dealt("gap", 4, {})
    with pytest.raises(BadDeal, match="no round is due"):
        state.draw(Rng(1))
    with pytest.raises(BadDeal, match="no round is due"):
        state.deal([])


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    state = dealt("gap", 4, {})
    for call in (state.legal_actions, state.total, state.round_points):
        with pytest.raises(ValueError, match=f"there is no seat {seat + 1} at a table of 4"):
            call(seat)
    with pytest.raises(ValueError, match="there is no seat"):
        state.resample(seat, Rng(1))


def test_all_1_only_the_seat_whose_turn_it_is_may_decide() -> None:
    state = dealt("gap", 4, {"starter": "1"})
    assert state.refusal(1, 0) == 1
    reason = get("gap").refusal(state, 1, 0)
    assert reason is not None
    assert get("gap").teller(state, "en").say(reason) == "Player 2 has nothing to decide now."


def test_all_6_a_tie_for_first_place_is_shared() -> None:
    """ALL-6"""
    state = edited(get("trop").new(4), stage=2, totals=[7, 9, 9, 3])
    assert state.winners() == 0b0110


def test_nobody_has_won_while_the_game_runs() -> None:
    assert dealt("gap", 4, {}).winners() == 0


def test_only_states_of_one_game_copy_each_other() -> None:
    with pytest.raises(TypeError, match="cannot become a copy"):
        get("gap").new(2).copy_from(get("three").new(2))
    with pytest.raises(ValueError, match="not of this game"):
        get("gap").new(2).restore(b"")


def test_a_resampled_world_after_the_end_is_the_world_itself() -> None:
    state = edited(dealt("gap", 4, {}), stage=2)
    world = state.clone()
    world.resample(0, Rng(1))
    assert world.snapshot() == state.snapshot()


def test_a_game_without_events_refuses_them() -> None:
    with pytest.raises(BadDeal, match="cannot happen in this game"):
        dealt("trop", 2, {}).happen("last_round")


def test_a_playout_is_the_same_as_dealing_and_deciding_step_by_step() -> None:
    quick, slow = get("gap").new(3), get("gap").new(3)
    decisions = quick.playout(0, Rng(5))
    rng = Rng(5)
    for _ in range(decisions):
        if slow.due():
            slow.deal(slow.draw(rng))
        legal = slow.legal_actions(slow.turn)
        slow.apply(slow.turn, legal[rng.below(len(legal))])
    assert slow.snapshot() == quick.snapshot()


def test_the_interface_alone_plays_nothing() -> None:
    with pytest.raises(NotImplementedError):
        State(2).layout()
