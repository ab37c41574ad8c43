"""A WebSocket by hand: sends any bytes, reads only when it is told to."""

from __future__ import annotations

import asyncio
import base64
import os
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

MASK = bytes(4)  # leaves the bytes as they are
PING, PONG, TEXT, PIECE, CLOSE = 0x89, 0x8A, 0x81, 0x00, 0x8
HEAD = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
)


def framed(kind: int, data: bytes = b"") -> bytes:
    assert len(data) < 126
    return bytes([kind, 0x80 | len(data)]) + MASK + data


@dataclass
class RawSocket:
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    @classmethod
    async def open(cls, url: str, table: str = "whatever", source: str = "127.0.0.1") -> RawSocket:
        """From this address: all of 127/8 is this machine."""
        host = urlsplit(url)
        reader, writer = await asyncio.open_connection(host.hostname, host.port, limit=1 << 24, local_addr=(source, 0))
        key = base64.b64encode(os.urandom(16)).decode()
        head = HEAD.format(path=f"/api/tables/{table}/socket", host=host.netloc, key=key)
        writer.write(head.encode())
        return cls(reader, writer)

    async def head(self) -> int:
        """The status of the answer."""
        return int((await self.reader.readuntil(b"\r\n\r\n"))[9:12])

    async def accepted(self) -> None:
        assert await self.head() == 101

    async def code(self) -> int | None:
        """Reads up to the close, and its code; None: it was cut off."""
        try:
            while True:
                kind, size = await self.reader.readexactly(2)
                data = await self.reader.readexactly(await self._length(size))
                if kind & 15 == CLOSE:
                    return int.from_bytes(data[:2], "big")
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
        finally:
            await self.close()

    async def close(self) -> None:
        self.writer.transport.abort()  # whatever it still wanted to say
        with suppress(ConnectionError):
            await self.writer.wait_closed()

    async def _length(self, size: int) -> int:
        more = {126: 2, 127: 8}.get(size, 0)
        return int.from_bytes(await self.reader.readexactly(more), "big") if more else size
