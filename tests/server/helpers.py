"""A real server in this process, on a free port, and clients that keep every byte they were sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from kartarna.client.account import Account, Place
from kartarna.play.house import House
from kartarna.play.room.services import Services
from kartarna.play.storage.sqlite import SqliteDatabase
from kartarna.protocol import messages as wire
from kartarna.server.app import create_app
from kartarna.server.context import ServerContext
from kartarna.server.launch import Serving, bound, configuration
from kartarna.server.limits import Limits

PATIENCE = 20.0  # seconds that anything here may take
GENEROUS = Limits(
    messages=100_000,
    frames=100_000,
    pasts=100_000,
    requests=100_000,
    people=10_000,
    tables=10_000,
    decks=10_000,
    sockets=1000,
    sockets_of_address=10_000,
)


@dataclass
class Served:
    url: str
    app: Any
    server: uvicorn.Server
    running: asyncio.Task[None]

    @property
    def context(self) -> ServerContext:
        context: ServerContext = self.app.state.context
        return context

    @property
    def house(self) -> House:
        return self.context.house

    async def person(self, name: str) -> Account:
        account = Account(self.url)
        await account.call_me(name)
        return account

    async def people(self, *names: str) -> list[Account]:
        return [await self.person(name) for name in names]

    async def stop(self) -> None:
        self.server.should_exit = True
        await self.running


@asynccontextmanager
async def served(
    folder: Path, *, limits: Limits = GENEROUS, services: Services | None = None, **options: Any
) -> AsyncIterator[Served]:
    """Stopped when the block ends, unless the block has done so."""
    serving = Serving("", limits=limits, **{name: options[name] for name in ("proxies",) if name in options})
    app = create_app(
        options.get("house") or (lambda: House(SqliteDatabase(folder / "kartarna.db"), services)),
        limits,
        origins=options.get("origins", ()),
        names=options.get("names"),
    )
    config = configuration(serving)
    config.app, config.factory = app, False
    listener = bound("127.0.0.1", 0)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        await asyncio.sleep(0.005)
    here = Served(f"http://127.0.0.1:{listener.getsockname()[1]}", app, server, running)
    try:
        yield here
    finally:
        await hang_up()
        await here.stop()


CLIENTS: list[Ear | Place] = []


async def hang_up() -> None:
    """All clients of the test."""
    while CLIENTS:
        client = CLIENTS.pop()
        if client.line:
            await client.line.close()


async def sit(account: Account, table: str, secret: str | None = None, last: int | None = None) -> Place:
    place = await account.sit(table, secret, last)
    CLIENTS.append(place)
    return place


def run(story: Callable[[], Awaitable[None]], seconds: float = 60.0) -> None:
    """A story from beginning to end, with a limit to how long it may take."""

    async def limited() -> None:
        try:
            await asyncio.wait_for(story(), seconds)
        finally:
            await hang_up()

    asyncio.run(limited())


# ---- clients ---------------------------------------------------------------------------------------------


@dataclass
class Ear:
    """A socket that sends what it is told to send and keeps what it hears."""

    line: ClientConnection
    frames: list[bytes] = field(default_factory=list)
    code: int | None = None  # of the close
    seq: int = 0  # of the last update

    @classmethod
    async def open(cls, url: str, table: str, hello: dict[str, Any] | None = None, **headers: str) -> Ear:
        address = f"ws{url.removeprefix('http')}/api/tables/{table}/socket"
        line = await connect(address, compression=None, max_size=None, max_queue=None, additional_headers=headers)
        ear = cls(line)
        CLIENTS.append(ear)
        if hello is not None:
            await ear.send({"type": "hello", "version": wire.VERSION, **hello})
        return ear

    async def send(self, message: Any) -> None:
        await self.line.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def hear(self) -> dict[str, Any] | None:
        """The next message; None when the server has hung up."""
        try:
            data = await asyncio.wait_for(self.line.recv(decode=False), PATIENCE)
        except ConnectionClosed as closed:
            self.code = closed.rcvd.code if closed.rcvd else None
            return None
        self.frames.append(bytes(data))
        found: dict[str, Any] = json.loads(data)
        self.seq = found.get("seq", 0) if found["type"] == "update" else self.seq
        return found

    async def catch_up(self, seq: int) -> None:
        """Until it has the update of this row."""
        while self.seq < seq:
            assert await self.hear() is not None, f"hung up ({self.code})"

    async def until(self, kind: str, **facts: Any) -> dict[str, Any]:
        while (message := await self.hear()) is not None:
            if message["type"] == kind and all(message.get(name) == value for name, value in facts.items()):
                return message
        raise AssertionError(f"hung up ({self.code}) before {kind} {facts}: {self.frames[-1:]}")

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Sends it and waits for its answer."""
        await self.send(message)
        while (answer := await self.hear()) is not None:
            if answer.get("id") == message["id"]:
                return answer
        raise AssertionError(f"hung up ({self.code}) instead of an answer")

    async def end(self) -> int | None:
        """Everything up to the close, and its code."""
        while await self.hear() is not None:
            pass
        return self.code


SEEN = (b'"view":{', b'"zones"', b'"cards":', b'"update"')  # what no stranger may be sent a byte of


def shows_nothing(frames: list[bytes]) -> bool:
    return not any(mark in frame for frame in frames for mark in SEEN)


async def table_of(owner: Account, *others: Account, bots: int = 0, **settings: Any) -> tuple[str, str]:
    """A private table where these people sit in turn; the game begins when all are connected."""
    seats = [{"kind": "host"}, *[{"kind": "link"}] * len(others), *[{"kind": "bot", "bot": "greedy"}] * bots]
    id, secret = await owner.open_table(**{"game": "gap", "seats": seats, "pace": 0.0, **settings})
    for other in others:
        await other.join(id, secret)
    return id, secret


async def seated(table: str, *people: Account) -> list[Place]:
    """All connected, the shuffle done, the cards dealt."""
    places = [await sit(person, table) for person in people]
    await asyncio.gather(*(until(place, dealt) for place in places))
    return places


def dealt(place: Place) -> bool:
    return place.update is not None and place.update.view is not None


def finished(place: Place) -> bool:
    return place.table is not None and place.table.phase == "finished"


async def until(place: Place, holds: Callable[[Place], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds(place):
            await place.next()


def turn(places: list[Place]) -> Place:
    return next(place for place in places if place.update and place.update.asked)


async def play_on(place: Place, enough: Callable[[Place], bool] = finished) -> int:
    """Takes the first choice whenever asked; returns how many decisions that were."""
    decided, last = 0, 0
    while not enough(place):
        update = place.update
        if update and update.asked > last and update.options and place.you and place.you.seat is not None:
            last = update.asked
            decided += 1
            action = update.options.choices[0].action
            await place.post(wire.Decide(id=f"{place.name}-{last}", seat=place.you.seat, seq=last, action=action))
        await place.next()
    return decided
