"""Means with their 95 % intervals, and normal deviates for Student's t."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev

NORMAL = NormalDist()
USUAL = NORMAL.inv_cdf(0.975)  # of a normal variate, 95 % lie within this many standard deviations


@dataclass(frozen=True)
class Interval:
    mean: float
    low: float | None = None  # None: there is too little to tell
    high: float | None = None

    def moved(self, by: float) -> Interval:
        if self.low is None or self.high is None:
            return Interval(self.mean + by)
        return Interval(self.mean + by, self.low + by, self.high + by)


def interval(values: Sequence[float], deviate: float = USUAL, grain: float = 0.0) -> Interval:
    """The mean of independent values, with Student's interval of as many normal deviates."""
    if len(values) < 3:
        return Interval(fmean(values)) if values else Interval(math.nan)
    mean = fmean(values)
    half = student(deviate, len(values) - 1) * error(values, grain)
    return Interval(mean, mean - half, mean + half)


def deviates(values: Sequence[float], grain: float) -> float:
    """How many normal deviates the mean lies from zero: Student's t, brought to the normal scale."""
    return normal(fmean(values) / error(values, grain), len(values) - 1)


def error(values: Sequence[float], grain: float) -> float:
    """The standard error of the mean. Values that are all the same do not prove that they always are: at least one
    is taken to differ by the grain, the least that a value can differ by."""
    spread = max(stdev(values), grain / math.sqrt(len(values)))
    return spread / math.sqrt(len(values))


# Wallace's approximation (1959): with four degrees of freedom or more right to about 1 %, and exact in the limit.


def normal(t: float, freedom: int) -> float:
    """The normal deviate that is as rare as this t."""
    scale = (8 * freedom + 1) / (8 * freedom + 3)
    return math.copysign(scale * math.sqrt(freedom * math.log1p(t * t / freedom)), t)


def student(deviate: float, freedom: int) -> float:
    """The reverse of `normal`."""
    scale = (8 * freedom + 1) / (8 * freedom + 3)
    return math.copysign(math.sqrt(freedom * math.expm1((deviate / scale) ** 2 / freedom)), deviate)
