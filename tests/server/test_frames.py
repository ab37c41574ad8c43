"""The short way out: what is sent within one turn of the event loop goes out together, and nothing overtakes."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from fastapi import FastAPI
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.frames import Opcode
from websockets.protocol import State

from kartarna.server.socket.frames import TableProtocol, frame
from tests.server.raw_socket import HEAD, PING, framed


class Wire(asyncio.Transport):
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.closing = True


def connected() -> tuple[TableProtocol, Wire]:
    protocol, wire = TableProtocol(Config(FastAPI()), ServerState(), {}), Wire()
    protocol.transport = wire
    return protocol, wire


def test_what_is_offered_in_one_turn_is_one_write() -> None:
    async def story() -> None:
        protocol, wire = connected()
        assert protocol.offer(b"update")
        assert protocol.offer(b"done")
        assert wire.written == []
        await asyncio.sleep(0)
        assert wire.written == [frame(b"update") + frame(b"done")]
        assert protocol.offer(b"more")
        await asyncio.sleep(0)
        assert wire.written[1:] == [frame(b"more")]

    asyncio.run(story())


def test_what_goes_the_usual_way_does_not_overtake(monkeypatch: pytest.MonkeyPatch) -> None:
    async def usual(self: TableProtocol, message: dict[str, Any]) -> None:
        self.transport.write(message["text"].encode())

    async def story() -> None:
        protocol, wire = connected()
        monkeypatch.setattr(TableProtocol.__base__, "send", usual)
        protocol.offer(b"first")
        await protocol.send({"type": "websocket.send", "text": "second"})
        await asyncio.sleep(0)
        assert wire.written == [frame(b"first"), b"second"]

    asyncio.run(story())


def test_what_is_offered_last_goes_out_before_the_server_stops() -> None:
    async def story() -> None:
        protocol, wire = connected()
        protocol.handshake_complete = True
        protocol.conn.state = State.OPEN
        protocol.offer(b"done")
        protocol.shutdown()
        await asyncio.sleep(0)
        assert wire.written[0] == frame(b"done")
        assert wire.written[1][0] & 15 == Opcode.CLOSE
        assert wire.closing

    asyncio.run(story())


def test_a_client_that_does_not_keep_up_or_has_gone_is_offered_nothing() -> None:
    async def story() -> None:
        protocol, wire = connected()
        protocol.offer(b"late")
        wire.closing = True
        await asyncio.sleep(0)
        assert not protocol.offer(b"later")
        wire.closing = False
        protocol.writable.clear()
        assert not protocol.offer(b"later")
        assert wire.written == []

    asyncio.run(story())


def test_long_texts_tell_their_length_in_two_or_eight_bytes() -> None:
    assert frame(b"x" * 125)[:2] == bytes([0x81, 125])
    assert frame(b"x" * 126)[:4] == bytes([0x81, 126, 0, 126])
    assert frame(b"x" * 70_000)[:10] == bytes([0x81, 127, 0, 0, 0, 0, 0, 1, 0x11, 0x70])


def test_too_many_frames_before_the_connection_is_accepted_cut_it_off() -> None:
    async def story() -> None:
        protocol, wire = connected()
        protocol.conn.receive_data(HEAD.format(path="/", host="x", key="AAAAAAAAAAAAAAAAAAAAAA==").encode())
        protocol.conn.events_received()
        protocol.data_received(framed(PING) * (protocol.limits.frames + 1))
        assert wire.closing
        assert not wire.written  # there is nobody yet to say anything to
        assert (await protocol.receive())["type"] == "websocket.disconnect"

    asyncio.run(story())
