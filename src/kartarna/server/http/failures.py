"""Everything that goes wrong over HTTP, as one shape: {"refused": {kind, facts, rule}}."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from kartarna.core.errors import KartarnaError
from kartarna.core.words import Event
from kartarna.play.errors import Refused
from kartarna.play.storage.database import StorageError
from kartarna.server import logs
from kartarna.server.faults import fault_of
from kartarna.server.http import bodies
from kartarna.server.socket import encoder

STATUS = {  # of refusals; all others are conflicts with how things are: 409
    "bad_name": 400,
    "wrong_link": 403,
    "not_host": 403,
    "not_your_seat": 403,
    "no_spectators": 403,
    "no_such_table": 404,
    "not_stored": 503,
}
RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": bodies.Failure} for status in (400, 401, 403, 404, 408, 409, 413, 429, 500, 503)
}


class Failed(Exception):
    def __init__(self, status: int, kind: str, **facts: int | str) -> None:
        super().__init__(kind)
        self.status = status
        self.event = Event(kind, facts)


def answer(status: int, event: Event) -> JSONResponse:
    return JSONResponse({"refused": {"kind": event.kind, "facts": encoder.plain(event.facts), "rule": None}}, status)


def reason_of(error: KartarnaError) -> Event:
    """A refusal has a sentence of its own; other mistakes come with an English one that says what to do."""
    return error.event if isinstance(error, Refused) else Event("not_possible", {"reason": str(error)})


def _kartarna(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, KartarnaError)  # noqa: S101 - registered for it
    status = STATUS.get(error.code, 409) if isinstance(error, Refused) else 400
    return answer(status, reason_of(error))


def _failed(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Failed)  # noqa: S101
    return answer(error.status, error.event)


def _malformed(_: Request, error: Exception) -> JSONResponse:
    """Says where and what, never what was sent."""
    assert isinstance(error, RequestValidationError)  # noqa: S101
    first = error.errors()[0]
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, msgspec.ValidationError):
        return answer(400, Event("bad_request", {"reason": fault_of(cause)}))
    where = ".".join(str(part) for part in first["loc"][1:])[:80]
    return answer(400, Event("bad_request", {"reason": f"{where}: {first['msg']}" if where else str(first["msg"])}))


def _http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101
    known = {404: Event("not_found"), 405: Event("bad_request", {"reason": "not this way (method)"})}
    failure = answer(error.status_code, known.get(error.status_code, Event("bad_request", {"reason": "malformed"})))
    failure.headers.update(error.headers or {})
    return failure


def _storage(_: Request, __: Exception) -> JSONResponse:
    return answer(503, Event("not_stored"))


def _bug(request: Request, error: Exception) -> JSONResponse:
    logs.trouble("request failed", error, method=request.method, path=request.url.path)
    return answer(500, Event("server_error"))


def register(app: FastAPI) -> None:
    for kind, handler in (
        (KartarnaError, _kartarna),
        (Failed, _failed),
        (RequestValidationError, _malformed),
        (HTTPException, _http),
        (StorageError, _storage),
        (Exception, _bug),
    ):
        app.add_exception_handler(kind, handler)
