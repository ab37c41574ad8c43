"""The application: the house behind HTTP and WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.routing import WebSocketRoute

from kartarna import VERSION
from kartarna.play.house import House
from kartarna.play.keeping import Retention, keep_tidy
from kartarna.server import about, failures, logs, pages, persons, tables
from kartarna.server.calm import calm
from kartarna.server.connection import TableSocket
from kartarna.server.desk import Desk
from kartarna.server.guard import Guard
from kartarna.server.limits import Limits

USUAL_LIMITS = Limits()
USUAL_RETENTION = Retention()


def create_app(
    open_house: Callable[[], House],
    limits: Limits = USUAL_LIMITS,
    *,
    origins: tuple[str, ...] = (),
    names: frozenset[str] | None = None,
    retention: Retention = USUAL_RETENTION,
) -> FastAPI:
    """`open_house` is called on the server's event loop; the house and its database are closed with the server."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        house = open_house()
        desk = app.state.desk = Desk(house, limits, origins, names)
        routines = [
            asyncio.create_task(work)
            for work in (house.keep_beating(), keep_tidy(house, retention), desk.keep_glancing())
        ]
        logs.note("started", version=VERSION)
        with calm():
            yield
        for routine in routines:
            routine.cancel()
        await asyncio.gather(*routines, return_exceptions=True)
        await house.close()
        await house.database.close()
        logs.note("stopped")

    app = FastAPI(title="Kartárna", version=VERSION, lifespan=life, docs_url=None, redoc_url=None)
    app.add_middleware(Guard)
    failures.register(app)
    for router in (about.router, persons.router, tables.router):
        app.include_router(router)
    app.router.routes.append(WebSocketRoute("/api/tables/{table}/socket", TableSocket()))
    pages.mount(app)
    return app
