"""Does the event loop stay free while a bot thinks? A 1 ms ticker beside a searching thread, and how late it is.

The first line is the same ticker beside a thread that sleeps: how late the machine itself makes it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from time import sleep

from measure import Figures, measure
from search import first_decision

from kartarna.bots.game_settings import settings_for
from kartarna.bots.parallel_search import MOST_ITERATIONS, Budget, think
from kartarna.core.rng import Rng

TICK = 0.001
SECONDS = 2.0
THINKING = Budget(MOST_ITERATIONS, SECONDS)


def run(figures: Figures, games: Sequence[str]) -> None:
    figures.add("nobody thinks", late(lambda: sleep(SECONDS)), "ms")
    for name in games:
        world, seat = first_decision(name)
        thought = partial(think, world, seat, settings_for(name, 4).search, THINKING, Rng(1))
        figures.add(name, late(thought), "ms", at_most=5)


def late(work: Callable[[], object]) -> float:
    """The 99th percentile of lateness, in milliseconds."""
    ticks = sorted(asyncio.run(ticking(work)))
    return 1000 * ticks[len(ticks) * 99 // 100]


async def ticking(work: Callable[[], object]) -> list[float]:
    """By how much each tick comes late while a thread works."""
    loop = asyncio.get_running_loop()
    thinking = asyncio.create_task(asyncio.to_thread(work))
    late = []
    while not thinking.done():
        due = loop.time() + TICK
        await asyncio.sleep(TICK)
        late.append(loop.time() - due)
    await thinking
    return late


if __name__ == "__main__":
    measure("A 1 ms ticker beside a searching thread: 99th percentile of lateness", run)
