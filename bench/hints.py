"""How long hints take, idle and beside busy bots, and how often more thought would choose otherwise.

    python bench/hints.py [--positions 30] [--games gap karma]

Times: the three depths of one question, one after the other, as a person asks for them, in a server's line of
thoughts (play/room/thinkers.py); busy: while bots keep that line full. Processor: the time of the thinking thread
alone, which says more on a machine that others use. Agreement: in how many positions the choice of depth 3 is that of
ten times the thought. Positions are decisions between several choices in games of quick players.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from math import sqrt
from statistics import median
from time import perf_counter, thread_time

from kartarna import bots
from kartarna.bots.consult import observe
from kartarna.bots.honesty import HonestyProbe, positions
from kartarna.bots.slices import finish, in_one
from kartarna.coach.hint import Advisor, advisor
from kartarna.coach.worth import ITERATIONS, rank
from kartarna.core.rng import Rng
from kartarna.games import OWN, get
from kartarna.play.room.thinkers import Thinkers

DEPTHS = (1, 2, 3)
TEN_TIMES = 10
FILLERS = 20  # bots' thoughts that are kept waiting
FILLER = "strong"


def asked_in(game: str, wanted: int) -> list[HonestyProbe]:
    """From games of the fewest players, of four, and so on: as many positions of each."""
    rules = get(game)
    found: list[HonestyProbe] = []
    for seed in count(1):
        players = rules.players[seed % len(rules.players)]
        for probe in positions(rules, players, None, seed=seed, count=6):
            if len(probe.state.legal_actions(probe.seat)) > 1:
                found.append(probe)
            if len(found) == wanted:
                return found
    raise AssertionError


@dataclass
class Times:
    """Of each depth, in seconds."""

    taken: dict[int, list[float]] = field(default_factory=lambda: {depth: [] for depth in DEPTHS})
    processor: list[float] = field(default_factory=list)  # of all thought

    def think(self, advised: Advisor) -> None:
        begun = thread_time()
        finish(advised.ponder())
        self.processor.append(thread_time() - begun)

    def told(self) -> str:
        depths = "  ".join(map(_both, self.taken.values()))
        return f"{depths}   processor {_both(self.processor)}"


def _both(seconds: list[float]) -> str:
    return f"{1000 * median(seconds):5.0f} /{1000 * max(seconds):5.0f}"


async def measure(probes: list[HonestyProbe], *, busy: bool) -> Times:
    thinkers, times = Thinkers(), Times()
    filling = asyncio.ensure_future(keep_busy(thinkers, probes)) if busy else None
    await asyncio.sleep(0.1)
    for probe in probes:
        begun = perf_counter()
        advised = advisor(probe.state, probe.seat, Rng(probe.seed))
        for depth in DEPTHS:
            if not advised.ready:  # as play/room/hints.py does it
                await thinkers.advise(in_one(partial(times.think, advised)), lambda: True)
            advised.hint(depth)
            times.taken[depth].append(perf_counter() - begun)
            begun = perf_counter()
    if filling:
        filling.cancel()
        await asyncio.gather(filling, return_exceptions=True)
    thinkers.close()
    return times


async def keep_busy(thinkers: Thinkers, probes: list[HonestyProbe]) -> None:
    """So many tables' bots always wait."""

    async def table(number: int) -> None:
        for turn in count(number):
            probe = probes[turn % len(probes)]
            await thinkers.think(f"table {number}", bots.get(FILLER), probe.state, probe.seat, Rng(turn))

    await asyncio.gather(*(table(number) for number in range(FILLERS)))


@dataclass(frozen=True)
class Agreement:
    same: int  # the same choice
    level: int  # another one, but one that ten times the thought does not find surely worse
    of: int

    def told(self) -> str:
        share = self.same / self.of
        error = 2 * sqrt(share * (1 - share) / self.of)
        return f"{100 * share:3.0f} % ±{100 * error:2.0f}   {100 * (self.same + self.level) / self.of:3.0f} %"


def agreement(probes: list[HonestyProbe]) -> Agreement:
    same = level = 0
    for chosen, probe in choices(probes):
        thorough = rank(observe(probe.state, probe.seat, Rng(probe.seed, 2)), TEN_TIMES * ITERATIONS)
        if chosen == thorough.best.action:
            same += 1
        elif not thorough.cost(thorough.of(chosen)):
            level += 1
    return Agreement(same, level, len(probes))


def choices(probes: list[HonestyProbe]) -> Iterator[tuple[int, HonestyProbe]]:
    for probe in probes:
        yield Advisor(observe(probe.state, probe.seat, Rng(probe.seed))).ranking.best.action, probe


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument("--games", nargs="*", default=list(OWN))
    parser.add_argument("--only", choices=("times", "agreement"))
    given = parser.parse_args()
    print(f"{given.positions} positions a game; times in ms, median / worst, of depth 1, 2, 3")
    for game in given.games:
        probes = asked_in(game, given.positions)
        if given.only != "agreement":
            for busy in (False, True):
                times = asyncio.run(measure(probes, busy=busy))
                print(f"{game:6} {'busy' if busy else 'idle'}   {times.told()}", flush=True)
        if given.only != "times":
            print(f"{game:6} as ten times the thought; or not surely worse: {agreement(probes).told()}", flush=True)


if __name__ == "__main__":
    main()
