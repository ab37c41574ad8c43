"""What a stranger may draw out before there is a request, within one, after its answer, and by coming back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import h11
import pytest
from uvicorn.protocols.http.flow_control import FlowControl

from kartarna.server.http import pages
from kartarna.server.http.connection import LEAST_READ, HttpConnection
from kartarna.server.limits import Limits
from tests.server.helpers import GENEROUS, PATIENCE, Ear, Served, run, seated, served, table_of
from tests.server.test_limits import answered

HEAD = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"


@asynccontextmanager
async def line_to(here: Served, said: str = "", **more: Any) -> AsyncIterator[asyncio.StreamReader]:
    """A connection on which this has been said."""
    place = urlsplit(here.url)
    reader, writer = await asyncio.open_connection(place.hostname, place.port, **more)
    try:
        writer.write(said.encode())
        yield reader
    finally:
        writer.transport.abort()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)


async def hung_up(reader: asyncio.StreamReader) -> bool:
    """Without a word."""
    try:
        return await reader.read() == b""
    except ConnectionError:
        return True


def lines(here: Served) -> set[Any]:
    return here.server.server_state.connections


@pytest.mark.parametrize("before", ["", "GET / HT", HEAD, HEAD + "GET / HT"])
def test_half_a_head_is_not_waited_for(tmp_path: Path, before: str) -> None:
    """Nor is nothing at all, the first time or after an answer."""

    async def story() -> None:
        limits = replace(GENEROUS, head_seconds=0.1)
        async with served(tmp_path, limits=limits) as here, line_to(here, before) as reader:
            answer = await asyncio.wait_for(reader.read(), PATIENCE)  # up to the end: the server hangs up
            assert answer.count(b"HTTP/1.1 200") == (HEAD in before)

    run(story)


def test_a_socket_is_not_waited_for_like_a_request(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=replace(GENEROUS, head_seconds=0.05, connections=1)) as here:
            (eva,) = await here.people("Eva")
            table, _ = await table_of(eva, bots=1)
            first, second = [await Ear.open(here.url, table, {"token": eva.token}) for _ in range(2)]
            async with line_to(here) as reader:  # sockets take no room of it: it is let in, waits, and has to go
                assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
            for ear in (first, second):
                assert (await ear.ask(type="ping", id="1"))["type"] == "pong"

    run(story)


def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=replace(GENEROUS, connections=2)) as here, line_to(here):
            async with line_to(here, HEAD) as second, line_to(here, HEAD) as third:
                assert (await asyncio.wait_for(second.readline(), PATIENCE)).startswith(b"HTTP/1.1 200")
                assert await asyncio.wait_for(hung_up(third), PATIENCE)
            await until(lambda: len(lines(here)) == 1)
            assert (await answered(here, "GET", "/api/health"))[0] == 200

    run(story)


def test_a_body_in_crumbs_is_refused_at_its_head(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte may be a chunk of its own: 256 KiB of them took 0.16 s of processor time."""
    looked_at: list[int] = []
    usual = h11.Connection.next_event

    def counting(self: h11.Connection) -> Any:
        looked_at.append(1)
        return usual(self)

    monkeypatch.setattr(h11.Connection, "next_event", counting)

    async def story() -> None:
        async with served(tmp_path) as here:
            for method, path in (("POST", "/api/replay"), ("GET", "/api/house"), ("PUT", "/nothing")):
                head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                async with line_to(here, head + "1\r\n \r\n" * 10_000) as reader:
                    assert (await asyncio.wait_for(reader.readline(), PATIENCE)).startswith(b"HTTP/1.1 400")

    run(story)
    assert len(looked_at) < 20


def test_what_is_no_request_fills_no_log(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            other = HEAD.replace("\r\n\r\n", "\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n")
            for nonsense in ("nonsense\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", other):
                async with line_to(here, nonsense) as reader:
                    assert (await asyncio.wait_for(reader.readline(), PATIENCE)).startswith(b"HTTP/1.1")

    run(story)
    assert '"warning"' not in capfd.readouterr().err


# ---- answers that nobody reads -----------------------------------------------------------------------------


class Line:
    """A transport of which so much is waiting to be read, one look after another."""

    def __init__(self, *waiting: int) -> None:
        self.waiting = [*waiting]
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        return self.waiting.pop(0)

    def abort(self) -> None:
        self.aborted = True


@pytest.mark.parametrize(
    ("waiting", "cut_off"),
    [
        ((8_000_000, 8_000_000), True),
        ((8_000_000, 7_999_000), True),
        ((100_000, 50_000), True),
        ((8_000_000, 8_000_000 - LEAST_READ, 8_000_000 - LEAST_READ), False),
    ],
)
def test_a_long_answer_is_read_at_a_certain_pace_or_not_at_all(waiting: tuple[int, ...], cut_off: bool) -> None:
    later: list[Callable[[], None]] = []
    line = Line(*waiting)
    connection = HttpConnection.__new__(HttpConnection)
    connection.transport, connection.limits = line, Limits()  # type: ignore[assignment]
    connection.flow = FlowControl(line)  # type: ignore[arg-type]
    connection.loop = SimpleNamespace(call_later=lambda _, look, *given: later.append(lambda: look(*given)))  # type: ignore[assignment]
    connection.pause_writing()
    later.pop()()
    assert line.aborted == cut_off
    assert bool(later) == (not cut_off)


def test_who_reads_nothing_of_a_large_file_is_cut_off(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=replace(GENEROUS, unread_seconds=0.1)) as here:
            version = json.loads((pages.DIST / "local" / "manifest.json").read_text("utf-8"))["version"]
            large = HEAD.replace("/api/health", f"/local/{version}/pyodide.asm.wasm")
            async with line_to(here, large, limit=1024):
                await until(lambda: lines(here))
                await until(lambda: not lines(here))

    run(story)


# ---- coming back ------------------------------------------------------------------------------------------


def test_so_often_a_client_that_comes_back_is_told_all_that_it_missed(tmp_path: Path) -> None:
    """The game is played through for it; after that it is told how things are."""

    async def story() -> None:
        async with served(tmp_path, limits=Limits(pasts=3)) as here:
            (eva,) = await here.people("Eva")
            table, _ = await table_of(eva, bots=1)
            (place,) = await seated(table, eva)
            assert place.last is not None
            whole = place.last
            kinds = []
            for _ in range(4):
                ear = await Ear.open(here.url, table, {"token": eva.token, "last": 1})
                first = await ear.until("update")
                await ear.catch_up(whole)
                kinds.append((first["kind"], first["seq"]))
            assert kinds[:3] == [kinds[0]] * 3
            assert kinds[0][1] == 2
            assert kinds[3][0] == "sync"
            up_to_date = await Ear.open(
                here.url, table, {"token": eva.token, "last": here.house.rooms[table].table.seq}
            )
            assert (await up_to_date.ask(type="ping", id="1"))["type"] == "pong"
            assert not any(b'"update"' in frame for frame in up_to_date.frames)

    run(story)
