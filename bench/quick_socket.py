"""A WebSocket client that does as little as possible: the load generator must not be what is measured."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import cast


class QuickSocket(asyncio.Protocol):
    """Text frames both ways. `heard` is called with each frame's bytes."""

    def __init__(self, host: str, path: str, heard: Callable[[bytes], None]) -> None:
        self.host = host
        self.path = path
        self.heard = heard
        self.buffer = b""  # the beginning of a frame
        self.transport: asyncio.Transport | None = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport = cast("asyncio.Transport", transport)  # uvloop's is none by inheritance
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
        if self.buffer:
            data = self.buffer + data
        start = 0
        if not self.ready.done():
            start = data.find(b"\r\n\r\n") + 4
            if start < 4:
                self.buffer = data
                return
            assert data.startswith(b"HTTP/1.1 101"), data[:80]
            self.ready.set_result(None)
        while (found := self._frame(data, start)) is not None:
            kind, payload, start = found
            if kind == 1:
                self.heard(payload)
            elif kind == 9:
                self._send(10, payload)  # pong
        self.buffer = data[start:]

    @staticmethod
    def _frame(data: bytes, at: int) -> tuple[int, bytes, int] | None:
        """A whole frame, if there is one, and its end; the server does not mask, and sends whole messages."""
        if len(data) < at + 10 and (len(data) < at + 2 or data[at + 1] > 125):
            return None  # no need to hurry: no message is as short as that
        size, start = data[at + 1], at + 2
        if size > 125:
            start += 2 if size == 126 else 8
            size = int.from_bytes(data[at + 2 : start], "big")
        end = start + size
        return (data[at] & 15, data[start:end], end) if end <= len(data) else None

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
