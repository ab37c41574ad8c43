"""Does the event loop stay free while a bot thinks? A 1 ms ticker beside a searching thread, and how late it is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from measure import Figures, measure
from search import first_decision

from kartarna.bots.manner import manner
from kartarna.bots.thinking import Budget, think
from kartarna.core.rng import Rng

TICK = 0.001
THINKING = Budget(10_000, seconds=2.0)


def run(figures: Figures, games: Sequence[str]) -> None:
    for name in games:
        late = sorted(asyncio.run(lateness(name)))
        figures.add(f"{name}, 99th percentile of lateness", 1000 * late[len(late) * 99 // 100], "ms", at_most=5)


async def lateness(name: str) -> list[float]:
    """By how much each tick comes late while a bot thinks in a thread."""
    world, seat = first_decision(name)
    loop = asyncio.get_running_loop()
    thinking = asyncio.create_task(asyncio.to_thread(think, world, seat, manner(name, 4), THINKING, Rng(1)))
    late = []
    while not thinking.done():
        due = loop.time() + TICK
        await asyncio.sleep(TICK)
        late.append(loop.time() - due)
    await thinking
    return late


if __name__ == "__main__":
    measure("A 1 ms ticker beside a searching thread", run)
