"""Tables: open one, look, join, play again."""

from __future__ import annotations

from typing import Any

import msgspec

from kartarna.core.errors import OptionError
from kartarna.games import get
from kartarna.play.errors import NoSuchTable, Refused, WrongPhase
from kartarna.play.model.phases import OPEN
from kartarna.play.model.settings import Settings
from kartarna.play.people import Person
from kartarna.play.room.room import Room
from kartarna.protocol import bodies
from kartarna.protocol.caller import Caller
from kartarna.protocol.context import HouseContext
from kartarna.protocol.decks import deck_info, read_deck
from kartarna.protocol.replays import cut, read_record
from kartarna.protocol.routes import LinkSecret, Name, Routes
from kartarna.protocol.table_list import MOST_LINES, line_of

ROUTES = Routes()


async def _room(context: HouseContext, person: str | None, table: str, secret: str | None) -> Room:
    """The room, for those who may look at it; to all others there is no such table."""
    room = await context.house.room_for(table, person)
    if not context.may_look(room, person, secret):
        raise NoSuchTable
    return room


@ROUTES.add("GET", "/api/tables")
async def open_tables(context: HouseContext, caller: Caller) -> bodies.Tables:
    """Public tables with a seat that anyone may take, the newest first."""
    found: list[bodies.TableLine] = []
    tables = [id for id, _, _ in await context.house.log.tables(phases=(OPEN,), public=True)]
    async for line in context.table_list.of(tables, caller.id):
        if any(seat.free and not seat.link for seat in line.seats):
            found.append(line)
        if len(found) == MOST_LINES:
            break
    return bodies.Tables(tables=found)


@ROUTES.add("POST", "/api/tables", status=201)
async def open_table(context: HouseContext, caller: Caller, person: Person, body: bodies.NewTable) -> bodies.Opened:
    settings = msgspec.convert(body, Settings, from_attributes=True)
    if body.start is None:
        deck = await _own_deck(context, caller.address, settings, body.own_deck)
        await context.count_table(person.id)
        return _opened(await context.house.open(settings, person.id, person.name, deck=deck))
    if body.own_deck is not None:
        raise OptionError("own_deck: a record has its own")
    async with context.uploads.turn(person.id):
        parent = await read_record(context, caller.address, body.start.record)
        start = cut(parent, body.start.round, body.start.entry)
        await context.count_table(person.id)
        return _opened(await context.house.open(settings, person.id, person.name, start, parent))


async def _own_deck(context: HouseContext, address: str, settings: Settings, text: str | None) -> dict[str, Any] | None:
    """A deck that comes along with the wish for a table."""
    if text is None:
        return None
    if settings.deck is not None:
        raise OptionError("deck: either an installed one or one of your own")
    settings.checked()
    deck = read_deck(get(settings.game), text)
    await context.admit_deck(address, settings.game, deck)
    return deck


def _opened(opened: tuple[Room, str]) -> bodies.Opened:
    room, secret = opened
    return bodies.Opened(id=room.id, secret=secret)


@ROUTES.add("GET", "/api/tables/{table}")
async def look(context: HouseContext, caller: Caller, table: Name, link_secret: LinkSecret = None) -> bodies.TableLine:
    """A look at a table before joining."""
    room = await _room(context, caller.id, table, link_secret)
    return line_of(room.table, caller.id)


@ROUTES.add("GET", "/api/tables/{table}/deck")
async def deck(context: HouseContext, caller: Caller, table: Name, link_secret: LinkSecret = None) -> bodies.DeckInfo:
    room = await _room(context, caller.id, table, link_secret)
    return deck_info(room.table.game, room.table.game.deck_of(room.table.state))


@ROUTES.add("POST", "/api/tables/{table}/join")
async def join(context: HouseContext, person: Person, table: Name, body: bodies.Join) -> bodies.Joined:
    """Takes a seat; who sits there already keeps it."""
    room = await _room(context, person.id, table, body.secret)
    if body.seat is not None and body.seat >= room.table.players:
        raise Refused("seat_taken")
    return bodies.Joined(seat=await room.join(person.id, person.name, body.secret, body.seat))


@ROUTES.add("POST", "/api/tables/{table}/rematch")
async def rematch(context: HouseContext, person: Person, table: Name) -> bodies.Again:
    """The same people again, the next seat starts; whoever asks second gets the same table."""
    room = await context.house.room_for(table, person.id)
    if not room.table.seats_held(person.id):
        raise NoSuchTable
    if not await context.house.has_rematch(room):
        if room.table.state.round == 0:
            raise WrongPhase  # nothing was played: closing table after table would seat the others again each time
        await context.count_table(person.id)
    return bodies.Again(id=(await context.house.rematch(room, person.id)).id)


@ROUTES.add("DELETE", "/api/tables/{table}/rematch", status=204)
async def decline_rematch(context: HouseContext, person: Person, table: Name) -> None:
    """Who asked for it withdraws it, others give up their seats; not once it has begun."""
    room = await context.house.room_for(table, person.id)
    if not room.table.seats_held(person.id):
        raise NoSuchTable
    await context.house.decline_rematch(room, person.id)
