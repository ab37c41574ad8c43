"""uvicorn's WebSocket with every frame counted, and a short way out.

Whatever a client sends costs time, also what no message comes of: pings, and pieces of a message that never ends. Each
frame is counted before anything is done about it, and what is not read is not kept for ever. A message that comes alone
and whole, as nearly all do, is taken as it is; the general parser, which goes on wherever it was, gets all else.

An update goes to every socket of its table. On the usual way (ASGI) each of them would take a message of its own, two
layers of framework and a task that has to be woken; here it is one call, as long as the client keeps up.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator
from struct import pack
from typing import Any

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ProtocolError
from websockets.frames import CloseCode, Frame, apply_mask  # type: ignore[attr-defined]  # compiled where it can be
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.streams import StreamReader

from kartarna.protocol.close_codes import TOO_FAST
from kartarna.protocol.connection import Offer, never
from kartarna.server.homes import Homes
from kartarna.server.limits import Limits, Rate

EXTENSION = "kartarna"
TEXT = 0x81  # a whole message in one frame
MASKED = 0x80
SHORT = 6  # bytes before a short text: what it is, its length, the mask
MOST_WAITING = 4  # messages of a socket that are not yet answered
PIECES = 16  # of a message at most: browsers send it whole
USUAL_LIMITS = Limits()
TRY_AGAIN, TRIES = 0.02, 100  # seconds, while the table's process does not keep up with what is handed on to it


class FrameReader(StreamReader):
    """Knows whether it stands between two frames."""

    between = False

    def at_eof(self) -> Generator[None, None, bool]:
        """The parser asks before every frame, and waits here for it."""
        self.between = True
        ended = yield from super().at_eof()
        self.between = False
        return ended


class CountedFrames(ServerProtocol):
    """Ends the connection at the frame that is one too many, of whatever kind; what came behind it is not read."""

    reader: FrameReader

    def __init__(self, limits: Limits, **settings: Any) -> None:
        super().__init__(**settings)
        self.rate = Rate(limits.frames, limits.messages_seconds)
        self.reader = FrameReader()
        self.parser = self.parse()
        next(self.parser)  # as its base has begun it with another reader

    def whole_text(self, data: bytes) -> bytes | None:
        """The message, if that is all that these bytes are; None: let them be parsed."""
        if self.current_size is not None or not self.reader.between or self.state is not State.OPEN:
            return None
        start = whole_text_at(data)
        if not start or len(data) - start > (self.max_message_size or 0) or not self.rate.take(time.monotonic()):
            return None
        return apply_mask(data[start:], data[start - 4 : start])

    def recv_frame(self, frame: Frame) -> None:
        if not self.rate.take(time.monotonic()):
            self.fail(TOO_FAST, "too many frames")
            raise ProtocolError("too many frames")
        super().recv_frame(frame)


class TableProtocol(WebSocketsSansIOProtocol):
    """What is offered within one turn of the event loop goes out together: an update and the answer to its decider."""

    conn: CountedFrames
    offered: tuple[bytes, ...] = ()
    unread: asyncio.TimerHandle | None = None  # runs while the client reads nothing

    def __init__(self, *settings: Any, limits: Limits = USUAL_LIMITS, homes: Homes | None = None, **more: Any) -> None:
        super().__init__(*settings, **more)
        self.limits = limits
        self.homes = homes  # None: whatever comes is at home here
        self.conn = CountedFrames(limits, max_size=self.config.ws_max_size, logger=self.logger)

    # ---- what comes in -------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """The first that comes is the whole request: it may belong to another process."""
        if self.homes and not self.handshake_initiated:
            self._find_home(self.homes, data)
        elif (text := self.conn.whole_text(data)) is not None:
            self.curr_msg_data_type, self.frames = "text", [text]
            self.send_receive_event_to_app()
        else:
            super().data_received(data)

    def _find_home(self, homes: Homes, request: bytes, tries: int = TRIES) -> None:
        if self.transport.is_closing():
            return
        self.transport.pause_reading()  # nothing comes before the answer; should it, the table's process reads it
        try:
            moved = homes.hand_on(request, self.transport.get_extra_info("socket").fileno())
        except BlockingIOError:
            if tries:
                self.loop.call_later(TRY_AGAIN, self._find_home, homes, request, tries - 1)
                return
            moved = False
        except OSError:  # too long, or whatever: any process can serve any table
            moved = False
        if moved:
            self.loop.call_soon(self.transport.abort)  # our end of it only, and once it is known to be a WebSocket
        else:
            self.homes = None
            self.transport.resume_reading()
            super().data_received(request)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            (self.scope["extensions"] or {})[EXTENSION] = {"offer": self.offer}

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < PIECES:
            super().handle_cont(event)
        elif not self.close_sent:
            self._fail(CloseCode.MESSAGE_TOO_BIG)

    def send_receive_event_to_app(self) -> None:
        """Reading stops only when several wait: to stop and start again for each costs more than the message."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "bytes":
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        elif (text := _text(data)) is not None:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        else:
            self._fail(CloseCode.INVALID_DATA)
        if self.queue.qsize() > MOST_WAITING and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _fail(self, code: CloseCode) -> None:
        self.conn.fail(code)
        self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is not None:
            super().handle_parser_exception()
        else:  # frames before the connection is accepted
            self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.ABNORMAL_CLOSURE})
            self.close_sent = True
            self.transport.abort()

    # ---- what goes out -------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self.unread = self.loop.call_later(self.limits.unread_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.unread:
            self.unread.cancel()

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
        self.handshake_complete |= self.close_sent  # a refusal is an answer, too

    def shutdown(self) -> None:
        self.flush()  # the last words before the server stops
        super().shutdown()

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(self.close_timeout, self.transport.abort)  # a close waits until all is read: not for ever


def _text(data: bytes) -> str | None:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def whole_text_at(data: bytes) -> int:
    """Where the text begins, behind its mask, if these bytes are one frame with a whole message; 0: they are not."""
    if len(data) < SHORT or data[0] != TEXT:
        return 0
    size, start = data[1] - MASKED, SHORT
    if size == 126:
        size, start = int.from_bytes(data[2:4], "big"), SHORT + 2
    elif size > 126:
        return 0  # longer than any message
    return start if size == len(data) - start else 0


def frame(text: bytes) -> bytes:
    size = len(text)
    if size < 126:
        return pack("!BB", TEXT, size) + text
    return (pack("!BBH", TEXT, 126, size) if size < 65536 else pack("!BBQ", TEXT, 127, size)) + text


def offer_of(scope: Scope) -> Offer:
    """Another server than ours has no short way."""
    offer: Offer = scope.get("extensions", {}).get(EXTENSION, {}).get("offer", never)
    return offer
