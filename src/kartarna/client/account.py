"""A thin client: who one is (HTTP), and a place at a table (WebSocket) with the shuffle ceremony done by itself."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
from contextlib import closing
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from kartarna.client.decoder import read_event
from kartarna.client.witness import Witness
from kartarna.core.errors import KartarnaError
from kartarna.core.words import Event
from kartarna.play.model.table_info import TableInfo
from kartarna.protocol import messages as wire
from kartarna.server.http.identity import COOKIE

DECODER = msgspec.json.Decoder(wire.ServerMessage)
LONGEST_ANSWER = 64 * 1024 * 1024


class Unreachable(KartarnaError):
    """There is no server at this address, or it went away."""


class Refusal(KartarnaError):
    """The server says no; the event has the reason."""

    def __init__(self, status: int, event: Event) -> None:
        super().__init__(event.kind)
        self.status = status
        self.event = event


@dataclass
class Account:
    """Someone at a server: http://HOST:PORT, and the token that the server knows them by."""

    server: str
    token: str | None = None
    timeout: float = 30.0

    async def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        return await asyncio.to_thread(self._call, method, path, body, headers)

    def _call(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
        parts = urlsplit(self.server)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        sent = {"User-Agent": "kartarna", **({"Cookie": f"{COOKIE}={self.token}"} if self.token else {})}
        try:
            with closing(kind(parts.netloc, timeout=self.timeout)) as line:
                line.request(
                    method,
                    path,
                    None if body is None else json.dumps(body),
                    {"Content-Type": "application/json", **sent, **headers},
                )
                answer = line.getresponse()
                data = answer.read(LONGEST_ANSWER)
        except (OSError, HTTPException, UnicodeError) as error:  # UnicodeError: of a host that cannot exist
            raise Unreachable(f"{self.server} does not answer: {error}") from error
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            self.token = SimpleCookie(cookie)[COOKIE].value or None
        return _content(answer.status, data)

    async def call_me(self, name: str) -> str:
        return str((await self.call("PUT", "/api/me", {"name": name}))["name"])

    async def open_table(self, **settings: Any) -> tuple[str, str]:
        """The new table, and the secret of its link."""
        opened = await self.call("POST", "/api/tables", settings)
        return opened["id"], opened["secret"]

    async def join(self, table: str, secret: str | None = None, seat: int | None = None) -> int:
        return int((await self.call("POST", f"/api/tables/{table}/join", {"secret": secret, "seat": seat}))["seat"])

    async def sit(self, table: str, secret: str | None = None, last: int | None = None) -> Place:
        place = Place(self, table, secret)
        await place.connect(last)
        return place


def _content(status: int, data: bytes) -> Any:
    try:
        content = json.loads(data) if data else None
    except ValueError:
        content = data.decode(errors="replace")
    if status < 400:
        return content
    refused = content.get("refused", {}) if isinstance(content, dict) else {}
    raise Refusal(status, read_event(wire.Told(refused.get("kind", "server_error"), refused.get("facts", {}))))


@dataclass
class Place:
    """A connection to a table, and what it has been told so far."""

    account: Account
    id: str
    secret: str | None = None
    line: ClientConnection | None = None
    epoch: str | None = None  # of what it has been told
    you: wire.You | None = None
    presence: wire.Presence | None = None
    update: wire.UpdateJson | None = None  # the last one
    table: TableInfo | None = None
    witness: Witness = field(default_factory=Witness)  # of the shuffle
    numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))
    name: str = field(default_factory=lambda: os.urandom(6).hex())  # of this client, in its messages

    @property
    def last(self) -> int | None:
        return self.update.seq if self.update else None

    async def connect(self, last: int | None = None) -> None:
        """Comes in; with the last update that was received it gets exactly what it missed."""
        await self.close()
        self.witness.forget()
        address = "ws" + self.account.server.removeprefix("http") + f"/api/tables/{self.id}/socket"
        try:
            self.line = await connect(address, max_size=None, compression=None, close_timeout=1)
        except (OSError, InvalidHandshake, TimeoutError) as error:
            raise Unreachable(f"{self.account.server} does not answer: {error}") from error
        await self.post(wire.Hello(wire.VERSION, last, self.account.token, self.secret, self.epoch))

    async def deck(self) -> dict[str, Any]:
        """What stands in the deck that is played with here."""
        headers = {"Link-Secret": self.secret} if self.secret else {}
        found: dict[str, Any] = (await self.account.call("GET", f"/api/tables/{self.id}/deck", **headers))["data"]
        return found

    async def close(self) -> None:
        if self.line:
            await self.line.close()

    def new_id(self) -> str:
        return f"{self.name}-{next(self.numbers)}"

    async def post(self, message: wire.ClientMessage) -> None:
        if self.line is None:
            raise Unreachable("not connected")
        try:
            await self.line.send(msgspec.json.encode(message).decode())
        except ConnectionClosed as error:
            raise Unreachable(_ending(error)) from error

    async def next(self) -> wire.ServerMessage:
        """The next message; what the shuffle asks for is answered on the way."""
        if self.line is None:
            raise Unreachable("not connected")
        try:
            message: wire.ServerMessage = DECODER.decode(await self.line.recv(decode=False))
        except ConnectionClosed as error:
            raise Unreachable(_ending(error)) from error
        await self._take(message)
        return message

    async def _take(self, message: wire.ServerMessage) -> None:
        match message:
            case wire.Welcome():
                self.epoch = message.epoch
            case wire.You():
                self.you = message
            case wire.Presence():
                self.presence = message
            case wire.UpdateJson():
                self.update = message
                if message.table:
                    self.table = message.table
            case wire.RefusedJson(id=None):
                raise Refusal(0, read_event(message.reason))
        if isinstance(message, wire.UpdateJson | wire.You):
            await self._do_own_part()

    async def _do_own_part(self) -> None:
        """What needs no thought: the steps of the shuffle, and going on to the next round."""
        if self.you is None or self.table is None:
            return
        if self.table.shuffle:
            for step in self.witness.steps(self.you.seats, self.table.shuffle, self.new_id):
                await self.post(step)
        interval = self.table.interval
        if interval and self.you.acts and self.you.seats and self.you.seats[0] not in interval.gone_on:
            await self.post(wire.GoOn(id=f"{self.name}-on-{self.last}", seat=self.you.seats[0]))

    async def ask(self, message: wire.ClientMessage) -> wire.Done:
        """Sends a message and waits for its answer; updates that come before it are taken in."""
        await self.post(message)
        while True:
            answer = await self.next()
            if isinstance(answer, wire.Done) and answer.id == message.id:  # type: ignore[union-attr]
                return answer
            if isinstance(answer, wire.RefusedJson) and answer.id == message.id:  # type: ignore[union-attr]
                raise Refusal(0, read_event(answer.reason))

    async def decide(self, seat: int, action: int) -> wire.Done:
        asked = self.update.asked if self.update else 0
        return await self.ask(wire.Decide(id=self.new_id(), seat=seat, seq=asked, action=action))


def _ending(error: ConnectionClosed) -> str:
    code = error.rcvd.code if error.rcvd else 1006
    return f"the connection was closed ({code})"
