"""Bots decide by what their seat can see. In every game, and a cheater is found out."""

from __future__ import annotations

import sys
from functools import cache
from types import FrameType
from typing import Any
from zlib import crc32

import pytest

from kartarna import COMPILED, bots
from kartarna.bots.honesty import Dishonest, HonestyProbe, check, compare, positions
from kartarna.bots.story import Story
from kartarna.core.history import History
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import get
from tests.bots.outside import outside
from tests.variants import VARIANTS, name

__all__ = ["outside"]

Variant = tuple[str, int, dict[str, Any]]
NAMED = {name(variant): variant for variant in VARIANTS}
ITERATIONS = 100 if COMPILED else 10
EVERY_GAME = [variant for variant in VARIANTS if not variant[2] and variant[1] in (get(variant[0]).players[0], 4)]


@cache
def game_of(variant: str) -> list[HonestyProbe]:
    """Positions throughout a game of this variant."""
    game, players, options = NAMED[variant]
    return list(positions(get(game), players, options, seed=3, count=20))


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
@pytest.mark.parametrize("bot", bots.OWN.values(), ids=lambda bot: bot.name)
def test_the_same_decision_in_twin_worlds(bot: bots.Bot, variant: Variant) -> None:
    assert compare(bot, game_of(name(variant)), ITERATIONS) > 0


class Historian:
    """Decides by everything that it is told of how the round came about, and by another round of its own."""

    name = "historian"
    reads_story = True

    def choose(self, observation: bots.Observation) -> int:
        assert observation.history
        rounds = observation.history, observation.imagine_history()
        told = [(past.due.snapshot(), past.entries, past.now.snapshot()) for past in rounds]
        return by(crc32(repr((told, observation.story, observation.world.snapshot())).encode()), observation)


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if variant[1] <= 5], ids=name)
def test_what_a_bot_is_told_is_the_same_in_twin_worlds(variant: Variant) -> None:
    assert compare(Historian(), game_of(name(variant))) > 0


# ---- cheaters -------------------------------------------------------------------------------------------


def by(number: int, observation: bots.Observation) -> int:
    legal = observation.legal()
    return legal[number % len(legal)]


class Peeker:
    """Looks through the callers' frames for a state that is not the imagined one."""

    name = "peeker"

    def choose(self, observation: bots.Observation) -> int:
        frame: FrameType | None = sys._getframe()
        while frame:
            for value in frame.f_locals.values():
                if isinstance(value, State) and value.snapshot() != observation.world.snapshot():
                    return by(crc32(value.snapshot()), observation)
            frame = frame.f_back
        return by(0, observation)


class Gossip:
    """Has the hands of all seats that it plays, by asking itself."""

    name = "gossip"

    def __init__(self) -> None:
        self.known: dict[int, bytes] = {}

    def choose(self, observation: bots.Observation) -> int:
        self.known[observation.seat] = observation.world.snapshot()
        return by(sum(crc32(world) for world in self.known.values()), observation)


@pytest.mark.parametrize("cheater", [Peeker, Gossip])
@pytest.mark.parametrize("variant", EVERY_GAME, ids=name)
def test_a_cheater_is_found_out(cheater: type[Peeker | Gossip], variant: Variant) -> None:
    with pytest.raises(Dishonest, match="decides by more than seat"):
        compare(cheater(), game_of(name(variant)))


@pytest.mark.usefixtures("outside")
@pytest.mark.parametrize("peeker", ["peeker", "remembers"])
def test_in_a_process_of_its_own_there_is_nothing_to_peek_at(peeker: str) -> None:
    assert check(bots.get(peeker), get("gap"), 2, questions=12) > 0


def test_a_bot_that_forfeits_is_not_called_honest() -> None:
    class Silent:
        name = "silent"

        def choose(self, observation: bots.Observation) -> int:
            raise NotImplementedError(observation.seat)

    with pytest.raises(Dishonest, match="forfeits"):
        check(Silent(), get("gap"), 2, questions=1)


# ---- the story --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_a_story_tells_a_seat_no_more_than_it_sees(variant: Variant) -> None:
    """Two worlds that look alike before and after a decision are told alike."""
    game, players = get(variant[0]), variant[1]
    compared = 0
    for position in game_of(name(variant)):
        rng = Rng(position.seed)
        action = position.state.greedy(position.seat, rng)
        true = told(variant[0], position.state, position.seat, action)
        for viewer in range(players):
            twin = position.state.clone()
            twin.resample(viewer, rng)
            if twin.refusal(position.seat, action):
                continue
            other = told(variant[0], twin, position.seat, action)
            if game.view(true[0], viewer) == game.view(other[0], viewer):
                assert true[1].account(viewer).story == other[1].account(viewer).story
                compared += 1
    assert compared


def told(game: str, state: State, seat: int, action: int) -> tuple[State, Story]:
    story = Story(get(game), state.players)
    step = History(get(game), state).decide(seat, action)
    story.add(step)
    return step.after, story
