"""uvicorn's WebSocket with a short way out.

An update goes to every socket of its table. On the usual way (ASGI) each of them would take a message of its own, two
layers of framework and a task that has to be woken; here it is one call, as long as the client keeps up.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import pack
from typing import Any

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

Offer = Callable[[bytes], bool]  # sends this text now; False: the usual way, it may have to wait
EXTENSION = "kartarna"
TEXT = 0x81  # a whole message in one frame


class TableProtocol(WebSocketsSansIOProtocol):
    """What is offered within one turn of the event loop goes out together: an update and the answer to its decider."""

    offered: tuple[bytes, ...] = ()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            (self.scope["extensions"] or {})[EXTENSION] = {"offer": self.offer}

    def offer(self, text: bytes) -> bool:
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        if not self.offered:
            self.loop.call_soon(self.flush)
        self.offered += (frame(text),)
        return True

    def flush(self) -> None:
        if self.offered and not self.transport.is_closing():
            self.transport.write(b"".join(self.offered))
        self.offered = ()

    async def send(self, message: Any) -> None:
        self.flush()  # nothing overtakes
        await super().send(message)

    def shutdown(self) -> None:
        self.flush()  # the last words before the server stops
        super().shutdown()


def frame(text: bytes) -> bytes:
    size = len(text)
    if size < 126:
        return pack("!BB", TEXT, size) + text
    return (pack("!BBH", TEXT, 126, size) if size < 65536 else pack("!BBQ", TEXT, 127, size)) + text


def offer_of(scope: Scope) -> Offer:
    """Another server than ours has no short way."""
    offer: Offer = scope.get("extensions", {}).get(EXTENSION, {}).get("offer", _no)
    return offer


def _no(_text: bytes) -> bool:
    return False
