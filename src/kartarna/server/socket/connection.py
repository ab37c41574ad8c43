"""One socket at one table: the connection of kartarna.protocol over a WebSocket, within its limits."""

from __future__ import annotations

import time
from contextlib import suppress

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from kartarna.core.words import Event
from kartarna.play.errors import Refused
from kartarna.play.tokens import hashed
from kartarna.protocol import messages as wire
from kartarna.protocol.close_codes import MALFORMED, POLICY, TOO_FAST, UNKNOWN
from kartarna.protocol.connection import Connection, Disconnect, HungUp
from kartarna.server import logs
from kartarna.server.context import ServerContext, context_of, everyone_at
from kartarna.server.http.failures import answer
from kartarna.server.http.identity import address_of, token_of
from kartarna.server.socket.frames import offer_of


class SocketConnection(Connection):
    context: ServerContext

    def __init__(self, context: ServerContext, websocket: WebSocket, receive: Receive, send: Send) -> None:
        super().__init__(context, context.limits.queue, context.limits.hello_seconds, offer_of(websocket.scope))
        self.websocket = websocket
        self.incoming, self.outgoing = receive, send  # past the framework
        self.address = address_of(websocket)
        self.counted: list[str] = []  # as whom this socket counts towards limits

    # ---- what a transport does -----------------------------------------------------------------------------

    async def receive(self) -> str:
        frame = await self.incoming()
        if frame["type"] == "websocket.disconnect":
            if frame.get("code") == TOO_FAST:  # by the protocol below us
                self.context.metrics.closed[str(TOO_FAST)] += 1
            raise HungUp
        text = frame.get("text")
        if text is None or len(text) > self.context.limits.frame:
            raise Disconnect(MALFORMED, "bad_request", reason="text frames, and not too long")
        return str(text)

    async def send(self, text: bytes) -> None:
        await self.outgoing({"type": "websocket.send", "text": text.decode()})

    async def close(self, code: int) -> None:
        with suppress(WebSocketDisconnect):
            await self.websocket.close(code)

    # ---- limits and counters ---------------------------------------------------------------------------------

    @property
    def client(self) -> str:
        return self.person or self.address

    async def accept(self) -> None:
        self._count(everyone_at(self.address))
        try:
            await self.websocket.accept()
        except WebSocketDisconnect as gone:
            raise HungUp from gone

    def _count(self, who: str) -> None:
        self.counted.append(who)
        self.context.shared.sockets[who] += 1

    async def identify(self, hello: wire.Hello) -> None:
        if token := hello.token or token_of(self.websocket):
            self.token = hashed(token)
            person = await self.context.house.people.who(token)
            if person is None:
                raise Disconnect(UNKNOWN, "token_unknown")
            self.person = person.id
        if self.context.shared.open_sockets(self.client) >= self.context.limits.sockets:
            raise Disconnect(POLICY, "too_many_sockets")
        self._count(self.client)

    def heard(self, message: wire.ClientMessage) -> None:
        if not self.context.messages.take(self.client, time.monotonic()):
            raise Disconnect(TOO_FAST, "too_many_messages")
        self.context.metrics.messages[type(message).__name__] += 1

    def check(self, message: wire.ClientMessage) -> None:
        """Of a phrase, the same message once more says nothing new."""
        now, taken = time.monotonic(), True
        if isinstance(message, wire.AskPast):
            taken = self.context.pasts.take(self.client, now)
        elif isinstance(message, wire.AskHint | wire.AskCoach):
            taken = self.context.hints.take(self.client, now)
        elif isinstance(message, wire.Say) and (message.seat, message.id) not in self.room.table.known:
            taken = self.context.said.take(f"{self.person} at {self.room.id}", now)
        if not taken:
            raise Refused("too_many_messages")

    def catches_up(self) -> bool:
        return self.context.pasts.take(self.client, time.monotonic())

    async def answer(self, message: wire.ClientMessage) -> wire.ServerMessage:
        began = time.perf_counter()
        try:
            return await super().answer(message)
        finally:
            if isinstance(message, wire.Decide):
                self.context.metrics.decisions.add(time.perf_counter() - began)

    def told(self) -> None:
        self.context.metrics.updates += 1

    def refused(self, kind: str) -> None:
        self.context.metrics.refused[kind] += 1

    def failed(self, error: Exception) -> None:
        logs.failure("socket failed", error, table=self.websocket.path_params["table"])

    async def part(self, ending: Disconnect) -> None:
        self.context.metrics.closed[str(ending.code)] += 1
        await super().part(ending)

    def _leave(self) -> None:
        self.context.shared.sockets.subtract(self.counted)
        super()._leave()


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
        await SocketConnection(context, websocket, receive, send).run(scope["path_params"]["table"])
