"""Tables as they stand in lists."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple

import msgspec

from kartarna.core.errors import KartarnaError
from kartarna.core.view import seats_of
from kartarna.play.house import House
from kartarna.play.model.chair import Chair
from kartarna.play.model.phases import FINISHED, PLAYING
from kartarna.play.model.settings import LINK
from kartarna.play.model.table import Table
from kartarna.play.room.threads import run_in_thread
from kartarna.play.storage.log import LastRow
from kartarna.protocol import bodies

MOST_LINES = 50  # of one list
KEPT = 2000  # more tables than are ever looked through for one list


class CachedLine(NamedTuple):
    """What a list shows of a table, as it was at its last row."""

    last: LastRow
    line: bodies.TableLine  # for someone who does not sit there
    people: tuple[str | None, ...]  # seat by seat

    def seen_by(self, person: str | None) -> bodies.TableLine:
        yours = [seat for seat, other in enumerate(self.people) if person and other == person]
        return msgspec.structs.replace(self.line, yours=yours)


class TableList:
    """No game is played through for a list again as long as nothing has happened there, and nobody wakes up."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.kept: dict[str, CachedLine] = {}  # the oldest first
        self.reading = asyncio.Lock()  # one table at a time, however many ask

    async def of(self, tables: Sequence[str], person: str | None) -> AsyncIterator[bodies.TableLine]:
        """In this order, without those that were deleted a moment ago."""
        last = await self.house.log.last_rows(tables)
        for id in tables:
            if id in self.house.rooms:
                yield line_of(self.house.rooms[id].table, person)
            elif id in last and (summary := await self._summary(id, last[id])):
                yield summary.seen_by(person)

    async def _summary(self, id: str, last: LastRow) -> CachedLine | None:
        if found := self._fresh(id, last):
            return found
        async with self.reading:
            return self._fresh(id, last) or await self._read(id)

    def _fresh(self, id: str, last: LastRow) -> CachedLine | None:
        found = self.kept.get(id)
        return found if found and found.last == last else None

    async def _read(self, id: str) -> CachedLine | None:
        """On a thread: a long game takes a while."""
        try:
            table = await run_in_thread(Table.load, id, await self.house.log.rows(id))
        except KartarnaError:
            return None  # its game is not installed any more: the others are listed all the same
        if table.seq == 0:
            return None
        if id not in self.kept and len(self.kept) >= KEPT:
            del self.kept[next(iter(self.kept))]
        people = tuple(chair.person for chair in table.chairs)
        self.kept[id] = CachedLine((table.seq, table.at), line_of(table, None), people)
        return self.kept[id]


def line_of(table: Table, person: str | None) -> bodies.TableLine:
    return bodies.TableLine(
        id=table.id,
        game=table.settings.game,
        phase=table.phase,
        seats=[_seat(table, chair) for chair in table.chairs],
        yours=list(table.seats_held(person)),
        waiting=_awaited(table),
        nudged=sorted(table.nudged),
        between=table.interval is not None,
        rounds=len(table.rounds),
        totals=list(table.rounds[-1]) if table.rounds else [],
        options=dict(table.settings.options),
        days=table.settings.days,
        clock=table.timer.runs,
        spectators=table.settings.spectators,
        practice=table.practice,
        arranged=table.arranged,
        own_deck=table.own_deck,
        ended=table.ended,
        winners=list(table.winners()),
        created=table.created,
        changed=table.at,
    )


def _awaited(table: Table) -> list[int]:
    if table.interval:
        there = [seat for seat, chair in enumerate(table.chairs) if chair.person and not chair.resigned]
        return [seat for seat in there if table.chairs[seat].person not in table.interval.gone_on]
    return list(seats_of(table.state.waiting())) if table.phase == PLAYING else []


def _seat(table: Table, chair: Chair) -> bodies.TableSeat:
    free = not chair.taken and table.phase != FINISHED
    by_link = chair.plan.kind == LINK or not table.public
    return bodies.TableSeat(
        name=chair.name, human=chair.person is not None, bot=chair.bot, free=free, link=free and by_link
    )
