"""Intervals, and the test that may stop early."""

from __future__ import annotations

import math
from random import Random

import pytest

from kartarna.lab.intervals import USUAL, Interval, interval, normal, student
from kartarna.lab.ladder.sequential import bounds, judge, looks

TABLE = {4: 2.776, 10: 2.228, 30: 2.042, 100: 1.984}  # Student's t, 97.5 %, as in any table


@pytest.mark.parametrize("freedom", TABLE)
def test_students_t_is_that_of_the_tables(freedom: int) -> None:
    assert student(USUAL, freedom) == pytest.approx(TABLE[freedom], rel=0.01)
    assert normal(student(USUAL, freedom), freedom) == pytest.approx(USUAL)


def test_an_interval_by_hand() -> None:
    """1, 2, 3, 4, 5: mean 3, standard error √(2.5 / 5), t with four degrees of freedom 2.776."""
    found = interval([1, 2, 3, 4, 5])
    assert found.mean == 3
    assert found.high == pytest.approx(3 + 2.776 * math.sqrt(0.5), rel=0.01)


def test_two_values_are_too_few_for_an_interval() -> None:
    assert interval([1.0, 3.0]) == Interval(2.0)
    assert Interval(2.0).moved(1.0) == Interval(3.0)


def test_values_that_are_all_the_same_still_leave_a_doubt() -> None:
    found = interval([1.0] * 25, grain=0.5)
    assert found.low == pytest.approx(1 - 2.064 * 0.5 / 25, rel=0.01)


# ---- looking again and again ----------------------------------------------------------------------------


def test_the_looks_go_up_to_the_most() -> None:
    assert looks(1000)[-1] == 1000
    assert looks(1000)[0] >= 10
    assert all(later / earlier < 1.5 for earlier, later in zip(looks(1000), looks(1000)[1:], strict=False))
    assert looks(5) == (5,)


def test_one_look_is_the_usual_test() -> None:
    assert bounds((50,)) == pytest.approx((USUAL,), abs=1e-3)


def test_two_looks_by_hand() -> None:
    """Half the error at the first look (2.241), the rest at the second: about 2.13 from the joint distribution."""
    first, second = bounds((50, 100))
    assert first == pytest.approx(2.2414, abs=1e-3)
    rng = Random(1)
    crossed = 0
    for _ in range(20_000):
        half = rng.gauss(0, 1)
        crossed += abs(half) < first and abs(half + rng.gauss(0, 1)) / math.sqrt(2) >= second
    assert crossed / 20_000 == pytest.approx(0.025, abs=0.004)


def wins(rng: Random, chance: float, games: int, count: int) -> list[float]:
    """Deals of so many games each, by how much their mean exceeds the chance of an even share, 1 / games."""
    return [sum(rng.random() < chance for _ in range(games)) / games - 1 / games for _ in range(count)]


@pytest.mark.parametrize(("games", "most"), [(2, 200), (9, 222), (12, 100)])
def test_without_a_difference_it_finds_one_in_five_per_cent_at_most(games: int, most: int) -> None:
    """Also with twelve at a table, where the distribution is skew. Looking like this with 1.96 finds one in 20 %."""
    rng = Random(2)
    tries = 300
    found = sum(judge(wins(rng, 1 / games, games, most), most, 1 / games).decided for _ in range(tries))
    assert found <= 0.05 * tries + 2 * math.sqrt(0.05 * 0.95 * tries)


def test_a_clear_difference_is_found_early_in_the_right_direction() -> None:
    better = judge(wins(Random(3), 0.75, 2, 1000), 1000, 0.5)
    assert better.above
    assert not better.below
    assert better.looked < 200
    worse = judge(wins(Random(3), 0.25, 2, 1000), 1000, 0.5)
    assert worse.below
    assert worse.interval.high is not None
    assert worse.interval.high < 0


def test_a_look_counts_only_the_values_it_was_to_see() -> None:
    """What lies behind a look that decides, or between two looks, changes nothing."""
    values = wins(Random(3), 0.75, 2, 1000)
    stopped = judge(values, 1000, 0.5)
    assert judge(values[: stopped.looked], 1000, 0.5) == stopped
    assert judge(values[: stopped.looked - 1], 1000, 0.5).looked < stopped.looked
    assert judge([], 1000, 0.5).looked == 0
