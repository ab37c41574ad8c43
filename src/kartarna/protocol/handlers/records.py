"""Finished games: their records, told step by step, and links to them."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Raw

from kartarna.core.record import write
from kartarna.play.errors import NoSuchTable, Running
from kartarna.play.model.phases import FINISHED
from kartarna.play.people import Person
from kartarna.play.room.room import Room
from kartarna.protocol import bodies
from kartarna.protocol.caller import Caller
from kartarna.protocol.context import HouseContext
from kartarna.protocol.replays import read_record, replay_json
from kartarna.protocol.routes import LinkSecret, Name, ReplaySecret, Routes

ROUTES = Routes()
AS_FILE = {"Content-Disposition": 'attachment; filename="kartarna-{table}.json"'}


@ROUTES.add("GET", "/api/tables/{table}/record", headers=AS_FILE)
async def record(
    context: HouseContext,
    caller: Caller,
    table: Name,
    link_secret: LinkSecret = None,
    replay_secret: ReplaySecret = None,
) -> Annotated[Raw, Any]:
    """Of a finished game only, for everyone, the host included."""
    await _finished(context, caller.id, table, link_secret, replay_secret)
    async with context.replays.turn(caller.client):
        return Raw(write(await context.house.record(table)).encode())


@ROUTES.add("GET", "/api/tables/{table}/replay")
async def replay(
    context: HouseContext,
    caller: Caller,
    table: Name,
    seat: int | None = None,
    open: bool = False,
    link_secret: LinkSecret = None,
    replay_secret: ReplaySecret = None,
) -> Annotated[Raw, bodies.Replay]:
    """The same, step by step."""
    room = await _finished(context, caller.id, table, link_secret, replay_secret)
    yours = room.table.seats_held(caller.id)
    async with context.replays.turn(caller.client):
        found = await context.house.record(table)
        return Raw(await replay_json(context, found, seat, open_hands=open, yours=yours))


async def _finished(
    context: HouseContext, person: str | None, table: str, secret: str | None, replay_secret: str | None
) -> Room:
    """Its room, for those who may look at the table, and whoever was given a link to its replay."""
    room = await context.house.room_for(table, person)
    linked = replay_secret is not None and await context.house.replay_links.opens(table, replay_secret)
    if not linked and not context.may_look(room, person, secret):
        raise NoSuchTable
    if room.table.phase != FINISHED:
        raise Running
    return room


@ROUTES.add("POST", "/api/tables/{table}/replay-link", status=201)
async def link_to_replay(context: HouseContext, person: Person, table: Name) -> bodies.ReplayLink:
    """Shows the finished game to whoever has the link, with all cards; asked again, it is the same."""
    room = await context.house.room(table)
    return bodies.ReplayLink(secret=await context.house.replay_link(room, person.id))


@ROUTES.add("DELETE", "/api/tables/{table}/replay-link", status=204)
async def withdraw_link(context: HouseContext, person: Person, table: Name) -> None:
    """The link that this person gave out opens nothing any more."""
    await context.house.replay_links.withdraw(table, person.id)


@ROUTES.add("POST", "/api/replay")
async def uploaded(context: HouseContext, caller: Caller, body: bodies.RecordText) -> Annotated[Raw, bodies.Replay]:
    """A record from elsewhere: checked, and told step by step. Nothing of it is kept."""
    async with context.uploads.turn(caller.client):
        found = await read_record(context, caller.address, body.record)
        return Raw(await replay_json(context, found, body.seat, open_hands=body.open))
