"""Keeping the house tidy: what is old is deleted, what is to be forgotten is forgotten."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass

from kartarna.play.database import Database, Execute, StorageError
from kartarna.play.errors import Refused
from kartarna.play.house import House
from kartarna.play.phases import FINISHED, OPEN, PLAYING, SHUFFLING
from kartarna.play.room import Draft

DAY = 24 * 3600.0


@dataclass(frozen=True)
class Retention:
    """Days without any change, nobody being there, after which something is done; None: never."""

    unstarted: float | None = 1  # tables that never began are deleted
    abandoned: float | None = 90  # running games end as abandoned
    finished: float | None = None  # finished games are deleted
    people: float | None = 365  # people who sit at no table any more are forgotten


async def tidy(house: House, retention: Retention) -> int:
    """Once; returns how many tables were deleted or given up."""
    now = house.services.time.now()
    done = 0
    for phase, days in ((OPEN, retention.unstarted), (SHUFFLING, retention.unstarted), (FINISHED, retention.finished)):
        for table in await _untouched(house.database, phase, now, days):
            await forget_table(house, table)
            done += 1
    for table in await _untouched(house.database, PLAYING, now, retention.abandoned):
        room = await house.room(table)
        await room.write(lambda room=room: [Draft("ended", data={"how": "abandoned"})] if room.playing else [])  # type: ignore[misc]
        done += 1
    if retention.people is not None:
        await _forget_people(house.database, now - retention.people * DAY, now)
    return done


async def keep_tidy(house: House, retention: Retention, every: float = 3600.0) -> None:
    """For the server: runs until cancelled."""
    while True:
        with suppress(StorageError, Refused):  # the next time will do
            await tidy(house, retention)
        await asyncio.sleep(every)


async def _untouched(database: Database, phase: str, now: float, days: float | None) -> list[str]:
    if days is None:
        return []
    sql = """SELECT t.id FROM tables t WHERE t.phase = ? AND
             (SELECT l.at FROM log l WHERE l.table_id = t.id ORDER BY l.seq DESC LIMIT 1) < ? AND
             NOT EXISTS (SELECT 1 FROM seen s WHERE s.table_id = t.id AND s.at > ?)"""
    return [table for (table,) in await database.read(lambda execute: execute(sql, phase, now - days * DAY, now))]


async def forget_table(house: House, table: str) -> bool:
    """Deletes a table with its whole log; False if there was none."""
    await house.unload(table)
    return await delete_table(house.database, table)


async def delete_table(database: Database, table: str) -> bool:
    """The same without a running house."""

    def work(execute: Execute) -> bool:
        there = bool(execute("SELECT 1 FROM tables WHERE id = ?", table))
        for sql in (
            "DELETE FROM log WHERE table_id = ?",
            "DELETE FROM seated WHERE table_id = ?",
            "DELETE FROM seen WHERE table_id = ?",
            "DELETE FROM tables WHERE id = ?",
        ):
            execute(sql, table)
        return there

    return await database.write(work, table)


async def _forget_people(database: Database, before: float, now: float) -> None:
    gone = "SELECT id FROM people WHERE created < ? AND id NOT IN (SELECT person FROM seated)"

    def work(execute: Execute) -> None:
        execute(f"DELETE FROM tokens WHERE person IN ({gone})", before)  # noqa: S608
        execute(f"DELETE FROM people WHERE id IN ({gone})", before)  # noqa: S608
        execute("DELETE FROM moves WHERE expires < ?", now)

    await database.write(work)
