"""A test that may stop early: is the mean of a difference above or below zero?

Whoever looks at growing data again and again and stops at the first 95 % interval without zero is
wrong far more often than in 5 % of cases. So the looks are fixed beforehand, and the 5 % are spent over
them (Lan and DeMets 1983): by the time a share t of the greatest number of values is in, 5 % · t have
been spent. The bounds follow from the joint distribution of the means at the looks, those of a Brownian
motion seen at these times (Armitage, McPherson and Rowe 1969). An interval of as many deviates as the
bound holds at all looks together with 95 %, so an undecided test has an honest interval too.

The values (one a deal) are averages of several games; at every look there are at least ten, and
Student's t is brought to the normal scale. `tests/lab/test_intervals.py` plays the test on data without
any difference and counts how often it finds one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from kartarna.lab.intervals import NORMAL, USUAL, Interval, deviates, interval

ERROR = 0.05  # both directions together
FEWEST = 10  # values at the first look
STEP = math.sqrt(2)  # from one look to the next
CELLS = 200  # of the numerical integration, between the bounds


def looks(most: int) -> tuple[int, ...]:
    """The numbers of values at which the test looks, each about 1.4 times the one before, up to `most`."""
    steps = max(0, math.floor(math.log(max(1.0, most / FEWEST), STEP)))
    return tuple(math.ceil(most / STEP**step) for step in range(steps, -1, -1))


@dataclass(frozen=True)
class Verdict:
    """What the test says of the values so far."""

    above: bool
    below: bool
    interval: Interval
    looked: int = 0  # values at the last look

    @property
    def decided(self) -> bool:
        return self.above or self.below


def judge(values: Sequence[float], most: int, grain: float) -> Verdict:
    """Goes through the looks that the values suffice for, up to the one that decides, or on to the last."""
    verdict = Verdict(above=False, below=False, interval=Interval(math.nan))
    for count, bound in zip(looks(most), bounds(looks(most)), strict=True):
        if count > len(values):
            break
        seen = values[:count]
        deviate = deviates(seen, grain)
        verdict = Verdict(deviate >= bound, deviate <= -bound, interval(seen, bound, grain), count)
        if verdict.decided:
            break
    return verdict


def figure(values: Sequence[float], grain: float) -> Verdict:
    """For comparison: one look at all values, with the usual interval."""
    deviate = deviates(values, grain)
    return Verdict(deviate >= USUAL, deviate <= -USUAL, interval(values, grain=grain), len(values))


@cache
def bounds(counts: tuple[int, ...], error: float = ERROR) -> tuple[float, ...]:
    """For each look, how many normal deviates from zero decide."""
    found: list[float] = []
    density: list[tuple[float, float]] = [(0.0, 1.0)]  # where the motion may be, not having left: place, weight
    before = spent = 0.0
    for count in counts:
        time = count / counts[-1]
        spread = math.sqrt(time - before)
        edge = _edge(density, spread, error * time - spent)
        density = _moved(density, spread, edge)
        found.append(edge / math.sqrt(time))
        before, spent = time, error * time
    return tuple(found)


def _edge(density: list[tuple[float, float]], spread: float, leaving: float) -> float:
    """The bound that the motion passes, on either side, with this probability."""
    low, high = 0.0, 10.0
    for _ in range(40):
        middle = (low + high) / 2
        if _leaves(density, spread, middle) > leaving:
            low = middle
        else:
            high = middle
    return high


def _leaves(density: list[tuple[float, float]], spread: float, edge: float) -> float:
    return sum(
        weight * (NORMAL.cdf((place - edge) / spread) + NORMAL.cdf((-edge - place) / spread))
        for place, weight in density
    )


def _moved(density: list[tuple[float, float]], spread: float, edge: float) -> list[tuple[float, float]]:
    """The motion a step later, where it stays within the edges (midpoint rule)."""
    width = 2 * edge / CELLS
    scale = width / (spread * math.sqrt(2 * math.pi))
    places = [-edge + (cell + 0.5) * width for cell in range(CELLS)]
    return [
        (there, scale * sum(weight * math.exp(-(((there - here) / spread) ** 2) / 2) for here, weight in density))
        for there in places
    ]
