"""msgspec structs as bodies and answers of FastAPI, by the hooks that pydantic has for types of others."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

import msgspec
from fastapi import Request, Response
from fastapi.routing import APIRoute
from pydantic_core import CoreSchema, core_schema


class StructSchema:
    """Beside a struct in `Annotated`: how it is read and written, and what OpenAPI shows of it."""

    def __init__(self, struct: type[msgspec.Struct]) -> None:
        self.struct = struct

    def __get_pydantic_core_schema__(self, _source: Any, _handler: Any) -> CoreSchema:
        writer = core_schema.plain_serializer_function_ser_schema(msgspec.to_builtins)
        return core_schema.no_info_plain_validator_function(self._read, serialization=writer)

    def __get_pydantic_json_schema__(self, _schema: CoreSchema, _handler: Any) -> dict[str, Any]:
        schema = msgspec.json.schema(self.struct)
        inlined: dict[str, Any] = _inlined(schema, schema["$defs"])
        return inlined

    def _read(self, value: Any) -> msgspec.Struct:
        return value if isinstance(value, self.struct) else msgspec.convert(value, self.struct)


def shown(kind: Any) -> Any:
    """A type that FastAPI understands, whether it is a struct or not."""
    is_struct = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    return Annotated[kind, StructSchema(kind)] if is_struct else kind


def _inlined(schema: Any, definitions: dict[str, Any]) -> Any:
    """Without references: they would point into the schema, but it becomes a part of OpenAPI's page."""
    if isinstance(schema, list):
        return [_inlined(part, definitions) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _inlined(definitions[schema["$ref"].removeprefix("#/$defs/")], definitions)
    return {key: _inlined(part, definitions) for key, part in schema.items() if key != "$defs"}


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
