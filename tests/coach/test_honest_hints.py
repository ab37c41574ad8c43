"""Hints come from what the seat can see: twin worlds give the same ones, to the byte. And a cheater is found out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kartarna import COMPILED
from kartarna.bots.consult import observe
from kartarna.bots.honesty import Dishonest, HonestyProbe, positions, same_in_twins
from kartarna.bots.slices import Slices, in_one
from kartarna.coach import reasons
from kartarna.coach.hint import Advisor
from kartarna.coach.reasons import Explanation, play_on
from kartarna.coach.telling import tellings
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import get
from tests.variants import VARIANTS, name

Variant = tuple[str, int, dict[str, Any]]
ITERATIONS = 200 if COMPILED else 20


@pytest.fixture(autouse=True)
def _few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reasons, "WORLDS", 6)


def probes(variant: Variant) -> list[HonestyProbe]:
    game, players, options = variant
    return list(positions(get(game), players, options, seed=3, count=6))


def advisor(probe: HonestyProbe) -> Advisor:
    observation = observe(probe.state, probe.seat, Rng(probe.seed), account=probe.account)
    return Advisor(replace(observation, iterations=ITERATIONS))


def everything(advised: Advisor) -> bytes:
    """All that a seat can be told: the three depths, and what the coach says to each of its choices."""
    hints = [advised.hint(depth) for depth in (1, 2, 3)]
    return repr((hints, [advised.risk(action) for action in advised.offered])).encode()


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_the_same_hints_in_twin_worlds(variant: Variant) -> None:
    assert same_in_twins(lambda probe: everything(advisor(probe)), probes(variant), "the coach speaks") > 0


class Peeking(Advisor):
    """Looks for the reason in the true world."""

    truth: State

    def why(self, other: int) -> Slices[Explanation | None]:
        known = tellings(self.game.folder)
        outcome = play_on(self.observation, self.truth, other, known, Rng(1))
        found = [telling for telling in known if telling.name in outcome.told]
        return in_one(lambda: Explanation(found[0], 10, 0) if found else None)


@pytest.mark.parametrize("game", ["three", "dnup", "trop", "karma", "gap"])
def test_a_cheating_hint_is_found_out(game: str) -> None:
    def cheat(probe: HonestyProbe) -> bytes:
        peeking = Peeking(advisor(probe).observation)
        peeking.truth = probe.state
        return everything(peeking)

    asked = list(positions(get(game), 3, None, seed=3, count=25))
    with pytest.raises(Dishonest, match="more than seat"):
        same_in_twins(cheat, asked, "a cheater speaks")
