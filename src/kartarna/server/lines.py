"""A table as it stands in a list."""

from __future__ import annotations

from typing import Any

from kartarna.core.view import seats_of
from kartarna.play.chair import Chair
from kartarna.play.errors import NoSuchTable
from kartarna.play.house import House
from kartarna.play.phases import FINISHED, PLAYING
from kartarna.play.settings import LINK
from kartarna.play.table import Table
from kartarna.server import bodies


async def table_of(house: House, id: str) -> Table:
    """From the room if there is one; otherwise from the log, without anyone waking up."""
    if id in house.rooms:
        return house.rooms[id].table
    table = Table.load(id, await house.log.rows(id))
    if table.seq == 0:
        raise NoSuchTable
    return table


def line_of(table: Table, person: str | None) -> bodies.TableLine:
    phase: Any = table.phase
    return bodies.TableLine(
        id=table.id,
        game=table.settings.game,
        phase=phase,
        seats=[_seat(table, chair) for chair in table.chairs],
        yours=list(table.seats_held(person)),
        waiting=list(seats_of(table.state.waiting())) if table.phase == PLAYING else [],
        days=table.settings.days,
        clock=table.timer.runs,
        spectators=table.settings.spectators,
        ended=table.ended,
        winners=list(table.winners()),
        created=table.created,
        changed=table.at,
    )


def _seat(table: Table, chair: Chair) -> bodies.TableSeat:
    free = not chair.taken and table.phase != FINISHED
    by_link = chair.plan.kind == LINK or not table.settings.public
    return bodies.TableSeat(
        name=chair.name, human=chair.person is not None, bot=chair.bot, free=free, link=free and by_link
    )
