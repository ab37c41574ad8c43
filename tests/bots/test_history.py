"""Imagined histories: other deals that, with the decisions seen, look the same to a seat all the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from kartarna.bots import account
from kartarna.bots.determinization import ImaginedRound, Recall, imagine_history
from kartarna.bots.honesty import HonestyProbe, positions
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.step import Happened, Step
from kartarna.core.view import View, seats_of
from kartarna.games import get
from tests.positions import recorded
from tests.variants import VARIANTS, name

Variant = tuple[str, int, dict[str, Any]]
NAMED = {name(variant): variant for variant in VARIANTS}


@cache
def asked(variant: str) -> list[HonestyProbe]:
    """Positions throughout a game of this variant."""
    game, players, options = NAMED[variant]
    return list(positions(get(game), players, options, seed=11, count=8 if players < 6 else 2))


def seen(steps: Sequence[Step[Any]], seat: int) -> list[View]:
    return [get(step.after.GAME).view(step.after, seat) for step in steps]


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_a_seat_sees_the_same_all_the_way(variant: Variant) -> None:
    """Every decision is legal there, too; and something hidden differs."""
    differing = 0
    for position in asked(name(variant)):
        true = position.account.steps
        for viewer in {position.seat, (position.seat + 1) % variant[1]}:
            history = imagine_history(true, viewer, Rng(position.seed))
            assert seen(history.steps, viewer) == seen(true, viewer)
            differing += history.now.snapshot() != position.state.snapshot()
    assert differing


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_it_depends_on_nothing_hidden(variant: Variant) -> None:
    """The same random numbers give the same history from the true round and from an imagined one."""
    for position in asked(name(variant)):
        first = imagine_history(position.account.steps, position.seat, Rng(1))
        other = imagine_history(first.steps, position.seat, Rng(2))
        again = imagine_history(other.steps, position.seat, Rng(1))
        assert alike(first) == alike(again)


def test_what_happens_besides_decisions_is_part_of_it() -> None:
    """GAP-9: the agreed time is over in mid-round."""
    table = recorded("gap", 3, timed=True)
    table.deal_random(Rng(4))
    table.decide(*first_decision(table.state))
    table.happen("last_round")
    table.decide(*first_decision(table.state))
    true = account(get("gap"), table.record, 1).steps
    history = imagine_history(true, 1, Rng(5))
    assert history.entries[2] == Happened("last_round")
    assert seen(history.steps, 1) == seen(true, 1)


def test_a_choice_that_is_not_shown_yet_is_imagined_too() -> None:
    """KARMA-3: all choose at the same time."""
    table = recorded("karma", 3)
    table.deal_random(Rng(4))
    table.decide(0, table.state.legal_actions(0)[0])
    true = account(get("karma"), table.record, 1).steps
    histories = [imagine_history(true, 1, Rng(seed)) for seed in range(10)]
    assert all(seen(history.steps, 1) == seen(true, 1) for history in histories)
    assert len({history.entries for history in histories}) > 1


def first_decision(state: State) -> tuple[int, int]:
    (seat,) = seats_of(state.waiting())
    return seat, state.legal_actions(seat)[0]


def alike(history: ImaginedRound) -> tuple[Any, ...]:
    return history.due.snapshot(), history.entries


@pytest.mark.parametrize("game", ["three", "dnup", "trop", "karma", "gap"])
def test_it_ends_in_worlds_as_likely_as_resampled_ones(game: str) -> None:
    """How often each card is in the next player's hand, compared over many draws (chi squared)."""
    position = next(position for position in asked(name((game, 3, {})))[2:] if unseen(position) > 1)
    other = (position.seat + 1) % 3
    recall = Recall(position.account.steps, position.seat)
    rng = Rng(9)
    draws = 400
    imagined, resampled = Counter[str](), Counter[str]()
    for _ in range(draws):
        imagined.update(held(recall.history(rng).now, other))
        world = position.state.clone()
        world.resample(position.seat, rng)
        resampled.update(held(world, other))
    cards = imagined | resampled
    squares = sum((imagined[card] - resampled[card]) ** 2 / (imagined[card] + resampled[card]) for card in cards)
    assert squares < len(cards) + 4 * (2 * len(cards)) ** 0.5


def unseen(position: HonestyProbe) -> int:
    """Cards in the next player's hand that the seat knows nothing of."""
    view = get(position.state.GAME).view(position.state, position.seat)
    hand = view.zone("hand", (position.seat + 1) % view.players)
    return hand.hidden - len(hand.known)


def held(state: State, seat: int) -> tuple[str, ...]:
    return get(state.GAME).view(state, seat).zone("hand", seat).cards
