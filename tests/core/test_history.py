"""The one engine of a game's past: what cannot follow is refused, and what may happen is known."""

from __future__ import annotations

import pytest

from kartarna.core.deal import spell_deal
from kartarna.core.errors import RecordError
from kartarna.core.history import History
from kartarna.core.record import Happening
from kartarna.core.recorder import entry_of
from kartarna.core.rng import Rng
from kartarna.core.step import Decided
from kartarna.games import get
from tests.positions import recorded


def test_a_step_of_another_position_does_not_follow() -> None:
    history = History(get("gap"), get("gap").new(2))
    history.deal_random(Rng(1))
    step = history.step(
        Decided(history.state.waiting() - 1, history.state.legal_actions(history.state.waiting() - 1)[0])
    )
    history.add(step)
    with pytest.raises(ValueError, match="does not follow the present state"):
        history.add(step)


def test_gap_9_the_last_round_may_be_called_once() -> None:
    history = History(get("gap"), get("gap").new(2, {"timed": True}))
    history.deal_random(Rng(1))
    assert history.events() == history.events() == ("last_round",)
    history.happen("last_round")
    assert history.events() == ()


def test_a_deal_may_be_told_by_its_zones() -> None:
    table = recorded("gap", 2)
    outcome = table.state.draw(Rng(1))
    zones = spell_deal(table.game, table.state, outcome)
    table.deal_zones(zones)
    assert table.record.rounds[0].deal == zones


def test_a_take_back_is_some_seats() -> None:
    table = recorded("gap", 2)
    with pytest.raises(RecordError, match="by no seat"):
        entry_of(table.game, table.state, Happening("taken_back"))
