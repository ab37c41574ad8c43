"""What the measurements share: a figure is the median of several runs, beside the aim it is held against.

Aims are printed, never asserted: a busy machine is not a bug.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import thread_time

from kartarna import COMPILED
from kartarna.games import GAMES

RUNS = 5
SHORTEST = 0.3  # seconds that a measurement takes at least


@dataclass
class Figure:
    name: str
    unit: str
    at_least: float | None = None  # the aim
    at_most: float | None = None
    runs: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.runs)

    @property
    def aim(self) -> str:
        if self.at_least is not None:
            return f"≥ {self.at_least:g}"
        return "" if self.at_most is None else f"≤ {self.at_most:g}"

    @property
    def reached(self) -> bool | None:
        if self.at_least is not None:
            return self.median >= self.at_least
        return None if self.at_most is None else self.median <= self.at_most

    def row(self) -> str:
        spread = f"{min(self.runs):,.2f} – {max(self.runs):,.2f}"
        reached = {None: "", True: "reached", False: "missed"}[self.reached]
        return f"{self.name:44} {self.median:12,.2f} {self.unit:10} {spread:>24}  {self.aim:8} {reached}".rstrip()


class Figures(dict[str, Figure]):
    """The figures of one script, each added to in every run."""

    def add(
        self, name: str, value: float, unit: str, *, at_least: float | None = None, at_most: float | None = None
    ) -> None:
        self.setdefault(name, Figure(name, unit, at_least, at_most)).runs.append(value)

    def show(self, title: str) -> None:
        print(f"\n{title}\n{'':44} {'median':>12} {'':10} {'spread':>24}  aim")
        for figure in self.values():
            print(figure.row())

    def as_json(self) -> str:
        return json.dumps(
            {
                figure.name: {
                    "unit": figure.unit,
                    "median": figure.median,
                    "runs": figure.runs,
                    "aim": figure.aim,
                    "reached": figure.reached,
                }
                for figure in self.values()
            },
            ensure_ascii=False,
            indent=1,
        )


def measure(title: str, run: Callable[[Figures, Sequence[str]], None]) -> None:
    """A script's main: `run` adds to every figure once; it is called five times over."""
    parser = argparse.ArgumentParser(description=title)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="the games to measure; all if none is named")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--json", action="store_true", help="print JSON instead of the table")
    arguments = parser.parse_args()
    if not COMPILED:
        sys.exit("The rules are not compiled: there is no point in measuring them.")
    figures = Figures()
    for _ in range(arguments.runs):
        run(figures, arguments.games)
    if arguments.json:
        print(figures.as_json())
    else:
        figures.show(title)


def seconds(work: Callable[[int], object]) -> float:
    """Seconds of this thread that one unit of work takes (other programs' time does not count).

    As many units are done at once as it takes to measure well.
    """
    units = 1
    while True:
        start = thread_time()
        work(units)
        taken = thread_time() - start
        if taken >= SHORTEST:
            return taken / units
        units = max(2 * units, int(units * 1.2 * SHORTEST / max(taken, 1e-6)))
