"""What Ray costs: the same simulation on this machine's cores in threads and on a Ray cluster of them.

The cluster is already running; how long Ray takes to start is told apart. A minute of CPU time a run, in turns:
`python bench/ray_overhead.py [SECONDS] [RUNS]`. On a busy machine the wall clock tells nothing; CPU time counts all
that Ray does, too.
"""

from __future__ import annotations

import os
import statistics
import sys
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from kartarna.games import GAMES
from kartarna.lab.cluster import LOCAL, RayPool, connected
from kartarna.lab.simulate.plan import Plan
from kartarna.lab.simulate.simulation import Simulation

RUNS = 3
CORES = os.cpu_count() or 1


class Spent(NamedTuple):
    """By the clock on the wall, and by all our processes together."""

    wall: float
    cpu: float


def spent(plan: Plan, cluster: RayPool | None = None) -> Spent:
    simulation, before = Simulation(plan, CORES, cluster), family_seconds()
    simulation.run()
    return Spent(simulation.seconds, family_seconds() - before)


def family_seconds() -> float:
    """CPU time of this process and all below it, Ray's own among them (Linux)."""
    stats = [line for stat in Path("/proc").glob("[0-9]*/stat") if (line := _read(stat))]
    fields = {int(line.split()[0]): line.rpartition(")")[2].split() for line in stats}
    ours, found = {os.getpid()}, 0
    while len(ours) > found:
        found = len(ours)
        ours |= {pid for pid, values in fields.items() if int(values[1]) in ours}
    return sum(int(value) for pid in ours for value in fields[pid][11:15]) / os.sysconf("SC_CLK_TCK")


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError:  # it has just ended
        return ""


def plan_of(games: int) -> Plan:
    return Plan(next(iter(GAMES)), 4, games, ("greedy",), 1)


def main(wanted: float = 60.0, runs: int = RUNS) -> None:
    games = 20_000
    while (taken := spent(plan_of(games)).cpu) < 2:
        games *= 2
    plan = plan_of(round(games * wanted / taken))
    start = perf_counter()
    ratios: list[tuple[float, float]] = []
    with connected(LOCAL) as cluster:
        spent(plan_of(20_000 * CORES), cluster)  # workers start with their first task
        print(f"Ray is up after {perf_counter() - start:.1f} s, {cluster.workers if cluster else 0} workers")
        for _ in range(runs):
            here, far = spent(plan), spent(plan, cluster)
            ratios.append((far.wall / here.wall - 1, far.cpu / here.cpu - 1))
            print(
                f"{plan.games:,} games: here {here.wall:.1f} s ({here.cpu:.1f} s of CPU), "
                f"on Ray {far.wall:.1f} s ({far.cpu:.1f} s): {ratios[-1][0]:+.1%} ({ratios[-1][1]:+.1%})"
            )
    wall, cpu = (statistics.median(values) for values in zip(*ratios, strict=True))
    print(f"median overhead by the wall clock {wall:+.1%}, by CPU time {cpu:+.1%} (aim: at most 5 %)")


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]), *map(int, sys.argv[2:3]))
