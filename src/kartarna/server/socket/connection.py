"""One socket at one table: reads messages, writes updates, and ends when either side has had enough."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from contextlib import suppress
from typing import Any

import msgspec
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from kartarna.core.errors import KartarnaError
from kartarna.core.words import Event
from kartarna.play.errors import NoSuchTable, Refused
from kartarna.play.model.updates import Update
from kartarna.play.room.room import LONGEST_GAP, Room
from kartarna.play.room.session import Session
from kartarna.play.storage.database import StorageError
from kartarna.play.words import phrases
from kartarna.server import logs
from kartarna.server.context import COME_AGAIN, ServerContext, context_of, everyone_at
from kartarna.server.faults import fault_of
from kartarna.server.http.failures import answer, reason_of
from kartarna.server.http.identity import address_of, token_of
from kartarna.server.socket import messages as wire
from kartarna.server.socket.dispatch import carry_out
from kartarna.server.socket.encoder import UpdateEncoder, encode
from kartarna.server.socket.frames import offer_of

DECODER = msgspec.json.Decoder(wire.ClientMessage)
POLICY, MALFORMED, UNKNOWN, NOT_HERE, TOO_FAST, BROKEN = 1008, 4400, 4401, 4404, 4429, 1011
OTHER_PROTOCOL = "not a message of this protocol"
PARTING = 2.0  # seconds that a last word may take


class HangUp(Exception):
    """The connection ends, with this code and (if the client is to be told more) this reason."""

    def __init__(self, code: int, kind: str = "", **facts: str) -> None:
        super().__init__(code)
        self.code = code
        self.event = Event(kind, facts) if kind else None


class Connection:
    room: Room
    session: Session
    encoder: UpdateEncoder

    def __init__(self, context: ServerContext, websocket: WebSocket, receive: Receive, send: Send) -> None:
        self.context = context
        self.websocket = websocket
        self.receive, self.send = receive, send  # past the framework
        self.offer = offer_of(websocket.scope)
        self.address = address_of(websocket)
        self.person: str | None = None
        self.token: str | None = None
        self.outbox: deque[Update | wire.ServerMessage] = deque()
        self.most = LONGEST_GAP + context.limits.queue  # in the outbox
        self.waiting = asyncio.Event()  # there is something in it
        self.entered = False  # until then all that comes is put by
        self.ending: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.you: wire.You | None = None  # as last told
        self.presence: wire.Presence | None = None
        self.counted: list[str] = []  # as whom this socket counts towards limits

    async def run(self, table: str) -> None:
        try:
            self._count(everyone_at(self.address))
            await self.websocket.accept()
            hello = await self._hello()
            await self._identify(hello)
            await self._enter(table, hello)
            await self._talk()
        except HangUp as ending:
            await self._part(ending)
        except (WebSocketDisconnect, OSError):
            pass  # the client has gone
        except Exception as error:  # noqa: BLE001 - a bug of ours: the socket ends, the server lives
            logs.trouble("socket failed", error, table=table)
            await self._part(HangUp(BROKEN, "server_error"))
        finally:
            self._leave()

    # ---- coming in ---------------------------------------------------------------------------------------

    def _count(self, who: str) -> None:
        self.counted.append(who)
        self.context.sockets[who] += 1

    async def _hello(self) -> wire.Hello:
        try:
            message = await asyncio.wait_for(self._receive(), self.context.limits.hello_seconds)
        except TimeoutError as error:
            raise HangUp(MALFORMED, "bad_request", reason="no hello") from error
        if not isinstance(message, wire.Hello):
            raise HangUp(MALFORMED, "bad_request", reason="hello comes first")
        if message.version != wire.VERSION:
            raise HangUp(MALFORMED, "bad_version")
        return message

    async def _identify(self, hello: wire.Hello) -> None:
        self.token = hello.token or token_of(self.websocket)
        if self.token:
            person = await self.context.house.people.who(self.token)
            if person is None:
                raise HangUp(UNKNOWN, "token_unknown")
            self.person = person.id
        client = self.person or self.address
        if self.context.sockets[client] >= self.context.limits.sockets:
            raise HangUp(POLICY, "too_many_sockets")
        self._count(client)

    async def _enter(self, table: str, hello: wire.Hello) -> None:
        """Welcome, you, presence, then all that was missed."""
        try:
            self.room = await self.context.house.room(table)
            if not self.context.may_look(self.room, self.person, hello.secret):
                raise NoSuchTable  # also with a wrong secret: a stranger is not told that there is one
            last = hello.last if hello.epoch in (None, self.room.epoch) else None
            self.session = await self.room.attach(self.person, self._deliver, last)
        except (Refused, StorageError) as error:
            kind = error.code if isinstance(error, Refused) else "not_stored"
            raise HangUp(NOT_HERE, kind) from error
        self.encoder = self.context.came(self.room, self)
        self.entered = True
        missed = tuple(self.outbox)
        self.most = len(missed) + self.context.limits.queue
        self.outbox.clear()
        self._put(wire.Welcome(wire.VERSION, table, self.context.now(), phrases(), self.room.epoch))
        self._news()
        for update in missed:
            self._put(update)
        self.context.glance(table)

    # ---- while it lasts ------------------------------------------------------------------------------------

    async def _talk(self) -> None:
        """Until the client goes, the server ends it, or one of the two directions fails."""
        tasks: list[asyncio.Future[Any]] = [
            asyncio.ensure_future(self._read()),
            asyncio.ensure_future(self._write()),
            self.ending,
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            raise HangUp(self.ending.result() if self.ending.done() else BROKEN)
        finally:
            for task in tasks[:2]:
                task.cancel()
            await asyncio.gather(*tasks[:2], return_exceptions=True)

    async def _read(self) -> None:
        while True:
            message = await self._receive()
            if not self.context.messages.take(self.person or self.address, time.monotonic()):
                raise HangUp(TOO_FAST, "too_many_messages")
            self.context.metrics.messages[type(message).__name__] += 1
            self._put(await self._answer(message))

    async def _receive(self) -> wire.ClientMessage:
        frame = await self.receive()
        if frame["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(frame.get("code", 1005))
        try:
            text = frame.get("text")
            if text is None or len(text) > self.context.limits.frame:
                raise HangUp(MALFORMED, "bad_request", reason="text frames, and not too long")
            message: wire.ClientMessage = DECODER.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise HangUp(
                MALFORMED, "bad_request", reason=f"not a message of this protocol: {fault_of(error)}"
            ) from error
        return message

    async def _answer(self, message: wire.ClientMessage) -> wire.ServerMessage:
        match message:
            case wire.Hello():
                raise HangUp(MALFORMED, "bad_request", reason="hello comes once")
            case wire.Ping():
                return wire.Pong(message.id, self.context.now())
        began = time.perf_counter()
        try:
            self._check_said(message)
            return await carry_out(self.room, self.session, message)
        except KartarnaError as error:
            told = self.encoder.told(reason_of(error))
        except StorageError:
            told = self.encoder.told(Event("not_stored"))
        finally:
            if isinstance(message, wire.Decide):
                self.context.metrics.decisions.add(time.perf_counter() - began)
        self.context.metrics.refused[told.kind] += 1
        return wire.RefusedJson(message.id, told)

    def _check_said(self, message: wire.ClientMessage) -> None:
        """The same message once more says nothing new."""
        new = isinstance(message, wire.Say) and (message.seat, message.id) not in self.room.table.known
        if new and not self.context.said.take(f"{self.person} at {self.room.id}", time.monotonic()):
            raise Refused("too_many_messages")

    async def _write(self) -> None:
        """Sends what had to wait, as fast as the client reads. It leaves the outbox when sent: nothing overtakes."""
        while True:
            await self.waiting.wait()
            self.waiting.clear()
            while self.outbox:
                entry = self.outbox[0]
                await self.send({"type": "websocket.send", "text": self._text(entry).decode()})
                self.outbox.popleft()
                self._sent(entry)

    def _text(self, entry: Update | wire.ServerMessage) -> bytes:
        """An encoded update is shared with others who see the same."""
        return self.encoder.write(entry) if isinstance(entry, Update) else encode(entry)

    def _sent(self, entry: Update | wire.ServerMessage) -> None:
        if isinstance(entry, Update):
            self.context.metrics.updates += 1
            if entry.table or (self.you and len(self.you.seats) > 1):
                self._news()  # nothing else changes what this connection is

    # ---- what goes into the outbox -------------------------------------------------------------------------

    def _deliver(self, update: Update) -> None:
        if len(self.outbox) < self.most:
            self._put(update)
        else:
            self.end(COME_AGAIN)

    def _put(self, entry: Update | wire.ServerMessage) -> None:
        """Sends it at once if nothing waits before it and the client keeps up."""
        if not self.outbox and self.entered and self.offer(self._text(entry)):
            self._sent(entry)
        else:
            self.outbox.append(entry)
            self.waiting.set()

    def look_around(self) -> None:
        """Someone may have come or gone; or the table itself, if it was deleted or restored."""
        if self.room.gone:
            self.end(COME_AGAIN)
        self._news(presence=True)

    def _news(self, *, presence: bool = False) -> None:
        """Tells what this connection is, and who is there, if that is not what it was told before."""
        table = self.room.table
        you = wire.You(
            table.seats_held(self.person),
            self.person is not None and self.person == table.host,
            self.session.audience(table),
            self.room.acts(self.session),
        )
        if you != self.you:
            self.you = you
            self._put(you)
        if presence or self.presence is None:
            there = self.context.presence(self.room)
            if there != self.presence:
                self.presence = there
                self._put(there)

    # ---- going ---------------------------------------------------------------------------------------------

    def end(self, code: int) -> None:
        """From outside: this connection is over."""
        if not self.ending.done():
            self.ending.set_result(code)

    async def _part(self, ending: HangUp) -> None:
        self.context.metrics.closed[str(ending.code)] += 1
        with suppress(WebSocketDisconnect, RuntimeError, OSError):  # it has gone, or does not listen any more
            async with asyncio.timeout(PARTING):
                if ending.event:
                    self.context.metrics.refused[ending.event.kind] += 1
                    text = encode(wire.RefusedJson(None, wire.Told(ending.event.kind, dict(ending.event.facts))))
                    await self.send({"type": "websocket.send", "text": text.decode()})
                await self.websocket.close(ending.code)

    def _leave(self) -> None:
        self.ending.cancel()
        self.context.sockets.subtract(self.counted)
        if hasattr(self, "session"):
            self.room.detach(self.session)
            self.context.went(self.room, self)


class TableSocket:
    """The route of the socket."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        websocket = WebSocket(scope, receive, send)
        context = context_of(websocket)
        if not (context.own_name(websocket) and context.own_origin(websocket)):
            await websocket.close(POLICY)
            return
        if not context.admits(address_of(websocket)):
            context.metrics.refused["too_many_sockets"] += 1
            await websocket.send_denial_response(answer(429, Event("too_many_sockets")))
            return
        await Connection(context, websocket, receive, send).run(scope["path_params"]["table"])
