"""The abuse run: strangers send frames, records and requests as fast as they can while two people play.

Seconds in `make test`, minutes in `make test-long`, on both databases. That the honest are served is checked, not how
quickly: the attackers run on the same machine. Memory, errors and what is refused are counted.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from kartarna.client.account import Account
from kartarna.core.record import write
from tests.play.postgres_server import PostgresServer
from tests.server.helpers import Ear, play_on, run, seated, table_of
from tests.server.process import Serve
from tests.server.raw_socket import PIECE, PING, PONG, TEXT, RawSocket, framed
from tests.server.test_records import played
from tests.server.test_replay_bounds import noted

SECONDS = 120.0 if os.environ.get("KARTARNA_LONG") else 5.0
MOST_MEMORY = 200  # MiB that all this may take
BROKEN = (ConnectionError, asyncio.IncompleteReadError, TimeoutError)
Attack = Callable[[str, str, Counter[str]], Awaitable[None]]


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'kartarna.db'}"
        return
    server = PostgresServer()
    yield server.fresh()
    server.stop()


def memory(server: Serve, what: str) -> int:
    """VmRSS: now, VmHWM: at most; in MiB."""
    lines = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith(what))


# ---- attacks, each once; they are repeated until the time is over -------------------------------------------


async def frames(url: str, source: str, seen: Counter[str]) -> None:
    """Frames of all kinds, before hello."""
    async with opened(url, source, seen) as socket:
        kind = random.choice([PING, PONG, PIECE, TEXT & 15])
        socket.writer.write((framed(TEXT & 15) if kind == PIECE else b"") + framed(kind) * 20_000)
        seen[f"closed {await asyncio.wait_for(socket.code(), 20)}"] += 1


async def silence(url: str, source: str, seen: Counter[str]) -> None:
    """A socket that says nothing."""
    async with opened(url, source, seen):
        await asyncio.sleep(0.05)


@asynccontextmanager
async def opened(url: str, source: str, seen: Counter[str]) -> AsyncIterator[RawSocket]:
    socket = await RawSocket.open(url, source=source)
    try:
        seen[f"socket {await socket.head()}"] += 1
        yield socket
    finally:
        await socket.close()


async def posted(url: str, source: str, method: str, path: str, body: object) -> int:
    host = urlsplit(url)
    reader, writer = await asyncio.open_connection(host.hostname, host.port, local_addr=(source, 0))
    data = json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: {host.netloc}\r\nConnection: close\r\n"
    kind = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    try:
        writer.write((head + kind).encode() + data)
        return int((await asyncio.wait_for(reader.read(), 60))[9:12] or 0)
    finally:
        writer.transport.abort()


LONG_RECORD = noted(played("karma"), 2000)
LARGE_RECORD = write(played("gap")) + " " * 1_000_000


async def replays(url: str, source: str, seen: Counter[str]) -> None:
    """Records that are long to tell, and large ones, several at once."""
    bodies = [{"record": random.choice([LONG_RECORD, LARGE_RECORD]), "open": True} for _ in range(6)]
    sent = (posted(url, source, "POST", "/api/replay", body) for body in bodies)
    seen.update(f"replay {status}" for status in await asyncio.gather(*sent))


async def newcomers(url: str, source: str, seen: Counter[str]) -> None:
    status = await posted(url, source, "PUT", "/api/me", {"name": "Zed"})
    seen[f"newcomer {status}"] += 1


async def repeated(attack: Attack, url: str, source: str, seen: Counter[str], over: asyncio.Event) -> None:
    while not over.is_set():
        with suppress(*BROKEN):
            await attack(url, source, seen)
        await asyncio.sleep(0.005)


# ---- the honest --------------------------------------------------------------------------------------------


async def play(url: str) -> int:
    """A game of two; returns how many decisions were made."""
    eva, jan = Account(url, timeout=60), Account(url, timeout=60)
    await eva.call_me("Eva")
    await jan.call_me("Jan")
    table, _ = await table_of(eva, jan, options={"rounds": 1})
    places = await seated(table, eva, jan)
    decided = sum(await asyncio.gather(*(play_on(place) for place in places)))
    record = await eva.call("GET", f"/api/tables/{table}/record")
    assert sum(len(round["play"]) for round in record["rounds"]) == decided
    return decided


async def ping(url: str, over: asyncio.Event) -> int:
    """Someone who is there all the time and is answered every time; returns how often."""
    eva = Account(url, timeout=60)
    await eva.call_me("Ear")
    table, _ = await table_of(eva, bots=1)
    ear = await Ear.open(url, table, {"token": eva.token})
    await ear.until("update")
    answered = 0
    while not over.is_set():
        assert (await ear.ask(type="ping", id=str(answered)))["type"] == "pong"
        answered += 1
        await asyncio.sleep(0.25)
    return answered


async def idle(url: str) -> None:
    """Until all records that still wait have been worked through."""
    short = {"record": write(played("gap"))}
    while await posted(url, "127.0.0.1", "POST", "/api/replay", short) != 200:
        await asyncio.sleep(0.2)


def test_strangers_do_not_keep_the_honest_from_playing(database: str) -> None:
    async def story() -> None:
        with await asyncio.to_thread(Serve, database) as server:
            before, seen, over = memory(server, "VmRSS"), Counter[str](), asyncio.Event()
            attacks = [frames, frames, silence, replays, replays, replays, newcomers]
            strangers = [
                asyncio.create_task(repeated(attack, server.url, f"127.0.1.{number}", seen, over))
                for number, attack in enumerate(attacks, 1)
            ]
            pings = asyncio.create_task(ping(server.url, over))
            try:
                decided = await play(server.url)
                await asyncio.sleep(SECONDS)
            finally:
                over.set()
            answered = await pings
            await asyncio.gather(*strangers)
            await idle(server.url)
            grown = memory(server, "VmHWM") - before
            _, log = await asyncio.to_thread(server.stop)
        assert decided > 5  # to the end, as its record says: the shortest rounds are short
        assert answered > SECONDS / 4
        assert grown < MOST_MEMORY, seen
        assert {json.loads(line)["event"] for line in log.splitlines()} == {"started", "stopped"}
        assert {kind.split()[0] for kind in seen} == {"socket", "closed", "replay", "newcomer"}
        assert not {kind for kind in seen if kind.endswith(" 500")}
        assert seen["closed 4429"] > 3, seen
        assert seen["replay 429"] > 3, seen  # and others of theirs are told
        assert seen["newcomer 200"] <= 60  # in an hour, of an address

    run(story, SECONDS + 180)
