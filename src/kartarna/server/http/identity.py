"""Who is asking: by the token in a cookie, or in a header or first frame where there are no cookies."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import Annotated

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from kartarna.play.people import Person
from kartarna.protocol.caller import Caller
from kartarna.server.context import ServerContext, context_of
from kartarna.server.http.device_name import device_name

COOKIE = "kartarna"
YEARS = 3 * 365 * 24 * 3600
BEARER = "bearer "


def token_of(connection: HTTPConnection) -> str | None:
    given = connection.headers.get("authorization", "")
    if given.lower().startswith(BEARER):
        return given[len(BEARER) :].strip()
    return connection.cookies.get(COOKIE)


def address_of(connection: HTTPConnection) -> str:
    """Whom limits count. Behind a named proxy uvicorn has put the forwarded address here."""
    return network_of(connection.client.host) if connection.client else "?"


def network_of(host: str) -> str:
    """Of IPv6 a home has a whole network, a /64: whoever counted its addresses would count nothing."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or f"{IPv6Address(int(address) >> 64 << 64)}/64")


def context(request: Request) -> ServerContext:
    return context_of(request)


async def caller(request: Request) -> Caller:
    token = token_of(request)
    person = await context_of(request).house.people.who(token) if token else None
    return Caller(address_of(request), token, person, device_name(request.headers.get("user-agent", "")))


async def known(caller: Annotated[Caller, Depends(caller)]) -> Person:
    return caller.known


def keep(request: Request, response: Response, token: str) -> None:
    """The browser keeps the token; no script can read it, no other site can use it."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=YEARS, httponly=True, samesite="strict", secure=secure, path="/")


def drop(response: Response) -> None:
    response.delete_cookie(COOKIE, httponly=True, samesite="strict", path="/")


At = Annotated[ServerContext, Depends(context)]
Who = Annotated[Caller, Depends(caller)]
Known = Annotated[Person, Depends(known)]
