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
from tests.server.raw_socket import HEAD, PING, PONG, TEXT, framed


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
    protocol, wire = TableProtocol(Config(FastAPI(), ws_max_size=4096), ServerState(), {}), Wire()
    protocol.transport = wire
    return protocol, wire


def masked(text: bytes, mask: bytes = b"\x9a\x00\x37\xff") -> bytes:
    """A message as a browser sends it."""
    size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
    return bytes([TEXT]) + size + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(text))


def heard(*pieces: bytes) -> tuple[list[dict[str, Any]], int, State]:
    """What an open connection hears of these bytes, how many frames it has counted, and how it stands then."""
    protocol, _ = connected()
    protocol.connections.add(protocol)
    protocol.run_asgi = lambda: asyncio.sleep(0)  # type: ignore[method-assign]
    protocol.data_received(HEAD.format(path="/", host="here", key="dGhlIHNhbXBsZSBub25jZQ==").encode())
    protocol.conn.send_response(protocol.response)
    for piece in pieces:
        protocol.data_received(piece)
    events = [protocol.queue.get_nowait() for _ in range(protocol.queue.qsize())]
    return events[1:], len(protocol.conn.rate.times), protocol.conn.state  # type: ignore[return-value]


@pytest.mark.parametrize("text", ["", "{}", "ž", "x" * 125, "x" * 126, "x" * 4096])
def test_a_message_that_comes_whole_is_what_it_is_in_pieces(text: str) -> None:
    async def story() -> None:
        data, message = masked(text.encode()), {"type": "websocket.receive", "text": text}
        assert heard(data, data) == ([message, message], 2, State.OPEN)
        for cut in (1, 2, 5, 6, 7, len(data) - 1):
            assert heard(data[:cut], data[cut:], data) == ([message, message], 2, State.OPEN)

    asyncio.run(story())


@pytest.mark.parametrize("text", [b"x" * 4097, b"\xff"])
def test_what_is_no_message_ends_the_connection_whole_or_in_pieces(text: bytes) -> None:
    async def story() -> None:
        data = masked(text)
        for pieces in ((data,), (data[:1], data[1:]), (data[:9], data[9:])):
            events, _, state = heard(*pieces)
            assert {event["type"] for event in events} == {"websocket.disconnect"}
            assert state is not State.OPEN

    asyncio.run(story())


def test_bytes_within_a_frame_are_not_taken_for_a_message() -> None:
    async def story() -> None:
        inner = masked(b"inner")
        long = bytes([TEXT, 0x80 | len(inner)]) + bytes(4)  # what follows is its text, whatever it looks like
        assert heard(long, inner) == heard(long + inner)
        first, rest = bytes([0x01, 0x82]) + bytes(4) + b"ab", bytes([0x80, 0x81]) + bytes(4) + b"c"
        assert heard(first, rest)[0] == [{"type": "websocket.receive", "text": "abc"}]
        assert heard(first, inner)[2] is not State.OPEN  # a new message within another
        assert heard(framed(PONG), inner)[0] == [{"type": "websocket.receive", "text": "inner"}]
        assert heard(framed(0x88), inner)[2] is not State.OPEN
        assert heard(framed(0x88), inner)[0][-1]["type"] == "websocket.disconnect"

    asyncio.run(story())


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
