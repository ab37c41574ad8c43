"""Which handler answers which request. A transport reads a request's parts, calls it and writes what it returns.

A handler takes what it needs to know: `context`, of the house; `caller`, who asks; `person`, the same if it must be
somebody with a name; `body`; what its path names in braces; what is marked as `HEADER`; and all else from the query.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Meta, Raw

from kartarna.protocol.caller import Recognised

Handler = Callable[..., Awaitable[Any]]
H = TypeVar("H", bound=Handler)

HEADER = "header"
NONE: Mapping[str, str] = {}
Name = Annotated[str, Meta(max_length=40)]  # of a table, a step, a device: longer ones there are none
Secret = Annotated[str, Meta(max_length=200)]
LinkSecret = Annotated[Secret | None, HEADER]  # of the table
ReplaySecret = Annotated[Secret | None, HEADER]  # of a link to its finished game


@dataclass(frozen=True)
class Route:
    method: str
    path: str
    handle: Handler
    status: int
    headers: Mapping[str, str]  # of the answer; may name what the path names
    left_off: bool  # when nobody waits for the answer any more: it takes long and changes nothing

    @property
    def wants(self) -> dict[str, Any]:
        """By name, the types of what the handler takes."""
        hints = get_type_hints(self.handle, include_extras=True)
        return {name: hint for name, hint in hints.items() if name != "return"}

    @property
    def answer(self) -> Any:
        """The type of the answer, also where the handler has written it as JSON itself."""
        hint = get_type_hints(self.handle, include_extras=True)["return"]
        if get_origin(hint) is Annotated and get_args(hint)[0] is Raw:
            return get_args(hint)[1]
        return get_args(hint)[0] if get_origin(hint) is Recognised else hint


def is_header(hint: Any) -> bool:
    return get_origin(hint) is Annotated and HEADER in get_args(hint)


class Routes(list[Route]):
    """Those that one file of handlers declares."""

    def add(
        self, method: str, path: str, status: int = 200, headers: Mapping[str, str] = NONE, *, left_off: bool = False
    ) -> Callable[[H], H]:
        def added(handle: H) -> H:
            self.append(Route(method, path, handle, status, headers, left_off))
            return handle

        return added
