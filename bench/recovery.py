"""How long it takes to have 100,000 logged decisions back: `python bench/recovery.py`."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from kartarna.core.rng import Rng
from kartarna.play.house import House
from kartarna.play.model.settings import SeatPlan, Settings
from kartarna.play.room.room import Room
from kartarna.play.room.services import Services
from kartarna.play.storage.log import Log, Row
from kartarna.play.storage.sqlite import SqliteDatabase

DECISIONS = 100_000
SETTINGS = Settings(game="gap", seats=(SeatPlan("host"), *[SeatPlan("bot", "greedy")] * 3), options={"rounds": 10})


async def fill(log: Log, services: Services) -> tuple[list[str], int]:
    """Tables of GAP, ten rounds each, as a house would have logged them."""
    house, tables, decisions = House(log.database, services), [], 0
    while decisions < DECISIONS:
        room, _ = await house.open(SETTINGS, "p", "P")
        await house.unload(room.id)
        decisions += await play(room, Rng(len(tables)))
        tables.append(room.id)
    return tables, decisions


async def play(room: Room, rng: Rng) -> int:
    rows: list[Row] = []
    state, seq, decisions = room.table.state.clone(), room.table.seq, 0
    while not state.over():
        seq += 1
        if state.due():
            outcome = state.draw(rng)
            rows.append(Row(seq, 1e9 + seq, "dealt", data={"outcome": outcome}))
            state.deal(outcome)
            continue
        seat = state.waiting().bit_length() - 1
        action = state.greedy(seat, rng)
        rows.append(Row(seq, 1e9 + seq, "decided", seat, f"m{seq}", {"action": action, "by": "human"}))
        state.apply(seat, action)
        decisions += 1
    await room.log.append(room.id, rows)
    return decisions


async def main() -> None:
    services = Services()
    with tempfile.TemporaryDirectory() as folder:
        database = SqliteDatabase(Path(folder) / "bench.db")
        log = Log(database)
        tables, decisions = await fill(log, services)
        for _ in range(3):
            start, cpu = time.perf_counter(), time.process_time()
            rooms = [await Room.load(table, log, services) for table in tables]
            taken, used = time.perf_counter() - start, time.process_time() - cpu
            print(f"{decisions} decisions at {len(rooms)} tables: {taken:.2f} s ({used:.2f} s of CPU)")
        services.thinkers.close()
        await database.close()


if __name__ == "__main__":
    asyncio.run(main())
