"""Two server processes on one PostgreSQL, one killed while playing: the other goes on."""

from __future__ import annotations

import asyncio
import os
import signal
from collections import Counter
from contextlib import suppress

from kartarna.core.verification import verify
from kartarna.games import get
from kartarna.play.commands import fair_shuffle
from kartarna.play.errors import OutOfTurn, Stale
from kartarna.play.house import House
from kartarna.play.model.shuffle import promise
from kartarna.play.room.room import Room
from kartarna.play.room.services import Services
from kartarna.play.storage.postgres import PostgresDatabase
from tests.play.helpers import Player, settings
from tests.play.postgres_server import PostgresServer
from tests.play.test_crash import Victims, check


async def until(room: Room, phase: str) -> None:
    for _ in range(2000):
        if room.table.phase == phase:
            return
        await asyncio.sleep(0.005)
    raise AssertionError(f"the table never came to {phase}")


async def table_for_two(house: House, other: House, rounds: int) -> tuple[Player, Player]:
    """One human at each house, and a bot."""
    plan = settings("host", "open", "random", public=True, pace=0.01, options={"rounds": rounds})
    room, _ = await house.open(plan, "p0", "A")
    here, there = Player(room, "p0", 0), Player(await other.room(room.id), "p1", 1)
    await here.connect()
    await there.room.join("p1", "B")
    await there.connect()
    for _ in range(1000):
        if there.room.table.ceremony:
            break
        await asyncio.sleep(0.005)
    parts = [b"a" * 32, b"b" * 32]
    await there.room.do(fair_shuffle.send_promise, "p1", 1, promise(parts[1]))
    await room.do(fair_shuffle.send_promise, "p0", 0, promise(parts[0]))
    await room.reveal("p0", 0, parts[0])
    await there.room.reveal("p1", 1, parts[1])
    await until(there.room, "playing")
    return here, there


async def play_on(player: Player, rows: int) -> None:
    """Decides whenever asked, until the log has so many rows or the game is over."""
    room = player.room
    for _ in range(10_000):
        if room.table.phase == "finished" or room.table.seq >= rows:
            return
        if room.table.asked[player.seat or 0]:
            with suppress(OutOfTurn, Stale):  # this process had not heard yet what another one wrote
                await player.play(f"n{room.table.seq}")
        await asyncio.sleep(0.002)
    raise AssertionError("the game does not go on")


def test_two_houses_play_one_table_and_tell_their_people_the_same(postgres: PostgresServer) -> None:
    async def story() -> None:
        url = postgres.fresh()
        houses = [House(PostgresDatabase(url), Services()) for _ in range(2)]
        here, there = await table_for_two(*houses, rounds=3)
        await asyncio.wait_for(asyncio.gather(play_on(here, 10**6), play_on(there, 10**6)), 60)
        await until(here.room, "finished")
        await until(there.room, "finished")
        assert here.room.table.state.snapshot() == there.room.table.state.snapshot()
        seqs = [update.seq for update in there.updates if update.kind != "sync"]
        assert seqs == list(range(seqs[0], there.room.table.seq + 1))
        verify(get("gap"), await houses[1].record(here.room.id))
        for house in houses:
            await house.close()
            await house.database.close()

    asyncio.run(story())


class Deaf(PostgresDatabase):
    """Hears nothing of other processes: as long as it takes until news is there."""

    def listen(self, heard: object, learn: object) -> None:
        pass


def test_who_sat_down_at_another_process_just_now_is_no_stranger(postgres: PostgresServer) -> None:
    async def story() -> None:
        url = postgres.fresh()
        home, other = House(Deaf(url), Services()), House(PostgresDatabase(url), Services())
        room, secret = await home.open(settings("host", "link", "random"), "p0", "A")
        await (await other.room(room.id)).join("p1", "B", secret)
        assert not room.belongs("p1")
        assert (await home.room_for(room.id, "p1")).belongs("p1")
        for house in (home, other):
            await house.close()
            await house.database.close()

    asyncio.run(story())


def test_when_one_process_is_killed_the_other_goes_on(postgres: PostgresServer) -> None:
    async def story() -> None:
        url = postgres.fresh()
        houses = [House(PostgresDatabase(url), Services()) for _ in range(2)]
        here, there = await table_for_two(*houses, rounds=100)
        table = here.room.id
        for house in houses:
            await house.close()
        with Victims() as victims:
            number = victims.start(url, table)
            told = [victims.line() for _ in range(5)]  # it leads the table, and plays both humans
            house = House(PostgresDatabase(url), Services())
            player = Player(await house.room(table), "p0", 0)
            await player.connect()
            told += [victims.line() for _ in range(5)]
            os.kill(number, signal.SIGKILL)
            while (line := victims.line()) != "gone":
                told.append(line)
        other = Player(player.room, "p1", 1)
        await other.connect()
        enough = len(await house.log.rows(table)) + 20
        await asyncio.wait_for(asyncio.gather(play_on(player, enough), play_on(other, enough)), 60)
        rows = await house.log.rows(table)
        check(rows, {line.split()[0]: line for line in told})
        by = Counter(row.data["by"] for row in rows[-18:] if row.kind == "decided")
        assert by["bot"] > 0
        assert there
        await house.close()
        for database in (house.database, *(closed.database for closed in houses)):
            await database.close()

    asyncio.run(story())
