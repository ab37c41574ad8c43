"""Routes about oneself: a name, other devices, one's tables, being forgotten."""

from __future__ import annotations

import time
from typing import Annotated

from fastapi import APIRouter, Body, Request, Response

from kartarna.play.commands import membership
from kartarna.play.model.phases import FINISHED
from kartarna.server.context import ServerContext
from kartarna.server.http import bodies
from kartarna.server.http.failures import RESPONSES, Failed
from kartarna.server.http.identity import At, Caller, Known, Who, drop, keep
from kartarna.server.http.msgspec_models import StrictRoute
from kartarna.server.http.table_list import MOST_LINES

router = APIRouter(prefix="/api", responses=RESPONSES, route_class=StrictRoute)


@router.get("/me")
async def me(who: Who, response: Response) -> bodies.Me:
    """Who I am to the server; a token that is not known any more is dropped."""
    if who.token and not who.person:
        drop(response)
    return bodies.Me(name=who.person.name if who.person else None)


@router.put("/me")
async def call_me(
    context: At, who: Who, body: Annotated[bodies.NewName, Body()], request: Request, response: Response
) -> bodies.Me:
    """My name: the first one makes me known here, another one is told at all my tables."""
    if who.person:
        name = await context.house.people.rename(who.person.id, body.name)
        for id, _, phase in await context.house.log.tables_of(who.person.id):
            if phase != FINISHED:
                await _rename(context, id, who.person.id, name)
        return bodies.Me(name=name)
    if not context.new_people.take(who.address, time.monotonic()):
        raise Failed(429, "too_many_requests")
    person, token = await context.house.people.welcome(body.name)
    keep(request, response, token)
    return bodies.Me(name=person.name)


@router.delete("/me", status_code=204)
async def forget_me(context: At, person: Known, response: Response) -> None:
    """Deletes all that is stored about me. My decisions stay, without a name; where I still play, a bot plays on."""
    context.hang_up(person.id)
    await context.house.forget(person.id)
    drop(response)


async def _rename(context: ServerContext, table: str, person: str, name: str) -> None:
    room = await context.house.room(table)
    if room.table.seats_held(person):
        await room.do(membership.rename, person, name)


@router.delete("/me/token", status_code=204)
async def sign_out(context: At, who: Who, response: Response) -> None:
    """This browser is no longer me."""
    if who.token and who.person:
        await context.house.people.sign_out(who.token)
        context.hang_up(who.person.id, who.token)
    drop(response)


# ---- other devices -----------------------------------------------------------------------------------


@router.post("/me/move")
async def move_link(context: At, person: Known) -> bodies.MoveLink:
    """A secret for another device: once, within ten minutes."""
    return bodies.MoveLink(secret=await context.house.people.move_link(person.id))


@router.post("/move")
async def move(
    context: At, body: Annotated[bodies.DeviceMove, Body()], request: Request, response: Response
) -> bodies.Me:
    token = await context.house.people.move(body.secret)
    return await _recognised(context, token, "link_void", request, response)


@router.post("/me/phrase")
async def phrase(context: At, person: Known) -> bodies.Phrase:
    """A recovery phrase, which replaces any older one."""
    return bodies.Phrase(phrase=await context.house.people.recovery_phrase(person.id))


@router.post("/recover")
async def recover(
    context: At, body: Annotated[bodies.Recovery, Body()], request: Request, response: Response
) -> bodies.Me:
    token = await context.house.people.recover(body.phrase)
    return await _recognised(context, token, "phrase_wrong", request, response)


async def _recognised(
    context: ServerContext, token: str | None, otherwise: str, request: Request, response: Response
) -> bodies.Me:
    person = await context.house.people.who(token) if token else None
    if token is None or person is None:
        raise Failed(403, otherwise)
    keep(request, response, token)
    return bodies.Me(name=person.name)


# ---- my tables -----------------------------------------------------------------------------------------


@router.get("/me/tables")
async def my_tables(context: At, who: Who) -> bodies.Tables:
    return await _tables(context, who, finished=False)


@router.get("/me/finished")
async def my_finished(context: At, who: Who) -> bodies.Tables:
    return await _tables(context, who, finished=True)


async def _tables(context: ServerContext, who: Caller, *, finished: bool) -> bodies.Tables:
    lines = await context.house.log.tables_of(who.person.id) if who.person else []
    wanted = [id for id, _, phase in lines if (phase == FINISHED) == finished][:MOST_LINES]
    return bodies.Tables(tables=[line async for line in context.table_list.of(wanted, who.id)])
