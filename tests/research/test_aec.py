"""The environments for PettingZoo pass its own tests and play every game to its end."""

from __future__ import annotations

from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, seed_test

from kartarna.core.errors import OptionError, RecordError
from kartarna.core.rng import Rng
from kartarna.games import OWN
from kartarna.research.aec import GameEnv, env_id
from kartarna.research.decisions import seat_to_move
from kartarna.research.moment import moment
from tests import variants
from tests.positions import recorded

OURS = [variant for variant in variants.VARIANTS if variant[0] in OWN]


# PettingZoo asks for a bare array of all games but those that it names, and those have masks like ours.
@pytest.mark.filterwarnings("ignore:Observation space for each agent:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.parametrize("variant", [*OURS, *variants.HOUSE], ids=variants.name)
def test_api(variant: tuple[str, int, dict[str, Any]]) -> None:
    name, players, options = variant
    api_test(pettingzoo.make("aec", env_id(name), players=players, options=options), num_cycles=60)


@pytest.mark.parametrize("variant", [*OURS, *variants.HOUSE], ids=variants.name)
def test_the_same_seed_gives_the_same_game(variant: tuple[str, int, dict[str, Any]]) -> None:
    seed_test(lambda: GameEnv(*variant), num_cycles=30)


def play(env: GameEnv, seed: int, most: int = 5000) -> dict[str, float]:
    """A whole game with random agents; what each got."""
    rng, earned = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed)
    for _, agent in zip(range(most), env.agent_iter(most), strict=False):
        observation, reward, terminated, truncated, _info = env.last()
        assert not truncated
        earned[agent] += reward
        assert observation is not None
        legal = np.flatnonzero(observation["action_mask"])
        assert len(legal) or terminated
        env.step(None if terminated else rng.choice(legal))
    assert not env.agents
    return earned


@pytest.mark.parametrize("variant", OURS, ids=variants.name)
def test_random_agents_play_to_the_end(variant: tuple[str, int, dict[str, Any]]) -> None:
    earned = play(GameEnv(*variant), seed=3)
    assert sum(earned.values()) == pytest.approx(0)
    assert max(earned.values()) > 0 or not any(earned.values())


def test_only_who_owes_a_decision_may_decide_something() -> None:
    env = GameEnv("gap", 3, {"starter": 2})
    env.reset(1)
    assert env.agent_selection == "player_1"
    assert [int(env.observe(agent)["action_mask"].sum()) for agent in env.possible_agents] == [0, 6, 0]


def test_a_decision_outside_the_mask_is_refused_and_changes_nothing() -> None:
    env = GameEnv("gap", 2)
    env.reset(1)
    before = env.state_of_game.snapshot()
    for wrong in (50, -1, None, int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])):
        with pytest.raises(OptionError, match="action_mask"):
            env.step(wrong)
    assert env.state_of_game.snapshot() == before


def test_text_and_image_show_what_a_spectator_sees() -> None:
    text, image = GameEnv("trop", 3, render_mode="ansi"), GameEnv("trop", 3, render_mode="rgb_array")
    for env in (text, image):
        env.reset(4)
    shown = text.render()
    assert isinstance(shown, str)
    assert "deck: 90 face down" in shown
    drawn = image.render()
    assert isinstance(drawn, np.ndarray)
    assert (drawn.dtype, drawn.shape[2]) == (np.uint8, 3)
    image.step(0)
    after = image.render()
    assert isinstance(after, np.ndarray)
    assert (drawn != after).any()  # there is a card in a hand now
    with pytest.raises(OptionError, match="render_mode"):
        GameEnv("trop", render_mode="human")


def test_two_worlds_look_the_same_to_a_spectator() -> None:
    """Hidden means hidden, in a picture too."""
    env = GameEnv("gap", 2, render_mode="ansi")
    env.reset(4)
    shown = env.render()
    env.state_of_game.resample(0, env.rng)
    env.state_of_game.resample(1, env.rng)
    assert env.render() == shown


@pytest.mark.parametrize("name", OWN)
def test_any_moment_of_a_record_opens_as_an_environment(name: str) -> None:
    table = recorded(name, 3)
    states = [table.state]
    for _ in range(30):
        if table.state.due():
            table.deal_random(Rng(8))
        else:
            seat = seat_to_move(table.state)
            table.decide(seat, table.state.legal_actions(seat)[0])
        states.append(table.state)
    for steps, state in enumerate(states):
        assert moment(table.record, steps).snapshot() == state.snapshot()
    env = GameEnv(name, start=moment(table.record, 20))
    env.reset(2)
    assert env.state_of_game.snapshot() == states[20].snapshot() or states[20].due()
    assert sum(play(env, 2).values()) == pytest.approx(0)
    for steps in (-1, len(states)):
        with pytest.raises(RecordError, match="there is no step"):
            moment(table.record, steps)
