"""Which command of kartarna.play a message stands for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, get_args

from kartarna.play.commands import consent, fair_shuffle, go_on, membership
from kartarna.play.commands.checks import check_seat
from kartarna.play.errors import NotYourSeat, Refused, Stale
from kartarna.play.room.room import Room
from kartarna.play.room.session import Session
from kartarna.protocol import messages as wire
from kartarna.protocol.encoder import UpdateEncoder

Command = Callable[[Room, str, Any], Awaitable[int]]  # the last row that it brought


async def carry_out(room: Room, session: Session, message: Any) -> wire.Done:
    """Done, or an error of the table (KartarnaError), and nothing has changed then."""
    check_seat(room.table, *[getattr(message, name) for name in NAMING_SEATS[type(message)]])
    if session.person is None:
        raise NotYourSeat  # spectators only watch
    match message:
        case wire.Lift():
            room.lift_curtain(session, message.seat)
            return wire.Done(message.id, 0)
        case wire.Cover():
            room.drop_curtain(session)
            return wire.Done(message.id, 0)
    if not room.acts(session):
        raise Refused("older_tab")
    if isinstance(message, wire.RenewLink):
        secret = await room.renew_link(session.person)
        return wire.Done(message.id, room.table.seq, secret)
    before = room.table.seq
    row = await COMMANDS[type(message)](room, session.person, message)
    brought = isinstance(message, RETRIED) or row > before  # a retry is answered with the row of its first time
    return wire.Done(message.id, row if brought else 0)


async def give_hint(
    room: Room, session: Session, encoder: UpdateEncoder, message: wire.AskHint | wire.AskCoach
) -> wire.HintJson | wire.Done:
    """For a seat of one's own whose cards one sees, to the end; or an error of the table, as above."""
    check_seat(room.table, message.seat)
    if session.person is None or session.audience(room.table) != message.seat:
        raise NotYourSeat
    seq = room.table.asked[message.seat]
    if isinstance(message, wire.AskHint):
        hint = await room.hints.hint(session.person, message.seat, message.depth)
    elif message.action is None:
        await room.hints.prepare(session.person, message.seat)
        return wire.Done(message.id, 0)
    else:
        hint = await room.hints.coach(session.person, message.seat, message.action)
    if session.audience(room.table) != message.seat:
        raise Stale  # the curtain has fallen meanwhile: somebody else may be looking
    return encoder.hint(message.id, seq, hint)


COMMANDS: dict[type, Command] = {
    wire.Decide: lambda room, person, m: room.submit(person, m.seat, m.id, m.seq, m.action),
    wire.GoOn: lambda room, person, m: room.do(go_on.go_on, person, m.seat, m.id),
    wire.Promise: lambda room, person, m: room.do(fair_shuffle.send_promise, person, m.seat, bytes.fromhex(m.hash)),
    wire.Reveal: lambda room, person, m: room.reveal(person, m.seat, bytes.fromhex(m.part)),
    wire.Propose: lambda room, person, m: room.do(consent.propose, person, m.seat, m.id, m.what),
    wire.Agree: lambda room, person, m: room.do(consent.agree, person, m.seat, m.id),
    wire.Decline: lambda room, person, m: room.do(consent.decline, person, m.seat, m.id),
    wire.Resume: lambda room, person, m: room.do(consent.resume, person, m.seat),
    wire.Resign: lambda room, person, m: room.do(consent.resign, person, m.seat, m.id),
    wire.ComeBack: lambda room, person, m: room.do(consent.come_back, person, m.seat),
    wire.AskStandIn: lambda room, person, m: room.ask_stand_in(person, m.seat, m.absent),
    wire.Nudge: lambda room, person, m: room.nudge(person, m.seat, m.absent),
    wire.Say: lambda room, person, m: room.do(consent.say, person, m.seat, m.id, m.phrase),
    wire.Share: lambda room, person, m: room.do(membership.share, person, m.seat, m.name),
    wire.Leave: lambda room, person, m: room.do(membership.leave, person, m.seat),
    wire.Remove: lambda room, person, m: room.do(membership.remove, person, m.seat),
    wire.Swap: lambda room, person, m: room.do(membership.swap, person, m.seat, m.other),
    wire.Fill: lambda room, person, m: room.do(membership.fill, person, m.bot),
    wire.Close: lambda room, person, _: room.do(membership.close, person),
}
SEAT_FIELDS = {"seat", "other", "absent"}
NAMING_SEATS = {kind: sorted(SEAT_FIELDS.intersection(kind.__struct_fields__)) for kind in get_args(wire.ClientMessage)}
RETRIED = (
    wire.Decide,
    wire.GoOn,
    wire.Propose,
    wire.Agree,
    wire.Decline,
    wire.Resign,
    wire.Say,
)  # the table knows their ids
