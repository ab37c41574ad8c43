"""What a message asks of the table, in terms of kartarna.play: one short function for each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from kartarna.play.commands import consent, fair_shuffle, membership
from kartarna.play.commands.checks import check_seat
from kartarna.play.errors import NotYourSeat, Refused
from kartarna.play.room.room import Room
from kartarna.play.room.session import Session
from kartarna.server.socket import messages as wire

# The last row that it brought, even if the message came twice; None: the table knows.
Command = Callable[[Room, str, Any], Awaitable[int | None]]


async def carry_out(room: Room, session: Session, message: Any) -> wire.Done:
    """Done, or an error of the table (KartarnaError), and nothing has changed then."""
    check_seat(room.table, *(getattr(message, name, 0) for name in ("seat", "other", "absent")))
    if session.person is None:
        raise NotYourSeat  # spectators only watch
    match message:
        case wire.Lift():
            room.lift(session, message.seat)
            return wire.Done(message.id, 0)
        case wire.Cover():
            room.cover(session)
            return wire.Done(message.id, 0)
    if not room.acts(session):
        raise Refused("older_tab")
    if isinstance(message, wire.RenewLink):
        secret = await room.renew_link(session.person)
        return wire.Done(message.id, room.table.seq, secret)
    before = room.table.seq
    row = await COMMANDS[type(message)](room, session.person, message)
    if row is None:  # nobody has written since: between a write and this line nothing is waited for
        row = room.table.seq if room.table.seq > before else 0
    return wire.Done(message.id, row)


async def decide(room: Room, person: str, message: wire.Decide) -> int:
    return await room.submit(person, message.seat, message.id, message.seq, message.action)


async def promise(room: Room, person: str, message: wire.Promise) -> None:
    await room.do(fair_shuffle.send_promise, person, message.seat, bytes.fromhex(message.hash))


async def reveal(room: Room, person: str, message: wire.Reveal) -> None:
    await room.reveal(person, message.seat, bytes.fromhex(message.part))


async def propose(room: Room, person: str, message: wire.Propose) -> int:
    return await room.do(consent.propose, person, message.seat, message.id, message.what)


async def agree(room: Room, person: str, message: wire.Agree) -> int:
    return await room.do(consent.agree, person, message.seat, message.id)


async def decline(room: Room, person: str, message: wire.Decline) -> int:
    return await room.do(consent.decline, person, message.seat, message.id)


async def resume(room: Room, person: str, message: wire.Resume) -> None:
    await room.do(consent.resume, person, message.seat)


async def resign(room: Room, person: str, message: wire.Resign) -> int:
    return await room.do(consent.resign, person, message.seat, message.id)


async def come_back(room: Room, person: str, message: wire.ComeBack) -> None:
    await room.do(consent.come_back, person, message.seat)


async def ask_stand_in(room: Room, person: str, message: wire.AskStandIn) -> None:
    await room.ask_stand_in(person, message.seat, message.absent)


async def say(room: Room, person: str, message: wire.Say) -> int:
    return await room.do(consent.say, person, message.seat, message.id, message.phrase)


async def share(room: Room, person: str, message: wire.Share) -> None:
    await room.do(membership.share, person, message.seat, message.name)


async def leave(room: Room, person: str, message: wire.Leave) -> None:
    await room.do(membership.leave, person, message.seat)


async def remove(room: Room, person: str, message: wire.Remove) -> None:
    await room.do(membership.remove, person, message.seat)


async def swap(room: Room, person: str, message: wire.Swap) -> None:
    await room.do(membership.swap, person, message.seat, message.other)


async def fill(room: Room, person: str, message: wire.Fill) -> None:
    await room.do(membership.fill, person, message.bot)


async def close(room: Room, person: str, _: wire.Close) -> None:
    await room.do(membership.close, person)


COMMANDS: dict[type, Command] = {
    wire.Decide: decide,
    wire.Promise: promise,
    wire.Reveal: reveal,
    wire.Propose: propose,
    wire.Agree: agree,
    wire.Decline: decline,
    wire.Resume: resume,
    wire.Resign: resign,
    wire.ComeBack: come_back,
    wire.AskStandIn: ask_stand_in,
    wire.Say: say,
    wire.Share: share,
    wire.Leave: leave,
    wire.Remove: remove,
    wire.Swap: swap,
    wire.Fill: fill,
    wire.Close: close,
}
