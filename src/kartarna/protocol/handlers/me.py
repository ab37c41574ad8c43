"""Oneself: a name, one's tables, being forgotten."""

from __future__ import annotations

from kartarna.play.commands import membership
from kartarna.play.model.names import clean_name
from kartarna.play.model.phases import FINISHED
from kartarna.play.people import Person
from kartarna.protocol import bodies
from kartarna.protocol.caller import Caller, Recognised
from kartarna.protocol.context import HouseContext
from kartarna.protocol.routes import Routes
from kartarna.protocol.table_list import MOST_LINES

ROUTES = Routes()


@ROUTES.add("GET", "/api/me")
async def me(caller: Caller) -> Recognised[bodies.Me]:
    """Who I am to the house; a token that is not known any more is dropped."""
    name = caller.person.name if caller.person else None
    return Recognised(bodies.Me(name=name), caller.token if caller.person else None)


@ROUTES.add("PUT", "/api/me")
async def call_me(context: HouseContext, caller: Caller, body: bodies.NewName) -> Recognised[bodies.Me]:
    """My name: the first one makes me known here, another one is told at all my tables."""
    if caller.person:
        return Recognised(await _call(context, caller.person, clean_name(body.name)), caller.token)
    await context.count_person(caller.address)
    person, token = await context.house.people.welcome(body.name, caller.device)
    return Recognised(bodies.Me(name=person.name), token)


async def _call(context: HouseContext, person: Person, name: str) -> bodies.Me:
    if name == person.name:
        return bodies.Me(name=name)
    await context.count_name(person.id)
    await context.house.people.rename(person.id, name)
    for id, _, phase in await context.house.log.tables_of(person.id):
        if phase != FINISHED:
            await _rename(context, id, person.id, name)
    return bodies.Me(name=name)


async def _rename(context: HouseContext, table: str, person: str, name: str) -> None:
    room = await context.house.room(table)
    if room.table.seats_held(person):
        await room.do(membership.rename, person, name)


@ROUTES.add("DELETE", "/api/me", status=204)
async def forget_me(context: HouseContext, person: Person) -> Recognised[None]:
    """Deletes all that is stored about me. My decisions stay, without a name; where I still play, a bot plays on."""
    context.hang_up(person.id)
    await context.house.forget(person.id)
    context.hang_up(person.id)  # who came meanwhile
    return Recognised(None, None)


@ROUTES.add("GET", "/api/me/tables")
async def my_tables(context: HouseContext, caller: Caller) -> bodies.Tables:
    return await _tables(context, caller, finished=False)


@ROUTES.add("GET", "/api/me/finished")
async def my_finished(context: HouseContext, caller: Caller) -> bodies.Tables:
    return await _tables(context, caller, finished=True)


async def _tables(context: HouseContext, caller: Caller, *, finished: bool) -> bodies.Tables:
    lines = await context.house.log.tables_of(caller.person.id) if caller.person else []
    wanted = [id for id, _, phase in lines if (phase == FINISHED) == finished][:MOST_LINES]
    return bodies.Tables(tables=[line async for line in context.table_list.of(wanted, caller.id)])
