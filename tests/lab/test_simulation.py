"""What a simulation counts is what was played, whoever plays it on however many threads."""

from __future__ import annotations

from typing import Any

import pytest

from kartarna import COMPILED
from kartarna.core.errors import OptionError
from kartarna.lab.simulate.plan import Plan
from kartarna.lab.simulate.report import report
from kartarna.lab.simulate.simulation import Simulation
from kartarna.lab.simulate.totals import WIN, Measure, Totals, win_interval
from tests.lab.recount import recount
from tests.variants import VARIANTS, name

GAMES = 60 if COMPILED else 4


def figures(plan: Plan, threads: int = 1) -> dict[str, Any]:
    simulation = Simulation(plan, threads)
    simulation.run()
    assert simulation.finished
    return report(simulation)


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_tallies_equal_a_slow_count(variant: tuple[str, int, dict[str, Any]]) -> None:
    game, players, options = variant
    plan = Plan(game, players, GAMES, ("greedy", "random"), 7, options)
    counted, slow = figures(plan), recount(plan)
    for key in ("decisions", "shared_wins", "nobody_wins", "limits"):
        assert counted[key] == slow[key]
    for measure in ("decisions", "rounds"):
        assert counted["length"][measure] == pytest.approx(slow["length"][measure])
    assert [seat["score"] for seat in counted["seats"]] == [pytest.approx(score) for score in slow["scores"]]
    assert [seat["wins"] for seat in counted["seats"]] == pytest.approx(slow["wins"])
    places = counted["from_starter"]
    assert (places and [place["wins"] for place in places]) == (
        slow["from_starter"] and pytest.approx(slow["from_starter"])
    )


def test_wins_and_lack_of_winners_add_up_to_the_games() -> None:
    counted = figures(Plan("gap", 3, 50, ("random",), 1))
    assert sum(seat["wins"] for seat in counted["seats"]) + counted["nobody_wins"] == pytest.approx(50)
    assert sum(seat["advantage"] for seat in counted["seats"]) == pytest.approx(0)


def test_a_fixed_starter_leaves_nothing_to_say_about_starters() -> None:
    assert figures(Plan("gap", 3, 5, ("random",), 1, {"starter": 2}))["from_starter"] is None
    assert figures(Plan("gap", 3, 5, ("random",), 1))["from_starter"] is not None


def test_all_5_an_extra_round_after_the_hundredth_is_counted_too() -> None:
    counted = figures(Plan("gap", 2, 4 * GAMES, ("random",), 1, {"rounds": 100, "extra_round": True}))
    assert counted["length"]["rounds"]["max"] == 101
    assert counted["limits"]["games_of_100_rounds"] == 4 * GAMES


def test_stopping_leaves_the_figures_of_the_first_games() -> None:
    simulation = Simulation(Plan("gap", 2, 10**9, ("random",), 3), 2)
    simulation.run(lambda _played: simulation.stop())
    assert 0 < simulation.totals.games < 10**9
    assert not simulation.finished
    shorter = Simulation(Plan("gap", 2, simulation.totals.games, ("random",), 3), 1)
    shorter.run()
    assert simulation.totals == shorter.totals


def test_progress_counts_up_to_all_games() -> None:
    seen: list[int] = []
    Simulation(Plan("gap", 2, 2100, ("random",), 3, {"rounds": 1}), 2).run(seen.append)
    assert seen == sorted(set(seen))
    assert seen[-1] == 2100


@pytest.mark.parametrize("threads", [0, -1, 257])
def test_an_impossible_number_of_threads_is_refused(threads: int) -> None:
    with pytest.raises(OptionError, match="threads: a whole number from 1 to 256"):
        Simulation(Plan("gap", 2, 1, ("random",), 3), threads)


def test_bots_go_round_the_seats() -> None:
    plan = Plan("gap", 5, 1, ("greedy", "random"), 0)
    assert plan.bots == ("greedy", "random", "greedy", "random", "greedy")
    assert plan.greedy_seats == 0b10101


def test_measures_add_up() -> None:
    some, more = Measure(2, 5, 13, 2, 3), Measure(1, -4, 16, -4, -4)
    assert some + more == Measure(3, 1, 29, -4, 3)
    assert Measure() + some == some + Measure() == some
    assert (some.mean, some.spread) == (2.5, pytest.approx(0.5**0.5))
    assert (Measure().mean, Measure().spread, more.spread) == (0, 0, 0)


def test_the_interval_of_wins_is_wilsons() -> None:
    assert win_interval(50 * WIN, 100) == pytest.approx((0.40383, 0.59617), abs=1e-5)
    assert win_interval(0, 10) == pytest.approx((0, 0.27753), abs=1e-5)
    assert win_interval(10 * WIN, 10)[1] == pytest.approx(1)
    assert win_interval(0, 0) == (0, 1)


def test_nothing_played_has_figures_too() -> None:
    simulation = Simulation(Plan("gap", 2, 5, ("random",), 3), 1)
    simulation.stop()
    simulation.run()
    assert report(simulation)["games"] == 0
    assert simulation.totals == Totals(2)
