"""Connections that another process accepted and handed on: from here on they are like all others."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from uvicorn.server import ServerState

from kartarna.server.homes import Homes
from kartarna.server.socket.frames import TableProtocol

GRACE = 5.0  # seconds that what is under way may take when the server stops


@asynccontextmanager
async def accepting(homes: Homes | None) -> AsyncIterator[None]:
    """Takes in what belongs here; at the end all are told to come again, as the server tells those it accepted."""
    if homes is None:
        yield
        return
    state = ServerState()
    arrivals: set[asyncio.Task[None]] = set()

    def accept(request: bytes, connection: socket.socket) -> None:
        arrival = asyncio.create_task(_take_in(homes, state, request, connection))
        arrivals.add(arrival)
        arrival.add_done_callback(arrivals.discard)

    homes.open(accept)
    try:
        yield
    finally:
        homes.close()
        for open_connection in list(state.connections):
            open_connection.shutdown()
        if state.tasks:
            await asyncio.wait(state.tasks, timeout=GRACE)


async def _take_in(homes: Homes, state: ServerState, request: bytes, connection: socket.socket) -> None:
    config = homes.config

    def protocol() -> TableProtocol:
        made: TableProtocol = config.ws_protocol_class(config=config, server_state=state, app_state={}, homes=None)  # type: ignore[call-arg, assignment, misc]
        return made

    connection.setblocking(False)
    with suppress(OSError):  # the client has gone meanwhile
        _, made = await asyncio.get_running_loop().connect_accepted_socket(protocol, connection)
        made.data_received(request)
