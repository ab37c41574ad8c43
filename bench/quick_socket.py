"""A WebSocket client that does as little as possible: the load generator must not be what is measured."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable


class QuickSocket(asyncio.Protocol):
    """Text frames both ways. `heard` is called with each frame's bytes."""

    def __init__(self, host: str, path: str, heard: Callable[[bytes], None]) -> None:
        self.host = host
        self.path = path
        self.heard = heard
        self.buffer = bytearray()
        self.transport: asyncio.Transport | None = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(ConnectionError(str(exc)))
        self.transport = None

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.ready.done():
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self.buffer.startswith(b"HTTP/1.1 101"), bytes(self.buffer[:80])
            del self.buffer[: end + 4]
            self.ready.set_result(None)
        while (frame := self._frame()) is not None:
            kind, payload = frame
            if kind == 1:
                self.heard(payload)
            elif kind == 9:
                self._send(10, payload)  # pong

    def _frame(self) -> tuple[int, bytes] | None:
        """A whole frame from the buffer, if there is one; the server does not mask, and sends whole messages."""
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1], 2
        if length == 126:
            if len(buffer) < 4:
                return None
            length, start = int.from_bytes(buffer[2:4], "big"), 4
        elif length == 127:
            if len(buffer) < 10:
                return None
            length, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + length:
            return None
        payload = bytes(buffer[start : start + length])
        kind = buffer[0] & 15
        del buffer[: start + length]
        return kind, payload

    def send(self, text: bytes) -> None:
        self._send(1, text)

    def _send(self, kind: int, payload: bytes) -> None:
        """Masked with zeros: as good as any mask, and free."""
        size = len(payload)
        head = struct.pack("!BB", 128 | kind, 128 | size) if size < 126 else struct.pack("!BBH", 128 | kind, 254, size)
        if self.transport:
            self.transport.write(head + b"\0\0\0\0" + payload)

    def close(self) -> None:
        if self.transport:
            self.transport.close()


async def quick_connect(host: str, port: int, path: str, heard: Callable[[bytes], None]) -> QuickSocket:
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: QuickSocket(f"{host}:{port}", path, heard), host, port)
    await socket.ready
    return socket
