"""A connection to a table, over any transport: reads messages, writes updates, until either side has had enough."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from kartarna.core.errors import KartarnaError
from kartarna.core.words import Event
from kartarna.play.errors import NoSuchTable, NotStored, Refused
from kartarna.play.model.updates import Update
from kartarna.play.room.room import LONGEST_GAP, Room
from kartarna.play.room.session import Session
from kartarna.play.storage.database import StorageError
from kartarna.play.words import phrases
from kartarna.protocol import messages as wire
from kartarna.protocol.close_codes import BROKEN, COME_AGAIN, MALFORMED, NOT_HERE, UNKNOWN
from kartarna.protocol.context import HouseContext
from kartarna.protocol.dispatch import carry_out, give_hint
from kartarna.protocol.encoder import UpdateEncoder, encode
from kartarna.protocol.failures import reason_of
from kartarna.protocol.faults import fault_of

DECODER = msgspec.json.Decoder(wire.ClientMessage)
PARTING = 2.0  # seconds that a last word may take
Offer = Callable[[bytes], bool]  # sends this text now; False: the usual way, it may have to wait


def never(_text: bytes) -> bool:
    """Of a transport that has no short way."""
    return False


class Disconnect(Exception):
    """The connection ends, with this code and (if the client is to be told more) this reason."""

    def __init__(self, code: int, kind: str = "", **facts: str) -> None:
        super().__init__(code)
        self.code = code
        self.event = Event(kind, facts) if kind else None


class HungUp(Exception):
    """The other side has gone."""


class Connection:
    room: Room
    session: Session
    encoder: UpdateEncoder

    def __init__(
        self, context: HouseContext, queue: int, hello_seconds: float | None = None, offer: Offer = never
    ) -> None:
        self.context = context
        self.queue = queue  # updates that may wait, beside those that were missed before
        self.hello_seconds = hello_seconds  # until the first message must be there
        self.offer = offer
        self.person: str | None = None
        self.token: str | None = None  # its hash
        self.outbox: deque[Update | wire.ServerMessage] = deque()
        self.most = LONGEST_GAP + queue  # in the outbox
        self.waiting = asyncio.Event()  # there is something in it
        self.entered = False  # until then all that comes is put by
        self.ending: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.you: wire.You | None = None  # as last told
        self.presence: wire.Presence | None = None
        self.hints: set[asyncio.Future[None]] = set()  # that are being thought about

    # ---- what a transport does -----------------------------------------------------------------------------

    async def receive(self) -> str:
        """The next text; raises HungUp, or a Disconnect if it is none."""
        raise NotImplementedError

    async def send(self, text: bytes) -> None:
        raise NotImplementedError

    async def close(self, code: int) -> None:
        raise NotImplementedError

    # ---- what a house may do besides -------------------------------------------------------------------------

    async def accept(self) -> None:
        """Before the first message."""

    async def identify(self, hello: wire.Hello) -> None:
        """Sets `person` and `token`, or raises Disconnect."""
        raise NotImplementedError

    def heard(self, message: wire.ClientMessage) -> None:
        """Counts a message; raises Disconnect if there are too many."""

    def check(self, message: wire.ClientMessage) -> None:
        """Raises Refused if there were too many like it."""

    def catches_up(self) -> bool:
        """Whether it may be told row by row what it missed: the game is played through for it."""
        return True

    def told(self) -> None:
        """Counts an update that was sent."""

    def refused(self, kind: str) -> None:
        """Counts a refusal."""

    def failed(self, error: Exception) -> None:
        """Writes down a bug of ours."""

    # ---- from the beginning to the end -----------------------------------------------------------------------

    async def run(self, table: str) -> None:
        try:
            await self.accept()
            hello = await self._hello()
            await self.identify(hello)
            await self._enter(table, hello)
            await self._talk()
        except Disconnect as ending:
            await self.part(ending)
        except (HungUp, OSError):
            pass  # the client has gone
        except (StorageError, NotStored):
            await self.part(Disconnect(COME_AGAIN, "not_stored"))
        except Exception as error:  # noqa: BLE001 - a bug of ours: the connection ends, the house lives
            self.failed(error)
            await self.part(Disconnect(BROKEN, "server_error"))
        finally:
            self._leave()

    async def _hello(self) -> wire.Hello:
        try:
            message = await asyncio.wait_for(self._receive(), self.hello_seconds)
        except TimeoutError as error:
            raise Disconnect(MALFORMED, "bad_request", reason="no hello") from error
        if not isinstance(message, wire.Hello):
            raise Disconnect(MALFORMED, "bad_request", reason="hello comes first")
        if message.version != wire.VERSION:
            raise Disconnect(MALFORMED, "bad_version")
        return message

    async def _enter(self, table: str, hello: wire.Hello) -> None:
        """Welcome, you, presence, then all that was missed."""
        try:
            self.room = await self.context.house.room_for(table, self.person)
            if not self.context.may_look(self.room, self.person, hello.secret):
                raise NoSuchTable  # also with a wrong secret: a stranger is not told that there is one
            self.session = await self.room.attach(self.person, self._deliver, self._last(hello))
        except NotStored:
            raise
        except Refused as error:
            raise Disconnect(NOT_HERE, error.code) from error
        if self.token and not await self.context.house.people.storage.known_tokens([self.token]):
            raise Disconnect(UNKNOWN, "token_unknown")  # signed out on the way in
        self.encoder = self.context.came(self.room, self)
        self.entered = True
        missed = tuple(self.outbox)
        self.most = len(missed) + self.queue
        self.outbox.clear()
        self._put(wire.Welcome(wire.VERSION, table, self.room.clock.now(), phrases(), self.room.epoch))
        self._news()
        for update in missed:
            self._wait(update)
        self.context.glance(table)

    def _last(self, hello: wire.Hello) -> int | None:
        """The last update that it has; None: it is told how things are, not what it missed."""
        if hello.last is None or hello.epoch not in (None, self.room.epoch):
            return None
        return hello.last if hello.last == self.room.table.seq or self.catches_up() else None

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
            raise Disconnect(self.ending.result() if self.ending.done() else BROKEN)
        finally:
            for task in tasks[:2]:
                task.cancel()
            await asyncio.gather(*tasks[:2], return_exceptions=True)

    async def _read(self) -> None:
        while True:
            message = await self._receive()
            self.heard(message)
            if isinstance(message, wire.AskHint | wire.AskCoach):
                self._think(message)
            else:
                self._put(await self.answer(message))

    def _think(self, message: wire.AskHint | wire.AskCoach) -> None:
        """Answered when it is ready: what comes after it, a decision above all, does not wait for it."""

        async def answer() -> None:
            try:
                self._put(await self.answer(message))
            except Exception as error:  # noqa: BLE001 - a bug of ours: no hint, but the game goes on
                self.failed(error)
                self._put(wire.RefusedJson(message.id, wire.Told("server_error")))

        task = asyncio.ensure_future(answer())
        self.hints.add(task)
        task.add_done_callback(self.hints.discard)

    async def _receive(self) -> wire.ClientMessage:
        try:
            message: wire.ClientMessage = DECODER.decode(await self.receive())
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise Disconnect(
                MALFORMED, "bad_request", reason=f"not a message of this protocol: {fault_of(error)}"
            ) from error
        return message

    async def answer(self, message: wire.ClientMessage) -> wire.ServerMessage:
        match message:
            case wire.Hello():
                raise Disconnect(MALFORMED, "bad_request", reason="hello comes once")
            case wire.Ping():
                return wire.Pong(message.id, self.room.clock.now())
        try:
            self.check(message)
            if isinstance(message, wire.AskPast):
                return await self._past(message)
            if isinstance(message, wire.AskHint | wire.AskCoach):
                return await give_hint(self.room, self.session, self.encoder, message)
            return await carry_out(self.room, self.session, message)
        except KartarnaError as error:
            told = self.encoder.told(reason_of(error))
        except StorageError:
            told = self.encoder.told(Event("not_stored"))
        self.refused(told.kind)
        return wire.RefusedJson(message.id, told)

    async def _past(self, message: wire.AskPast) -> wire.PastJson:
        async with self.context.reading:
            past, entries = await self.room.past(self.session, self.encoder.past, whole=message.whole)
        return wire.PastJson(message.id, past.seq, past.seat, entries, past.whole)

    async def _write(self) -> None:
        """Sends what had to wait, as fast as the client reads. It leaves the outbox when sent: nothing overtakes."""
        while True:
            await self.waiting.wait()
            self.waiting.clear()
            while self.outbox:
                entry = self.outbox[0]
                await self.send(self.encoder.write(entry) if isinstance(entry, Update) else encode(entry))
                self.outbox.popleft()
                if isinstance(entry, Update):
                    self._told(entry)

    def _told(self, update: Update) -> None:
        self.told()
        if update.common.table or (self.you and len(self.you.seats) > 1):
            self._news()  # nothing else changes what this connection is

    # ---- what goes into the outbox -------------------------------------------------------------------------

    def _deliver(self, update: Update) -> None:
        """At once if nothing waits before it and the client keeps up. An encoded update is shared with others who see
        the same."""
        if not self.outbox and self.entered and self.offer(self.encoder.write(update)):
            self._told(update)
        elif len(self.outbox) < self.most:
            self._wait(update)
        else:
            self.end(COME_AGAIN)

    def _put(self, message: wire.ServerMessage) -> None:
        """Likewise."""
        if self.outbox or not self.entered or not self.offer(encode(message)):
            self._wait(message)

    def _wait(self, entry: Update | wire.ServerMessage) -> None:
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

    async def part(self, ending: Disconnect) -> None:
        with suppress(HungUp, RuntimeError, OSError):  # it has gone, or does not listen any more
            async with asyncio.timeout(PARTING):
                if ending.event:
                    self.refused(ending.event.kind)
                    await self.send(
                        encode(wire.RefusedJson(None, wire.Told(ending.event.kind, dict(ending.event.facts))))
                    )
                await self.close(ending.code)

    def _leave(self) -> None:
        self.ending.cancel()
        for hint in self.hints:
            hint.cancel()
        if hasattr(self, "session"):
            self.room.detach(self.session)
            self.context.went(self.room, self)
