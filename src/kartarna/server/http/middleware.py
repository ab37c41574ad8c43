"""Before and after every request: how often, how large, from where; and the headers of every answer."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

import msgspec
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kartarna.core.words import Event
from kartarna.protocol.failures import Failed
from kartarna.server.context import context_of
from kartarna.server.http.failures import answer
from kartarna.server.http.identity import address_of

TIMEOUT = 408
SAFE = ("GET", "HEAD", "OPTIONS")
OURS = ("/api", "/metrics", "/openapi")  # all else is a file of the app, which costs next to nothing
WITH_RECORDS = ("/api/tables", "/api/replay")  # a record may come along
CSP = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)  # styles inline: the boards place cards by style attributes; wasm: the local house, if anybody opens one
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = HTTPConnection(scope)
        send = _Decorated(request, send)
        if refusal := _refusal(request):
            await answer(*refusal)(scope, receive, send)
        elif scope["method"] in SAFE:
            await self.app(scope, receive, send)
        else:
            await self._with_body(request, receive, send)

    async def _with_body(self, request: HTTPConnection, receive: Receive, send: Send) -> None:
        try:
            body = await _body(request, receive)
        except ClientDisconnect:
            return  # nobody would read the answer
        except Failed as failed:
            response = answer(failed.status, failed.event)
            if failed.status == TIMEOUT:
                response.headers["Connection"] = "close"  # or the rest would be waited for
            await response(request.scope, receive, send)
        else:
            await self.app(request.scope, _Again(body, receive), send)


def _refusal(request: HTTPConnection) -> tuple[int, Event] | None:
    context = context_of(request)
    if not context.own_name(request):
        return 403, Event("wrong_host")
    rates = context.requests if request.scope["path"].startswith(OURS) else context.files
    if not rates.take(address_of(request), time.monotonic()):
        return 429, Event("too_many_requests")
    if "\0" in request.scope["path"]:
        return 400, Event("bad_request", {"reason": "a NUL in the path"})
    if request.scope["method"] not in SAFE and not context.own_origin(request):
        return 403, Event("wrong_origin")
    return None


async def _body(request: HTTPConnection, receive: Receive) -> bytes:
    """What never ends would be held for ever: an address has a few at a time, and none takes long."""
    context, address = context_of(request), address_of(request)
    if context.bodies[address] >= context.limits.bodies:
        raise Failed(429, "too_many_requests")
    most = context.limits.record_body if request.scope["path"] in WITH_RECORDS else context.limits.body
    context.bodies[address] += 1
    try:
        async with asyncio.timeout(context.limits.body_seconds):
            return await _whole_body(receive, most)
    except TimeoutError:
        late = f"it was not here within {context.limits.body_seconds:g} seconds"
        raise Failed(TIMEOUT, "bad_request", reason=late) from None
    finally:
        context.bodies[address] -= 1


async def _whole_body(receive: Receive, most: int) -> bytes:
    body = b""
    more = True
    while more and len(body) <= most:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
    if len(body) > most:
        raise Failed(413, "too_large", bytes=most)
    return body


class _Again:
    """Gives the body that was read to the app."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self.body: bytes | None = body
        self.receive = receive

    async def __call__(self) -> Message:
        if self.body is None:
            return await self.receive()
        body, self.body = self.body, None
        return {"type": "http.request", "body": body, "more_body": False}


class _Reason(msgspec.Struct):
    kind: str


class _Refusal(msgspec.Struct):
    refused: _Reason


class _Decorated:
    """Adds our headers to an answer, and counts it."""

    status = 0

    def __init__(self, request: HTTPConnection, send: Send) -> None:
        self.request = request
        self.send = send

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if self.request.scope["path"].startswith("/api"):
                headers.setdefault("Cache-Control", "no-store")
            if self.request.scope["scheme"] == "https":
                headers.setdefault("Strict-Transport-Security", "max-age=31536000")
            self.status = message["status"]
            context_of(self.request).metrics.requests[str(self.status)] += 1
        elif self.status >= 400:
            self._count_refusal(message.get("body", b""))
        await self.send(message)

    def _count_refusal(self, body: bytes) -> None:
        """Whoever has refused, the answer says why."""
        with suppress(msgspec.DecodeError):
            kind = msgspec.json.decode(body, type=_Refusal).refused.kind
            context_of(self.request).metrics.refused[kind] += 1
