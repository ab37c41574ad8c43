"""uvicorn's HTTP with an end to all that a stranger may draw out: a head, a body in crumbs, an answer nobody reads.

What a request asks for is bounded elsewhere, once its head is here (middleware.py); this is about the connection.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from kartarna.server.limits import Limits
from kartarna.server.logs import REQUESTS

USUAL_LIMITS = Limits()
LONGEST_HEAD = 16 * 1024  # bytes
LEAST_READ = 300_000  # bytes of a long answer, in the time that a client may read nothing: 80 kbit/s
LOG = logging.getLogger(REQUESTS)


class WholeBodies(h11.Connection):
    """Of a body in chunks each byte may be a chunk, and costs as much as a thousand. Browsers tell the length."""

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request) and any(name == b"transfer-encoding" for name, _ in event.headers):
            raise h11.RemoteProtocolError("a body without its length")
        return event


class HttpConnection(H11Protocol):
    late: asyncio.TimerHandle | None = None  # runs while a head is waited for
    unread: asyncio.TimerHandle | None = None  # runs while much of an answer waits to be read
    counted: str | None = None  # the address

    def __init__(
        self, *settings: Any, limits: Limits = USUAL_LIMITS, addresses: Counter[str] | None = None, **more: Any
    ) -> None:
        super().__init__(*settings, **more)
        self.limits = limits
        self.addresses = addresses  # connections by address; None: a proxy stands for all
        self.conn = WholeBodies(h11.SERVER, LONGEST_HEAD)
        self.logger = LOG

    # ---- who comes and goes ----------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.addresses is not None and self.client:
            self.counted = self.client[0]
            self.addresses[self.counted] += 1
            if self.addresses[self.counted] > self.limits.connections:
                transport.abort()
                return
        self._expect_head()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._gone()  # from now on another protocol, with limits of its own
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone()
        super().connection_lost(exc)

    def _gone(self) -> None:
        for timer in (self.late, self.unread):
            if timer:
                timer.cancel()
        if self.addresses is not None and self.counted:
            self.addresses[self.counted] -= 1
            if not self.addresses[self.counted]:
                del self.addresses[self.counted]
            self.counted = None

    # ---- heads -----------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self in self.connections:  # not upgraded, nor gone
            self._expect_head()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._expect_head()  # or that the rest is read, if it ends here

    def _expect_head(self) -> None:
        """Of the next request, if none is being answered. Half a head more gives no time."""
        if self.cycle and not self.cycle.response_complete:
            if self.late:
                self.late.cancel()
            self.late = None
        elif self.late is None:
            self.late = self.loop.call_later(self.limits.head_seconds, self._too_late)

    def _too_late(self) -> None:
        self.late = None
        if self.transport.get_write_buffer_size() == 0:
            self.transport.close()  # browsers connect ahead, and ask again when it is closed
        elif self.unread is None:
            self.transport.abort()

    # ---- answers ---------------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.unread:
            self.unread.cancel()
            self.unread = None
            self._expect_head()

    def _watch(self) -> None:
        least = self.transport.get_write_buffer_size() - LEAST_READ
        self.unread = self.loop.call_later(self.limits.unread_seconds, self._look_again, least)

    def _look_again(self, least: int) -> None:
        if self.transport.get_write_buffer_size() > least:
            self.transport.abort()
        else:
            self._watch()
