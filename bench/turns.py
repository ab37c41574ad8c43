"""Servers that run at the same time and get the load in turn: whatever else the machine does falls on all alike."""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from house_process import HouseProcess
from lay_tables import LaidTable
from played_table import PlayedTable, connected, drive, scatter
from processes import processor

SETTLING = 500.0  # decisions a second while the tables are brought out of step
Drive = Callable[[], Awaitable[tuple[int, float]]]  # decisions made, processor time for all of them


class Turns:
    """What a server was found to need, turn by turn, in microseconds a decision."""

    def __init__(self, name: str, drive: Drive) -> None:
        self.name = name
        self.drive = drive
        self.cost: list[float] = []
        self.made: list[int] = []

    async def take(self) -> None:
        made, computed = await self.drive()
        self.made.append(made)
        self.cost.append(1e6 * computed / max(1, made))


async def turns_of(name: str, server: HouseProcess, laid: list[LaidTable], rate: float, seconds: float) -> Turns:
    tables = await connected(server.port, laid)
    await scatter(tables, SETTLING)
    return Turns(name, partial(_drive, tables, server.pid, rate, seconds))


async def _drive(tables: list[PlayedTable], process: int, rate: float, seconds: float) -> tuple[int, float]:
    before = processor(process)
    load = await drive(tables, rate, seconds)
    assert not load.refused
    return len(load.taken), processor(process) - before


async def take_turns(turns: Sequence[Turns], rounds: int, settle: float = 0) -> None:
    for each in turns:
        await each.drive()
    await asyncio.sleep(settle)
    for number in range(rounds):
        for each in turns if number % 2 else reversed(turns):
            await each.take()


def show(turns: Sequence[Turns], seconds: float) -> None:
    """The last columns say how many times as much as the first server each needs."""
    first = turns[0]
    print(f"{'':16} {'µs a decision':>14} {'quartiles':>14} {'a second':>9} {'× ' + first.name:>14} {'quartiles':>14}")
    for each in turns:
        times = [cost / other for cost, other in zip(each.cost, first.cost, strict=True)]
        made = statistics.median(each.made) / seconds
        print(f"{each.name:16} {_told(each.cost, 0):>29} {made:9.0f} {_told(times, 2):>29}")


def _told(values: Sequence[float], digits: int) -> str:
    first, middle, third = statistics.quantiles(values, n=4)
    return f"{middle:.{digits}f} {f'{first:.{digits}f} – {third:.{digits}f}':>14}"
