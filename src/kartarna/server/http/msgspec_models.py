"""msgspec structs as bodies and answers of FastAPI, by the hooks that pydantic has for types of others."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Self

import msgspec
from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic_core import CoreSchema, core_schema


class Model:
    """A struct that also is a Model can be the body or the answer of a route."""

    __slots__ = ()

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: Any) -> CoreSchema:
        writer = core_schema.plain_serializer_function_ser_schema(msgspec.to_builtins)
        return core_schema.no_info_plain_validator_function(cls._read, serialization=writer)

    @classmethod
    def __get_pydantic_json_schema__(cls, _schema: CoreSchema, _handler: Any) -> dict[str, Any]:
        schema = msgspec.json.schema(cls)
        inlined: dict[str, Any] = _inlined(schema, schema["$defs"])
        return inlined

    @classmethod
    def _read(cls, value: Any) -> Self:
        return value if isinstance(value, cls) else msgspec.convert(value, cls)


def _inlined(schema: Any, definitions: dict[str, Any]) -> Any:
    """Without references: they would point into the schema, but it becomes a part of OpenAPI's page."""
    if isinstance(schema, list):
        return [_inlined(part, definitions) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _inlined(definitions[schema["$ref"].removeprefix("#/$defs/")], definitions)
    return {key: _inlined(part, definitions) for key, part in schema.items() if key != "$defs"}


class Body(msgspec.Struct, Model, frozen=True, forbid_unknown_fields=True):
    """What comes in: strictly this, and nothing unknown."""


class Answer(msgspec.Struct, Model, frozen=True):
    pass


class StrictRequest(Request):
    """Python's own reader lets through what is no JSON: NaN, halves of a character."""

    async def json(self) -> Any:
        return msgspec.json.decode(await self.body())


class StrictRoute(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def strictly(request: Request) -> Response:
            return await handle(StrictRequest(request.scope, request.receive))

        return strictly
