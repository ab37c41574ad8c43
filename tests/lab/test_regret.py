"""Regret: what a decision costs, judged in the true world."""

from __future__ import annotations

import pytest

from kartarna.core.errors import OptionError
from kartarna.lab.intervals import interval
from kartarna.lab.regret import Regret, regrets
from tests.bots.outside import outside
from tests.lab.commands import run

__all__ = ["outside"]


@pytest.mark.parametrize("game", ["dnup", "trop"])
def test_who_plays_at_random_regrets_more_than_the_quick_player(game: str) -> None:
    quick, chance = regrets(game, 3, ["greedy", "random"], 40, 10)
    assert all(cost >= 0 for costs in (*quick.costs.values(), *chance.costs.values()) for cost in costs)
    assert sum(map(len, quick.costs.values())) == 40
    assert quick.mean().mean < chance.mean().mean
    assert chance.beyond(quick).mean == pytest.approx(chance.mean().mean - quick.mean().mean)


def test_the_same_positions_whoever_is_asked() -> None:
    (alone,) = regrets("gap", 2, ["greedy"], 10, 10)
    assert regrets("gap", 2, ["greedy", "random"], 10, 10)[0].costs == alone.costs


def test_positions_of_one_game_belong_together() -> None:
    some, other = (Regret("a", {1: [0.1, 0.3], 2: [0.4], 3: [0.6]}), Regret("b", {1: [0.0, 0.0], 2: [0.0], 3: [0.3]}))
    assert some.mean() == interval([0.2, 0.4, 0.6])
    assert some.beyond(other).mean == pytest.approx(0.3)


def test_the_command_compares_all_with_the_first() -> None:
    result = run(
        "regret", "gap", "--players", "2", "--positions", "10", "--iterations", "10", "--bots", "greedy, random"
    )
    greedy, chance = result.stdout.splitlines()
    assert greedy.startswith("greedy")
    assert greedy.endswith("beyond the first   0.00 ± 0.00 %")
    assert chance.startswith("random")


def test_bots_may_be_called_as_they_are_shown() -> None:
    result = run("regret", "gap", "--players", "2", "--positions", "3", "--iterations", "10", "--bots", "mistr,Silny")
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["expert", "strong"]


@pytest.mark.usefixtures("outside")
def test_a_bot_that_forfeits_is_found_out() -> None:
    result = run("regret", "gap", "--players", "2", "--positions", "3", "--bots", "greedy,crash")
    assert (
        "crash forfeits 3 of 3 decisions, made by the quick player instead: it fails: ZeroDivisionError"
        in result.stderr
    )
    assert "greedy forfeits" not in result.stderr


@pytest.mark.parametrize(
    ("players", "bots", "told"), [("7", "greedy", "is for 2 to 6"), ("2", "clever", "no bot 'clever'")]
)
def test_mistakes_are_told(players: str, bots: str, told: str) -> None:
    result = run("regret", "gap", "--players", players, "--bots", bots)
    assert isinstance(result.exception, OptionError)
    assert told in str(result.exception)
