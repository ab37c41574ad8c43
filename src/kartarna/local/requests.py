"""Requests without HTTP: finds the handler, reads what it wants, writes its answer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from kartarna.protocol.caller import Caller, Recognised
from kartarna.protocol.context import HouseContext
from kartarna.protocol.encoder import ENCODER
from kartarna.protocol.failures import Failed, why, written
from kartarna.protocol.handlers import ROUTES
from kartarna.protocol.routes import Route, is_header

PATTERNS = [(re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", route.path)), route) for route in ROUTES]


class Request(NamedTuple):
    method: str
    path: str  # with its query
    headers: Mapping[str, str] = {}
    body: str = ""


class Response(NamedTuple):
    status: int
    body: str  # JSON, or nothing


async def respond(context: HouseContext, caller: Caller, request: Request) -> tuple[Response, Any]:
    """The response, and what the handler returned: a Recognised says who the caller is from now on."""
    try:
        route, found = _route(request)
        answer = await route.handle(**_wanted(route, found, context, caller, request))
    except Exception as error:  # noqa: BLE001 - a bug of ours, too, is told in one shape
        status, event = why(error)
        return Response(status, written(event).decode()), None
    told = answer.answer if isinstance(answer, Recognised) else answer
    return Response(route.status, "" if told is None else ENCODER.encode(told).decode()), answer


def _route(request: Request) -> tuple[Route, dict[str, str]]:
    """What the path and the query name."""
    url = urlsplit(request.path)
    for pattern, route in PATTERNS:
        if route.method == request.method and (match := pattern.fullmatch(url.path)):
            named = {name: unquote(text) for name, text in match.groupdict().items()}
            return route, dict(parse_qsl(url.query)) | named
    raise Failed(404, "not_found")


def _wanted(
    route: Route, found: dict[str, str], context: HouseContext, caller: Caller, request: Request
) -> dict[str, Any]:
    headers = {name.lower(): value for name, value in request.headers.items()}
    values: dict[str, Any] = {}
    for name, hint in route.wants.items():
        match name:
            case "context":
                values[name] = context
            case "caller":
                values[name] = caller
            case "person":
                values[name] = caller.known
            case "body":
                values[name] = msgspec.json.decode(request.body or "null", type=hint)
            case _:
                given = headers.get(name.replace("_", "-")) if is_header(hint) else found.get(name)
                if given is not None:
                    values[name] = msgspec.convert(given, hint, strict=False)
    return values
