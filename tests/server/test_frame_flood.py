"""Frames that no message comes of: counted like all others, before hello and after; what is not read is not kept."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from kartarna.protocol.messages import VERSION
from kartarna.server.limits import Limits
from tests.server.helpers import Ear, Served, run, served, table_of
from tests.server.raw_socket import PIECE, PING, PONG, TEXT, RawSocket, framed

MANY = Limits().frames + 1
HELLO = json.dumps({"type": "hello", "version": VERSION}).encode()


@pytest.mark.parametrize("kind", [PING, PONG])
def test_a_socket_sends_so_many_frames_of_any_kind_before_hello(tmp_path: Path, kind: int) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=Limits()) as here:
            flood = await RawSocket.open(here.url)
            await flood.accepted()
            flood.writer.write(framed(kind) * MANY)
            assert await asyncio.wait_for(flood.code(), 5) == 4429  # not 4400 after ten seconds: no hello

    run(story)


def test_pieces_of_a_message_that_never_ends_are_counted(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=Limits()) as here:
            flood = await RawSocket.open(here.url)
            await flood.accepted()
            flood.writer.write(framed(TEXT & 15) + framed(PIECE) * 20)
            assert await asyncio.wait_for(flood.code(), 5) == 1009

    run(story)


def test_a_megabyte_of_pings_keeps_nobody_waiting(tmp_path: Path) -> None:
    """Counted, not timed: of 175,000 frames no more than the limit are looked at."""

    async def story() -> None:
        async with served(tmp_path, limits=Limits()) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, _ = await table_of(eva, jan)
            honest = await Ear.open(here.url, table, {"token": eva.token})
            await honest.until("update")
            flood = await RawSocket.open(here.url, table)
            await flood.accepted()
            counted = watch_frames(here)
            flood.writer.write(framed(PING) * 175_000)
            assert (await honest.ask(type="ping", id="x"))["type"] == "pong"
            assert await flood.code() in (4429, None)  # None: the rest of the flood met a closed door
            assert counted() <= MANY + 10

    run(story)


def watch_frames(here: Served) -> Callable[[], int]:
    """How many frames the sockets that are open now have been asked to deal with."""
    seen: list[Any] = []
    for protocol in here.server.server_state.connections:
        if (conn := getattr(protocol, "conn", None)) and (usual := getattr(conn, "recv_frame", None)):
            conn.recv_frame = lambda frame, usual=usual: (seen.append(frame), usual(frame))
    return lambda: len(seen)


def test_who_reads_nothing_is_cut_off(tmp_path: Path) -> None:
    async def story() -> None:
        limits = replace(Limits(), frames=1_000_000, unread_seconds=0.3)
        async with served(tmp_path, limits=limits) as here:
            (eva,) = await here.people("Eva")
            table, _ = await table_of(eva, bots=1, public=True)
            deaf = await RawSocket.open(here.url, table)
            await deaf.accepted()
            deaf.writer.write(framed(TEXT, HELLO))
            deaf.reader._transport.pause_reading()  # type: ignore[attr-defined]
            while not here.context.connections:
                await asyncio.sleep(0.01)
            async with asyncio.timeout(20):
                while here.context.connections:  # its pongs pile up, until it is cut off
                    if not deaf.writer.is_closing():
                        deaf.writer.write(framed(PING, b"x" * 125) * 2000)
                    await asyncio.sleep(0.01)
            await deaf.close()

    run(story)


# ---- what the operator reads ----------------------------------------------------------------------------


def test_sockets_that_are_refused_log_no_error(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=Limits(sockets_of_address=1)) as here:
            watch_logs(caplog)
            await Ear.open(here.url, "whatever")
            for headers, status in (({}, "429"), ({"Origin": "http://evil.example"}, "403")):
                with pytest.raises(InvalidStatus, match=status):
                    await Ear.open(here.url, "whatever", **headers)
            assert not caplog.records
            assert here.context.metrics.refused["too_many_sockets"] == 1

    run(story)


def watch_logs(caplog: pytest.LogCaptureFixture) -> None:
    """The server's loggers pass nothing on, and are set up anew when it starts."""
    caplog.handler.setLevel(logging.WARNING)
    for name in ("kartarna", "uvicorn.error", "asyncio"):
        logging.getLogger(name).addHandler(caplog.handler)


def test_text_that_is_none_ends_the_connection_and_logs_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            watch_logs(caplog)
            broken = await RawSocket.open(here.url)
            await broken.accepted()
            broken.writer.write(framed(TEXT, b"\xff\xfe"))
            assert await broken.code() == 1007
            assert not caplog.records

    run(story)
