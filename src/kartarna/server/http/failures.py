"""What goes wrong over HTTP, as kartarna.protocol says it."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from kartarna.core.errors import KartarnaError
from kartarna.core.words import Event
from kartarna.play.storage.database import StorageError
from kartarna.protocol.bodies import Failure
from kartarna.protocol.failures import Failed, why, written
from kartarna.server import logs
from kartarna.server.http.struct_schema import shown

RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": shown(Failure)} for status in (400, 401, 403, 404, 408, 409, 413, 429, 500, 503)
}


def answer(status: int, event: Event) -> Response:
    return Response(written(event), status, media_type="application/json")


def _understood(_: Request, error: Exception) -> Response:
    return answer(*why(error))


def _malformed(_: Request, error: Exception) -> Response:
    """Says where and what, never what was sent."""
    assert isinstance(error, RequestValidationError)  # noqa: S101 - registered for it
    first = error.errors()[0]
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, msgspec.ValidationError):
        return answer(*why(cause))
    where = ".".join(str(part) for part in first["loc"][1:])[:80]
    return answer(400, Event("bad_request", {"reason": f"{where}: {first['msg']}" if where else str(first["msg"])}))


def _http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101
    known = {404: Event("not_found"), 405: Event("bad_request", {"reason": "not this way (method)"})}
    failure = answer(error.status_code, known.get(error.status_code, Event("bad_request", {"reason": "malformed"})))
    failure.headers.update(error.headers or {})
    return failure


def _bug(request: Request, error: Exception) -> Response:
    logs.failure("request failed", error, method=request.method, path=request.url.path)
    return answer(*why(error))


def register(app: FastAPI) -> None:
    for kind, handler in (
        (KartarnaError, _understood),
        (Failed, _understood),
        (StorageError, _understood),
        (RequestValidationError, _malformed),
        (HTTPException, _http),
        (Exception, _bug),
    ):
        app.add_exception_handler(kind, handler)
