"""What a test in a browser calls: bytes come in, go out by a callback, and its answer is returned."""

from __future__ import annotations

from collections.abc import Awaitable, Callable


async def echo(heard: bytes, ask: Callable[[bytes, str], Awaitable[bytes]]) -> dict[str, object]:
    answer = await ask(heard[::-1], "řekni")
    return {"bytes": answer, "kinds": [type(heard).__name__, type(answer).__name__]}
