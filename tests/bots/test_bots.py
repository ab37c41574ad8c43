"""The quick bots: legal decisions, from an imagined world only, the same for the same random numbers."""

from __future__ import annotations

import pytest

from kartarna import bots
from kartarna.core.errors import OptionError
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import seats_of
from kartarna.games import get
from tests.variants import VARIANTS, name

Variant = tuple[str, int, dict[str, object]]
FEW = 5  # iterations: enough to play by the rules


@pytest.mark.parametrize("bot", bots.OWN)
@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_a_bot_plays_any_game_to_its_end(variant: Variant, bot: str) -> None:
    game, players, options = variant
    state = get(game).new(players, options)
    rng = Rng(1)
    while not state.over():
        if state.due():
            state.deal(state.draw(rng))
        seat = seats_of(state.waiting())[0]
        state.apply(seat, bots.decide(bots.get(bot), state, seat, rng, iterations=FEW))
    assert state.winners() >> players == 0


class Spy:
    """Remembers the worlds it is handed, and those it imagines itself."""

    name = "spy"

    def __init__(self) -> None:
        self.worlds: list[State] = []

    def choose(self, sight: bots.Sight) -> int:
        self.worlds += [sight.world, sight.imagine()]
        return sight.legal()[0]


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_a_bot_is_handed_an_imagined_world(variant: Variant) -> None:
    game, players, options = variant
    state = get(game).new(players, options)
    state.deal(state.draw(Rng(3)))
    before = state.snapshot()
    seat = seats_of(state.waiting())[0]
    spy = Spy()
    for seed in range(5):
        bots.decide(spy, state, seat, Rng(seed))
    assert state.snapshot() == before
    assert all(get(game).view(world, seat) == get(game).view(state, seat) for world in spy.worlds)
    assert len({world.snapshot() for world in spy.worlds}) > 1


def test_twin_worlds_and_the_same_random_numbers_give_the_same_decision() -> None:
    state = get("gap").new(4)
    state.deal(state.draw(Rng(3)))
    seat = seats_of(state.waiting())[0]
    twin = state.clone()
    twin.resample(seat, Rng(9))
    for bot in bots.OWN.values():
        here, there = (bots.decide(bot, world, seat, Rng(5), iterations=100) for world in (state, twin))
        assert here == there


def test_random_uses_every_choice() -> None:
    state = get("gap").new(4)
    state.deal(state.draw(Rng(3)))
    seat = seats_of(state.waiting())[0]
    chosen = {bots.decide(bots.get("random"), state, seat, Rng(seed)) for seed in range(200)}
    assert chosen == set(state.legal_actions(seat))


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(OptionError, match="no bot 'genius'; there are: random, greedy"):
        bots.get("genius")
