"""Who may enter a tournament: also the cheater, who can never sit down at a table."""

from __future__ import annotations

from dataclasses import fields
from time import perf_counter

import pytest

from kartarna import bots
from kartarna.bots.honesty import compare, positions
from kartarna.bots.levels import Level
from kartarna.bots.search_settings import SearchSettings
from kartarna.core.errors import OptionError
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import GAMES, get
from kartarna.lab.arena import entrants
from kartarna.lab.arena.tournament import Tournament, play
from tests.bots.outside import outside
from tests.positions import dealt

__all__ = ["outside"]


def decided(state: State, seed: int) -> int:
    return entrants.consult(entrants.CHEATER, state, 0, Rng(seed), iterations=400).action


def test_the_cheater_sees_what_it_should_not() -> None:
    """GAP: the card on top of the deck decides which card to play; the honest player cannot know it."""
    state = dealt("gap", 2, {"starter": "1"})
    twins = [state.clone() for _ in range(20)]
    for seed, twin in enumerate(twins):
        twin.resample(0, Rng(seed))
    assert len({decided(twin, 5) for twin in twins}) > 1
    strong = bots.get("strong")
    assert len({bots.consult(strong, twin, 0, Rng(5), iterations=400).action for twin in twins}) == 1


def test_the_cheater_is_no_bot_of_a_table() -> None:
    assert "cheater" not in bots.BOTS
    assert not any(isinstance(bot, entrants.Cheater) for bot in bots.OWN.values())
    with pytest.raises(OptionError, match="no bot 'cheater'"):
        bots.get("cheater")
    with pytest.raises(OptionError, match="no bot 'strong:exploration=1'"):
        bots.get("strong:exploration=1")


@pytest.mark.parametrize("game", GAMES)
def test_no_bot_of_a_table_takes_its_world_for_the_true_one(game: str) -> None:
    for bot in bots.OWN.values():
        if isinstance(bot, Level):
            assert not bot.settings(game, 4).sees_all


def test_at_a_table_even_the_cheater_is_handed_an_imagined_world() -> None:
    assert compare(entrants.CHEATER, list(positions(get("gap"), 2, None, seed=3, count=6)), 50) > 0


def test_it_plays_in_a_tournament() -> None:
    deal = play(Tournament("gap", 2, ("cheater", "strong:rollouts=256:exploration=2"), seed=1, iterations=20), 0)
    assert len(deal.games) == 2
    assert deal.clocks["cheater"].count > 0
    assert deal.forfeits == []


@pytest.mark.parametrize("setting", ["speed=3", "exploration=much", "sees_all=1", "exploration"])
def test_settings_are_checked(setting: str) -> None:
    with pytest.raises(OptionError, match="is no setting: write name=number, with one of iterations"):
        entrants.get(f"strong:{setting}")


@pytest.mark.parametrize(
    "setting", ["iterations=0", "iterations=-5", "horizon=99999999999999999999", "exploration=nan", "widening=-1"]
)
def test_settings_have_their_limits(setting: str) -> None:
    with pytest.raises(OptionError, match=r"goes from [\d.]+ to "):
        entrants.get(f"easy:{setting}")


def test_all_of_a_manner_can_be_set_but_to_see_all() -> None:
    assert set(entrants.SETTINGS) == {"iterations", *(entry.name for entry in fields(SearchSettings))} - {"sees_all"}


def test_the_time_that_the_cheater_takes_is_told() -> None:
    state = dealt("gap", 2, {"starter": "1"})
    start = perf_counter()
    told = entrants.consult(entrants.CHEATER, state, 0, Rng(1), seconds=0.1).seconds
    assert 0.1 <= told <= perf_counter() - start


def test_only_levels_have_settings() -> None:
    with pytest.raises(OptionError, match="'greedy' has no settings"):
        entrants.get("greedy:rollouts=0")


def test_a_recipe_tells_how_a_level_plays_this_game() -> None:
    assert entrants.recipe("expert", "gap", 2) != entrants.recipe("expert:rollouts=17", "gap", 2)
    assert entrants.recipe("expert", "gap", 2) != entrants.recipe("expert:iterations=17", "gap", 2)
    assert entrants.recipe("greedy", "gap", 2) == "greedy"


@pytest.mark.usefixtures("outside")
def test_a_recipe_tells_the_version_of_a_bot_from_outside() -> None:
    assert entrants.recipe("polite", "gap", 2) == "polite of outside-bots 1.0"


def test_a_changed_number_of_iterations_holds_in_every_game() -> None:
    for game in ("trop", "gap"):
        assert entrants.recipe("medium:iterations=17", game, 2).startswith("17 iterations")


def test_a_level_may_think_less_in_a_game_and_less_again_at_a_large_table() -> None:
    assert entrants.recipe("strong", "three", 4).startswith("1000 iterations")
    assert entrants.recipe("strong", "trop", 4).startswith("160 iterations")
    assert entrants.recipe("strong", "trop", 8).startswith("24 iterations")
