"""The devices of a person: signing out, moving to another one, coming back after all are lost."""

from __future__ import annotations

from kartarna.play.people import Person
from kartarna.play.tokens import hashed
from kartarna.protocol import bodies
from kartarna.protocol.caller import Caller, Recognised
from kartarna.protocol.failures import Failed
from kartarna.protocol.routes import Name, Routes
from kartarna.server.context import ServerContext

ROUTES = Routes()


@ROUTES.add("DELETE", "/api/me/token", status=204)
async def sign_out(context: ServerContext, caller: Caller) -> Recognised[None]:
    """This browser is no longer me."""
    if caller.token and caller.person:
        await _sign_out(context, caller.person, [hashed(caller.token)])
    return Recognised(None, None)


async def _sign_out(context: ServerContext, person: Person, tokens: list[str]) -> None:
    """At all processes: others hear of it from the database."""
    await context.house.people.sign_out(person.id, tokens)
    for token in tokens:
        context.hang_up(person.id, token)


@ROUTES.add("GET", "/api/me/devices")
async def devices(context: ServerContext, caller: Caller, person: Person) -> bodies.Devices:
    """All that are signed in as me, the one that was here last first."""
    found = await context.house.people.devices(person.id)
    own = hashed(caller.token or "")
    return bodies.Devices(
        devices=[
            bodies.DeviceLine(id=device.id, name=device.name, seen=device.seen, this=device.token == own)
            for device in found
        ]
    )


@ROUTES.add("DELETE", "/api/me/devices", status=204)
async def sign_out_others(context: ServerContext, caller: Caller, person: Person) -> None:
    """All devices but this one are no longer me; a move link that is on its way is void."""
    found = await context.house.people.devices(person.id)
    own = hashed(caller.token or "")
    await _sign_out(context, person, [device.token for device in found if device.token != own])


@ROUTES.add("DELETE", "/api/me/devices/{device}", status=204)
async def sign_out_device(context: ServerContext, person: Person, device: Name) -> None:
    """That device is no longer me."""
    found = [known.token for known in await context.house.people.devices(person.id) if known.id == device]
    if not found:
        raise Failed(404, "no_such_device")
    await _sign_out(context, person, found)


@ROUTES.add("POST", "/api/me/move")
async def move_link(context: ServerContext, person: Person) -> bodies.MoveLink:
    """A secret for another device: once, within ten minutes."""
    return bodies.MoveLink(secret=await context.house.people.move_link(person.id))


@ROUTES.add("POST", "/api/move")
async def move(context: ServerContext, caller: Caller, body: bodies.DeviceMove) -> Recognised[bodies.Me]:
    token = await context.house.people.move(body.secret, caller.device)
    return await _recognised(context, token, "link_void")


@ROUTES.add("POST", "/api/me/phrase")
async def phrase(context: ServerContext, person: Person) -> bodies.Phrase:
    """A recovery phrase, which replaces any older one."""
    return bodies.Phrase(phrase=await context.house.people.recovery_phrase(person.id))


@ROUTES.add("POST", "/api/recover")
async def recover(context: ServerContext, caller: Caller, body: bodies.Recovery) -> Recognised[bodies.Me]:
    token = await context.house.people.recover(body.phrase, caller.device)
    return await _recognised(context, token, "phrase_wrong")


async def _recognised(context: ServerContext, token: str | None, otherwise: str) -> Recognised[bodies.Me]:
    person = await context.house.people.who(token) if token else None
    if token is None or person is None:
        raise Failed(403, otherwise)
    return Recognised(bodies.Me(name=person.name), token)
