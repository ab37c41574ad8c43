"""A house of this device without a browser: files in memory that can be full, torn or lost, and a page that plays."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from kartarna.local.house import LocalHouse
from kartarna.local.requests import Request
from kartarna.play.model.shuffle import promise
from kartarna.play.room.services import Services
from kartarna.protocol.messages import VERSION

PATIENCE = 30.0  # seconds that anything here may take


@dataclass
class MemoryFile:
    """What a browser's private file is to the journal. `room`: bytes until the disk is full."""

    data: bytes = b""
    room: int | None = None
    flushed: bytes = b""  # what is there after a crash

    def read(self) -> bytes:
        return self.data

    def write(self, data: bytes, at: int) -> None:
        fits = len(data) if self.room is None else max(0, min(len(data), self.room - at))
        self.data = self.data[:at] + data[:fits] + self.data[at + fits :]
        if fits < len(data):
            raise OSError("the disk is full")

    def truncate(self, size: int) -> None:
        self.data = self.data[:size]

    def flush(self) -> None:
        self.flushed = self.data


Files = tuple[MemoryFile, MemoryFile]


def new_files() -> Files:
    return MemoryFile(), MemoryFile()


def after_a_crash(files: Files) -> Files:
    return MemoryFile(files[0].flushed), MemoryFile(files[1].flushed)


@dataclass
class Page:
    """A connection of the page to a table; keeps every text that it was sent."""

    house: LocalHouse
    table: str
    number: int
    texts: list[str] = field(default_factory=list)
    code: int | None = None
    read: int = 0
    ids: Any = field(default_factory=itertools.count)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def open(self, **hello: Any) -> Page:
        PAGES[self.number] = self
        self.house.connect(self.number, self.table)
        self.send(type="hello", version=VERSION, **hello)
        return self

    def _told(self, text: str) -> None:
        self.texts.append(text)
        self.news.set()

    def _closed(self, code: int) -> None:
        self.code = code
        self.news.set()

    def send(self, **message: Any) -> None:
        self.house.hear(self.number, json.dumps(message))

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            while self.read == len(self.texts):
                assert self.code is None, f"hung up ({self.code})"
                self.news.clear()
                await self.news.wait()
        self.read += 1
        found: dict[str, Any] = json.loads(self.texts[self.read - 1])
        return found

    async def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not holds(message := await self.next()):
            pass
        return message

    async def ask(self, **message: Any) -> dict[str, Any]:
        id = f"m{next(self.ids)}"
        self.send(id=id, **message)
        return await self.until(lambda answer: answer.get("id") == id)

    def close(self) -> None:
        self.house.hear(self.number, None)


PAGES: dict[int, Page] = {}  # by the number of the connection
NUMBERS = itertools.count(1)


def new_house(files: Files, services: Services | None = None) -> LocalHouse:
    return LocalHouse(
        files,
        services,
        tell=lambda number, text: PAGES[number]._told(text),
        hang_up=lambda number, code: PAGES[number]._closed(code),
    )


class Visitor:
    """Somebody at this device."""

    def __init__(self, house: LocalHouse, files: Files = ()) -> None:  # type: ignore[assignment]
        self.house = house
        self.files = files

    async def call(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        text = "" if body is None else body if isinstance(body, str) else json.dumps(body)
        response = await self.house.request(Request(method, f"/api{path}", headers, text))
        return response.status, json.loads(response.body) if response.body else None

    async def get(self, path: str) -> Any:
        status, found = await self.call("GET", path)
        assert status == 200, found
        return found

    async def open_table(self, game: str, bots: int = 1, level: str = "greedy", **settings: Any) -> str:
        await self.call("PUT", "/me", {"name": "Eva"})
        seats = [{"kind": "host"}, *[{"kind": "bot", "bot": level}] * bots]
        status, opened = await self.call("POST", "/tables", {"game": game, "pace": 0, "seats": seats, **settings})
        assert status == 201, opened
        return str(opened["id"])

    def sit(self, table: str, **hello: Any) -> Page:
        return Page(self.house, table, next(NUMBERS)).open(**hello)


PART = bytes(range(32))  # of the fair shuffle


def lift(page: Page, update: dict[str, Any], seats: list[int]) -> None:
    """Hot seat: who is asked next lifts the curtain."""
    owed = [seat for seat in update["view"]["waiting"] if seat in seats]
    if owed and update["view"]["seat"] not in owed:
        page.send(type="lift", id=f"l{update['seq']}-{owed[0]}", seat=owed[0])


def take_part(page: Page, shuffle: dict[str, Any], seq: int) -> None:
    """For every seat of ours that is waited for."""
    for seat in shuffle["waiting"] if shuffle["commitment"] and not shuffle["parts"] else ():
        if shuffle["promises"]:
            page.send(type="reveal", id=f"r{seq}-{seat}", seat=seat, part=PART.hex())
        else:
            page.send(type="promise", id=f"p{seq}-{seat}", seat=seat, hash=promise(PART).hex())


async def play(page: Page, decisions: int | None = None) -> list[dict[str, Any]]:
    """Takes the first choice whenever asked; until the game is over, or for so many decisions. Returns the updates."""
    updates: list[dict[str, Any]] = []
    seats: list[int] = []
    made = 0
    while decisions is None or made < decisions:
        update = await page.next()
        seats = update["seats"] if update["type"] == "you" else seats
        if update["type"] != "update":
            continue
        updates.append(update)
        info, seq = update["table"], update["seq"]
        if info and info["phase"] == "finished":
            break
        if info and info["phase"] == "shuffling" and info["shuffle"]:
            take_part(page, info["shuffle"], seq)
        if info and info["interval"]:
            page.send(type="go_on", id=f"g{seq}", seat=seats[0])
        if update["asked"] and update["options"]:
            made += 1
            action, seat = update["options"]["choices"][0]["action"], update["view"]["seat"]
            page.send(type="decide", id=f"d{seat}-{update['asked']}", seat=seat, seq=update["asked"], action=action)
        elif update["view"] and len(seats) > 1:
            lift(page, update, seats)
    return updates


@asynccontextmanager
async def opened(files: Files, services: Services | None = None) -> AsyncIterator[Visitor]:
    house = new_house(files, services)
    await house.open()
    try:
        yield Visitor(house, files)
    finally:
        await house.close()


def run(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(story())
