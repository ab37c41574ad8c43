"""Keeping the house tidy: what is old is deleted."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass

from kartarna.core.errors import KartarnaError
from kartarna.play.commands import consent
from kartarna.play.errors import Refused
from kartarna.play.house import House
from kartarna.play.model.phases import FINISHED, OPEN, PLAYING, SHUFFLING
from kartarna.play.storage.database import StorageError
from kartarna.play.storage.deletion import delete_people, delete_table

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
    old = [
        *await _untouched(house, OPEN, now, retention.unstarted),
        *await _untouched(house, SHUFFLING, now, retention.unstarted),
        *await _untouched(house, FINISHED, now, retention.finished),
    ]
    for table in old:
        await forget_table(house, table)
    abandoned = 0
    for table in await _untouched(house, PLAYING, now, retention.abandoned):
        with suppress(KartarnaError):  # of a game that is not installed any more, say: it stays as it is
            await (await house.room(table)).do(consent.abandon)
            abandoned += 1
    if retention.people is not None:
        await delete_people(house.database, now - retention.people * DAY, now)
    house.unwiped = True
    return len(old) + abandoned


async def keep_tidy(house: House, retention: Retention, every: float = 3600.0) -> None:
    """For the server: runs until cancelled."""
    while True:
        with suppress(StorageError, Refused):  # the next time will do
            await tidy(house, retention)
        await asyncio.sleep(every)


async def wipe(house: House) -> None:
    """Once for all that was deleted before."""
    if house.unwiped:
        house.unwiped = False
        try:
            await house.database.wipe()
        except StorageError:
            house.unwiped = True  # the next time will do


async def keep_wiped(house: House, every: float = 20.0) -> None:
    """For the server: runs until cancelled."""
    while True:
        await asyncio.sleep(every)
        await wipe(house)


async def _untouched(house: House, phase: str, now: float, days: float | None) -> list[str]:
    return [] if days is None else await house.log.untouched(phase, now - days * DAY, now)


async def forget_table(house: House, table: str) -> bool:
    """Deletes a table with its whole log; False if there was none."""
    await house.unload(table)
    return await delete_table(house.database, table)
