"""The handlers of kartarna.protocol as routes of FastAPI: it reads the request's parts, and shows them in OpenAPI."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Iterator, Sequence
from inspect import Parameter, Signature
from typing import Annotated, Any, get_args

from fastapi import APIRouter, Body, Header, Path, Query, Request, Response
from msgspec import Meta, Raw

from kartarna.protocol.caller import Recognised
from kartarna.protocol.encoder import ENCODER
from kartarna.protocol.failures import Failed
from kartarna.protocol.routes import Route, is_header
from kartarna.server.http.failures import RESPONSES
from kartarna.server.http.identity import At, Known, Who, drop, keep
from kartarna.server.http.struct_schema import StrictRoute, shown

TIMEOUT = 408
GIVEN = {"context": At, "caller": Who, "person": Known}
ASKED, WHO = "http_request", "http_caller"  # no handler has parameters of these names


def router(routes: Sequence[Route]) -> APIRouter:
    found = APIRouter(responses=RESPONSES, route_class=StrictRoute)
    for route in routes:
        found.add_api_route(
            route.path,
            endpoint(route),
            methods=[route.method],
            status_code=route.status,
            response_model=None,
            responses={} if route.status == 204 else {route.status: _answered(route)},
        )
    return found


def _answered(route: Route) -> dict[str, Any]:
    return {"content": {"application/json": {}}} if route.answer is Any else {"model": shown(route.answer)}


def endpoint(route: Route) -> Any:
    async def answer(**given: Any) -> Response:
        request, who = given.pop(ASKED), given.pop(WHO)
        handled = route.handle(**given)
        found = await (_while_wanted(request, handled) if route.left_off else handled)
        token = found.token if isinstance(found, Recognised) else who.token
        response = _written(route, found.answer if isinstance(found, Recognised) else found, given)
        if token is None and who.token is not None:
            drop(response)
        elif token not in (None, who.token):
            keep(request, response, token)
        return response

    answer.__name__, answer.__doc__ = route.handle.__name__, route.handle.__doc__
    answer.__signature__ = Signature([*_parameters(route)])  # type: ignore[attr-defined]
    return answer


async def _while_wanted(request: Request, handled: Awaitable[Any]) -> Any:
    """Or whoever asks and goes, again and again, would keep all others from their turn."""
    work, gone = asyncio.ensure_future(handled), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise Failed(TIMEOUT, "bad_request", reason="nobody waits for it")
        return work.result()
    finally:
        for task in (work, gone):
            task.cancel()
        await asyncio.wait((work, gone))


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _written(route: Route, answer: Any, given: dict[str, Any]) -> Response:
    headers = {name: value.format_map(given) for name, value in route.headers.items()}
    if answer is None:
        return Response(status_code=route.status, headers=headers)
    text = bytes(answer) if isinstance(answer, Raw) else ENCODER.encode(answer)
    return Response(text, route.status, headers, "application/json")


def _parameters(route: Route) -> Iterator[Parameter]:
    """What FastAPI is to find out for the handler, and for us."""
    own = inspect.signature(route.handle).parameters
    for name, hint in route.wants.items():
        yield Parameter(name, Parameter.KEYWORD_ONLY, default=own[name].default, annotation=_read(route, name, hint))
    yield Parameter(ASKED, Parameter.KEYWORD_ONLY, annotation=Request)
    yield Parameter(WHO, Parameter.KEYWORD_ONLY, annotation=Who)


def _read(route: Route, name: str, hint: Any) -> Any:
    if name in GIVEN:
        return GIVEN[name]
    if name == "body":
        return Annotated[shown(hint), Body()]
    place = Path if f"{{{name}}}" in route.path else Header if is_header(hint) else Query
    return Annotated[hint, place(max_length=_longest(hint))]


def _longest(part: Any) -> int | None:
    """How long a text may be, as msgspec is told."""
    return part.max_length if isinstance(part, Meta) else next(filter(None, map(_longest, get_args(part))), None)
