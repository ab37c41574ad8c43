"""Each press tells more: no depth repeats what the one before has told."""

from __future__ import annotations

import pytest

from kartarna.bots.consult import observe
from kartarna.bots.honesty import positions
from kartarna.coach.hint import CHOICE, COSTS, PLACE, Advisor
from kartarna.core.rng import Rng
from kartarna.games import OWN, get


def advisors(game: str) -> list[Advisor]:
    probes = positions(get(game), get(game).players[0], None, seed=2, count=6)
    return [Advisor(observe(probe.state, probe.seat, Rng(5))) for probe in probes]


@pytest.mark.parametrize("game", OWN)
def test_every_press_tells_something_new(game: str) -> None:
    for advisor in (advisor for advisor in advisors(game) if len(advisor.offered) > 1):
        first, second, third = (advisor.hint(depth) for depth in (PLACE, COSTS, CHOICE))
        assert {event.kind for event in first.events}.isdisjoint(event.kind for event in second.events + third.events)
        if advisor.costly():
            assert (second.depth, second.costly) == (COSTS, advisor.costly())
            assert not any(event in third.events for event in second.events)
        else:
            assert second == third


def test_one_choice_is_told_at_once() -> None:
    [single, *_] = [advisor for game in OWN for advisor in advisors(game) if len(advisor.offered) == 1]
    assert single.hint(PLACE).depth == CHOICE
