"""Routes about tables: open one, look, join, play again; records of finished games."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Header, Path
from fastapi.responses import Response

from kartarna.core.record import Record, write
from kartarna.play import seating
from kartarna.play.aside import aside
from kartarna.play.errors import NoSuchTable, Refused, Running
from kartarna.play.phases import FINISHED, OPEN
from kartarna.play.room import Room
from kartarna.play.settings import read_settings
from kartarna.server import bodies
from kartarna.server.about import deck_info
from kartarna.server.desk import Desk
from kartarna.server.failures import RESPONSES, Failed
from kartarna.server.identity import At, Known, Who
from kartarna.server.lines import MOST_LINES, line_of
from kartarna.server.replays import cut, read_record, replay_json

router = APIRouter(prefix="/api", responses=RESPONSES)

Id = Annotated[str, Path(max_length=40)]
LinkSecret = Annotated[str | None, Header(max_length=200)]


async def _room(desk: Desk, person: str | None, table: str, secret: str | None) -> Room:
    """The room, for those who may look at it; to all others there is no such table."""
    room = await desk.house.room(table)
    if not desk.may_look(room, person, secret):
        raise NoSuchTable
    return room


@router.get("/tables")
async def open_tables(desk: At, who: Who) -> bodies.Tables:
    """Public tables with a seat that anyone may take, the newest first."""
    found: list[bodies.TableLine] = []
    tables = [id for id, _, _ in await desk.house.log.tables(phases=(OPEN,), public=True)]
    async for line in desk.lines.of(tables, who.id):
        if any(seat.free and not seat.link for seat in line.seats):
            found.append(line)
        if len(found) == MOST_LINES:
            break
    return bodies.Tables(tables=found)


@router.post("/tables", status_code=201)
async def open_table(desk: At, person: Known, body: bodies.NewTable) -> bodies.Opened:
    settings = read_settings(body.model_dump(exclude={"start"}))
    parent = await _record(desk, body.start.record) if body.start else None
    start = cut(parent, body.start.round, body.start.entry) if parent and body.start else None
    if not desk.new_tables.take(person.id, time.monotonic()):
        raise Failed(429, "too_many_tables")
    room, secret = await desk.house.open(settings, person.id, person.name, start, parent)
    return bodies.Opened(id=room.id, secret=secret)


@router.get("/tables/{table}")
async def look(desk: At, who: Who, table: Id, link_secret: LinkSecret = None) -> bodies.TableLine:
    """A look at a table before joining."""
    room = await _room(desk, who.id, table, link_secret)
    return line_of(room.table, who.id)


@router.get("/tables/{table}/deck")
async def deck(desk: At, who: Who, table: Id, link_secret: LinkSecret = None) -> bodies.DeckInfo:
    room = await _room(desk, who.id, table, link_secret)
    return deck_info(room.table.game, room.table.game.deck_of(room.table.state))


@router.post("/tables/{table}/join")
async def join(desk: At, person: Known, table: Id, body: bodies.Join) -> bodies.Joined:
    """Takes a seat; who sits there already keeps it."""
    room = await _room(desk, person.id, table, body.secret)
    if body.seat is not None and body.seat >= room.table.players:
        raise Refused("seat_taken")
    return bodies.Joined(seat=await seating.join(room, person.id, person.name, body.secret, body.seat))


@router.post("/tables/{table}/rematch")
async def rematch(desk: At, person: Known, table: Id) -> bodies.Again:
    """The same people again, the next seat starts; whoever asks second gets the same table."""
    room = await desk.house.room(table)
    if not room.table.seats_held(person.id):
        raise NoSuchTable
    return bodies.Again(id=(await desk.house.rematch(room, person.id)).id)


# ---- records -------------------------------------------------------------------------------------------


@router.get("/tables/{table}/record", responses={200: {"content": {"application/json": {}}}})
async def record(desk: At, who: Who, table: Id, link_secret: LinkSecret = None) -> Response:
    """Of a finished game only, for everyone, the host included."""
    await _finished(desk, who.id, table, link_secret)
    text = write(await desk.house.record(table))
    headers = {"Content-Disposition": f'attachment; filename="kartarna-{table}.json"'}
    return Response(text, media_type="application/json", headers=headers)


@router.get("/tables/{table}/replay", responses={200: {"model": bodies.Replay}})
async def replay(
    desk: At, who: Who, table: Id, seat: int | None = None, open: bool = False, link_secret: LinkSecret = None
) -> Response:
    """The same, step by step."""
    await _finished(desk, who.id, table, link_secret)
    found = await desk.house.record(table)
    return Response(await replay_json(desk, found, seat, open_hands=open), media_type="application/json")


async def _finished(desk: Desk, person: str | None, table: str, secret: str | None) -> None:
    room = await _room(desk, person, table, secret)
    if room.table.phase != FINISHED:
        raise Running


@router.post("/replay", responses={200: {"model": bodies.Replay}})
async def uploaded(desk: At, body: bodies.RecordText) -> Response:
    """A record from elsewhere: checked, and told step by step. Nothing of it is kept."""
    found = await _record(desk, body.record)
    return Response(await replay_json(desk, found, body.seat, open_hands=body.open), media_type="application/json")


async def _record(desk: Desk, text: str) -> Record:
    """Read on a thread: a long one takes a while."""
    async with desk.reading:
        return await aside(read_record, desk, text)
