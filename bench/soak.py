"""`make soak`: half an hour of play, with people who come and go and games that end and begin again: memory stays flat.

Two people and a bot sit at each table. They play as fast as they are asked, lose their connection now and then, and
when a game is over they play a rematch. Every minute the server's memory and the time of decisions are printed; at the
end the last third is compared with the second, and the exit code is 1 if memory grew by more than a twentieth.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import statistics
import sys
import tempfile
import time

from house_process import HouseProcess
from processes import memory

from kartarna.client.account import Account, Place, Refusal, Unreachable
from kartarna.protocol import messages as wire

SEATS = [{"kind": "host"}, {"kind": "link"}, {"kind": "bot", "bot": "greedy"}]
LOSES = 0.003  # of all decisions, those after which the connection is lost
PAUSE = 0.2  # seconds that a person thinks


class Person:
    def __init__(self, account: Account, chance: random.Random, taken: list[float]) -> None:
        self.account = account
        self.chance = chance
        self.taken = taken

    async def play(self, table: str, ends: float) -> None:
        """Game after game, until the time is over."""
        while time.monotonic() < ends:
            place = Place(self.account, table)
            await place.connect()
            await self._play_one(place, ends)
            await place.close()
            if time.monotonic() < ends:
                with contextlib.suppress(Refusal):
                    table = (await self.account.call("POST", f"/api/tables/{table}/rematch"))["id"]

    async def _play_one(self, place: Place, ends: float) -> None:
        asked = 0
        while time.monotonic() < ends and not (place.table and place.table.phase == "finished"):
            try:
                update = place.update
                if update and update.asked > asked and update.options and place.you and place.you.seat is not None:
                    asked = update.asked
                    await asyncio.sleep(PAUSE * self.chance.random())
                    await self._decide(place, place.you.seat, update.options)
                else:
                    await asyncio.wait_for(place.next(), max(0.1, ends - time.monotonic()))
            except TimeoutError:
                return
            except Unreachable:
                await asyncio.sleep(0.1)
                await place.connect(place.last)
                asked = 0

    async def _decide(self, place: Place, seat: int, options: wire.OptionsJson) -> None:
        began = time.perf_counter()
        with contextlib.suppress(Refusal):
            await place.decide(seat, self.chance.choice(options.choices).action)
            self.taken.append(time.perf_counter() - began)
        if self.chance.random() < LOSES and place.line:
            place.line.transport.abort()


async def watch(process: int, taken: list[float], ends: float, every: float) -> list[float]:
    held = []
    while time.monotonic() < ends:
        taken.clear()
        await asyncio.sleep(every)
        held.append(memory(process))
        p99 = 1000 * statistics.quantiles(taken, n=100)[98] if len(taken) > 1 else 0
        print(f"{len(taken) / every:6.0f} decisions/s, p99 {p99:.0f} ms, memory {held[-1]:.1f} MiB", flush=True)
    return held


async def soak(house: HouseProcess, tables: int, minutes: float) -> list[float]:
    taken: list[float] = []
    ends = time.monotonic() + 60 * minutes
    chance = random.Random(1)
    playing = []
    for _ in range(tables):
        people = [Account(house.url), Account(house.url)]
        for account in people:
            await account.call_me("Player")
        table, secret = await people[0].open_table(game="gap", seats=SEATS, options={"rounds": 2}, pace=0.1)
        await people[1].join(table, secret)
        playing += [asyncio.create_task(Person(account, chance, taken).play(table, ends)) for account in people]
    held = await watch(house.pid, taken, ends, min(60.0, 60 * minutes / 9))
    await asyncio.gather(*playing)
    return held


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--minutes", type=float, default=30)
    arguments.add_argument("--tables", type=int, default=50)
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        house = HouseProcess(f"sqlite:///{folder}/kartarna.db")
        try:
            held = asyncio.run(soak(house, chosen.tables, chosen.minutes))
        finally:
            house.stop()
    third = len(held) // 3
    growth = statistics.mean(held[-third:]) / statistics.mean(held[third : 2 * third]) - 1
    print(f"memory, last third against the second: {growth:+.1%}")
    sys.exit(growth > 0.05)


if __name__ == "__main__":
    main()
