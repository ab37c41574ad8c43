"""Routes about tables: open one, look, join, play again; records of finished games."""

from __future__ import annotations

import time
from typing import Annotated

import msgspec
from fastapi import APIRouter, Body, Header, Path
from fastapi.responses import Response

from kartarna.core.record import Record, write
from kartarna.play.errors import NoSuchTable, Refused, Running
from kartarna.play.model.phases import FINISHED, OPEN
from kartarna.play.model.settings import Settings
from kartarna.play.room.room import Room
from kartarna.play.room.threads import run_in_thread
from kartarna.server.context import ServerContext
from kartarna.server.http import bodies
from kartarna.server.http.about import deck_info
from kartarna.server.http.failures import RESPONSES, Failed
from kartarna.server.http.identity import At, Known, Who
from kartarna.server.http.msgspec_models import StrictRoute
from kartarna.server.http.replays import cut, read_record, replay_json
from kartarna.server.http.table_list import MOST_LINES, line_of

router = APIRouter(prefix="/api", responses=RESPONSES, route_class=StrictRoute)

Id = Annotated[str, Path(max_length=40)]
LinkSecret = Annotated[str | None, Header(max_length=200)]


async def _room(context: ServerContext, person: str | None, table: str, secret: str | None) -> Room:
    """The room, for those who may look at it; to all others there is no such table."""
    room = await context.house.room(table)
    if not context.may_look(room, person, secret):
        raise NoSuchTable
    return room


@router.get("/tables")
async def open_tables(context: At, who: Who) -> bodies.Tables:
    """Public tables with a seat that anyone may take, the newest first."""
    found: list[bodies.TableLine] = []
    tables = [id for id, _, _ in await context.house.log.tables(phases=(OPEN,), public=True)]
    async for line in context.table_list.of(tables, who.id):
        if any(seat.free and not seat.link for seat in line.seats):
            found.append(line)
        if len(found) == MOST_LINES:
            break
    return bodies.Tables(tables=found)


@router.post("/tables", status_code=201)
async def open_table(context: At, person: Known, body: Annotated[bodies.NewTable, Body()]) -> bodies.Opened:
    settings = msgspec.convert(body, Settings, from_attributes=True)
    parent = await _record(context, body.start.record) if body.start else None
    start = cut(parent, body.start.round, body.start.entry) if parent and body.start else None
    if not context.new_tables.take(person.id, time.monotonic()):
        raise Failed(429, "too_many_tables")
    room, secret = await context.house.open(settings, person.id, person.name, start, parent)
    return bodies.Opened(id=room.id, secret=secret)


@router.get("/tables/{table}")
async def look(context: At, who: Who, table: Id, link_secret: LinkSecret = None) -> bodies.TableLine:
    """A look at a table before joining."""
    room = await _room(context, who.id, table, link_secret)
    return line_of(room.table, who.id)


@router.get("/tables/{table}/deck")
async def deck(context: At, who: Who, table: Id, link_secret: LinkSecret = None) -> bodies.DeckInfo:
    room = await _room(context, who.id, table, link_secret)
    return deck_info(room.table.game, room.table.game.deck_of(room.table.state))


@router.post("/tables/{table}/join")
async def join(context: At, person: Known, table: Id, body: Annotated[bodies.Join, Body()]) -> bodies.Joined:
    """Takes a seat; who sits there already keeps it."""
    room = await _room(context, person.id, table, body.secret)
    if body.seat is not None and body.seat >= room.table.players:
        raise Refused("seat_taken")
    return bodies.Joined(seat=await room.join(person.id, person.name, body.secret, body.seat))


@router.post("/tables/{table}/rematch")
async def rematch(context: At, person: Known, table: Id) -> bodies.Again:
    """The same people again, the next seat starts; whoever asks second gets the same table."""
    room = await context.house.room(table)
    if not room.table.seats_held(person.id):
        raise NoSuchTable
    return bodies.Again(id=(await context.house.rematch(room, person.id)).id)


# ---- records -------------------------------------------------------------------------------------------


@router.get("/tables/{table}/record", responses={200: {"content": {"application/json": {}}}})
async def record(context: At, who: Who, table: Id, link_secret: LinkSecret = None) -> Response:
    """Of a finished game only, for everyone, the host included."""
    await _finished(context, who.id, table, link_secret)
    text = write(await context.house.record(table))
    headers = {"Content-Disposition": f'attachment; filename="kartarna-{table}.json"'}
    return Response(text, media_type="application/json", headers=headers)


@router.get("/tables/{table}/replay", responses={200: {"model": bodies.Replay}})
async def replay(
    context: At, who: Who, table: Id, seat: int | None = None, open: bool = False, link_secret: LinkSecret = None
) -> Response:
    """The same, step by step."""
    await _finished(context, who.id, table, link_secret)
    found = await context.house.record(table)
    return Response(await replay_json(context, found, seat, open_hands=open), media_type="application/json")


async def _finished(context: ServerContext, person: str | None, table: str, secret: str | None) -> None:
    room = await _room(context, person, table, secret)
    if room.table.phase != FINISHED:
        raise Running


@router.post("/replay", responses={200: {"model": bodies.Replay}})
async def uploaded(context: At, body: Annotated[bodies.RecordText, Body()]) -> Response:
    """A record from elsewhere: checked, and told step by step. Nothing of it is kept."""
    found = await _record(context, body.record)
    return Response(await replay_json(context, found, body.seat, open_hands=body.open), media_type="application/json")


async def _record(context: ServerContext, text: str) -> Record:
    """Read on a thread: a long one takes a while."""
    async with context.reading:
        return await run_in_thread(read_record, context, text)
