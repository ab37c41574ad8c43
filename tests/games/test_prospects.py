"""What seats can expect, what a seat imagines, and what it may forget: in every game."""

from __future__ import annotations

from statistics import fmean
from typing import Any

import pytest

from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import seats_of
from kartarna.games import get
from tests.positions import dealt, edited
from tests.variants import VARIANTS, name

Variant = tuple[str, int, dict[str, Any]]


def played(variant: Variant, decisions: int) -> State:
    game, players, options = variant
    rng = Rng(2)
    state: State = get(game).new(players, options)
    while decisions and not state.over():
        if state.due():
            state.deal(state.draw(rng))
        seat = seats_of(state.waiting())[0]
        state.apply(seat, state.greedy(seat, rng))
        decisions -= 1
    return state


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
@pytest.mark.parametrize("decisions", [0, 30, 10_000])
def test_the_shares_of_the_win_make_one(variant: Variant, decisions: int) -> None:
    state = played(variant, decisions)
    assert sum(state.prospects()) == pytest.approx(1 if state.winners() or not state.over() else 0)


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_at_the_end_the_winners_share_it(variant: Variant) -> None:
    state = played(variant, 100_000)
    winners = seats_of(state.winners())
    assert state.prospects() == [1 / len(winners) if seat in winners else 0 for seat in range(state.players)]


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_what_a_seat_imagines_looks_to_it_like_the_truth(variant: Variant) -> None:
    state = played(variant, 30)
    for seat in range(state.players):
        world = state.clone()
        world.imagine(seat, Rng(seat))
        assert get(variant[0]).view(world, seat) == get(variant[0]).view(state, seat)


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_who_forgets_still_sees_what_lies_there(variant: Variant) -> None:
    state = played(variant, 30)
    legal = [state.legal_actions(seat) for seat in range(state.players)]
    state.forget()
    world = state.clone()
    seat = (seats_of(state.waiting()) or (0,))[0]
    world.resample(seat, Rng(1))
    assert world.legal_actions(seat) == legal[seat]


def test_trop_a_hand_after_a_play_is_imagined_high() -> None:
    """Of three cards people play the lowest: two that are left are higher than any two."""
    state = edited(dealt("trop", 2, {"starter": "1"}), hands=[0, 0, 0, 0, 1, 2], drawn=2)

    def mean(imagine: str) -> float:
        hands = []
        for seed in range(300):
            world = state.clone()
            getattr(world, imagine)(0, Rng(seed))
            hands.append(sum((card - 1) // 5 - 3 for card in world.hands[4:6]))
        return fmean(hands)

    assert mean("imagine") > mean("resample") + 3


def test_trop_what_everyone_saw_go_into_a_hand_is_imagined_there() -> None:
    state = edited(dealt("trop", 2, {"starter": "1"}), hands=[0, 0, 0, 0, 1, 91], known=[0, 0, 0, 0, 0, 91], drawn=2)
    for seed in range(20):
        world = state.clone()
        world.imagine(0, Rng(seed))
        assert world.hands[5] == 91


def test_gap_with_agreed_rounds_a_lead_is_worth_more_in_the_last() -> None:
    early = edited(get("gap").new(2, {"rounds": 8}), round=2, totals=[12, 8])
    late = edited(early, round=7, totals=[42, 38])
    assert 0.5 < early.prospects()[0] < late.prospects()[0]
    timed = edited(get("gap").new(2, {"timed": True}), round=2, totals=[12, 8])
    assert timed.prospects()[0] > early.prospects()[0]
