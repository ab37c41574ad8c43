"""Routes about oneself: a name, other devices, one's tables, being forgotten."""

from __future__ import annotations

import time

from fastapi import APIRouter, Request, Response

from kartarna.play import seating
from kartarna.play.phases import FINISHED
from kartarna.server import bodies
from kartarna.server.desk import Desk
from kartarna.server.failures import RESPONSES, Failed
from kartarna.server.identity import At, Caller, Known, Who, drop, keep
from kartarna.server.lines import MOST_LINES

router = APIRouter(prefix="/api", responses=RESPONSES)


@router.get("/me")
async def me(who: Who, response: Response) -> bodies.Me:
    """Who I am to the server; a token that is not known any more is dropped."""
    if who.token and not who.person:
        drop(response)
    return bodies.Me(name=who.person.name if who.person else None)


@router.put("/me")
async def call_me(desk: At, who: Who, body: bodies.NewName, request: Request, response: Response) -> bodies.Me:
    """My name: the first one makes me known here, another one is told at all my tables."""
    if who.person:
        name = await desk.house.people.rename(who.person.id, body.name)
        for id, _, phase in await desk.house.log.tables_of(who.person.id):
            if phase != FINISHED:
                await _rename(desk, id, who.person.id, name)
        return bodies.Me(name=name)
    if not desk.new_people.take(who.address, time.monotonic()):
        raise Failed(429, "too_many_requests")
    person, token = await desk.house.people.welcome(body.name)
    keep(request, response, token)
    return bodies.Me(name=person.name)


@router.delete("/me", status_code=204)
async def forget_me(desk: At, person: Known, response: Response) -> None:
    """Deletes all that is stored about me. My decisions stay, without a name; where I still play, a bot plays on."""
    desk.hang_up(person.id)
    await desk.house.forget(person.id)
    drop(response)


async def _rename(desk: Desk, table: str, person: str, name: str) -> None:
    room = await desk.house.room(table)
    if room.table.seats_held(person):
        await seating.rename(room, person, name)


@router.delete("/me/token", status_code=204)
async def sign_out(desk: At, who: Who, response: Response) -> None:
    """This browser is no longer me."""
    if who.token and who.person:
        await desk.house.people.sign_out(who.token)
        desk.hang_up(who.person.id, who.token)
    drop(response)


# ---- other devices -----------------------------------------------------------------------------------


@router.post("/me/move")
async def move_link(desk: At, person: Known) -> bodies.MoveLink:
    """A secret for another device: once, within ten minutes."""
    return bodies.MoveLink(secret=await desk.house.people.move_link(person.id))


@router.post("/move")
async def move(desk: At, body: bodies.Move, request: Request, response: Response) -> bodies.Me:
    token = await desk.house.people.move(body.secret)
    return await _recognised(desk, token, "link_void", request, response)


@router.post("/me/phrase")
async def phrase(desk: At, person: Known) -> bodies.Phrase:
    """A recovery phrase, which replaces any older one."""
    return bodies.Phrase(phrase=await desk.house.people.recovery_phrase(person.id))


@router.post("/recover")
async def recover(desk: At, body: bodies.Recovery, request: Request, response: Response) -> bodies.Me:
    token = await desk.house.people.recover(body.phrase)
    return await _recognised(desk, token, "phrase_wrong", request, response)


async def _recognised(desk: Desk, token: str | None, otherwise: str, request: Request, response: Response) -> bodies.Me:
    person = await desk.house.people.who(token) if token else None
    if token is None or person is None:
        raise Failed(403, otherwise)
    keep(request, response, token)
    return bodies.Me(name=person.name)


# ---- my tables -----------------------------------------------------------------------------------------


@router.get("/me/tables")
async def my_tables(desk: At, who: Who) -> bodies.Tables:
    return await _tables(desk, who, finished=False)


@router.get("/me/finished")
async def my_finished(desk: At, who: Who) -> bodies.Tables:
    return await _tables(desk, who, finished=True)


async def _tables(desk: Desk, who: Caller, *, finished: bool) -> bodies.Tables:
    lines = await desk.house.log.tables_of(who.person.id) if who.person else []
    wanted = [id for id, _, phase in lines if (phase == FINISHED) == finished][:MOST_LINES]
    return bodies.Tables(tables=[line async for line in desk.lines.of(wanted, who.id)])
