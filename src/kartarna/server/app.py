"""The application: the house behind HTTP and WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.routing import WebSocketRoute

from kartarna import VERSION
from kartarna.play.house import House
from kartarna.play.retention import Retention, keep_tidy, keep_wiped
from kartarna.protocol.handlers import ROUTES
from kartarna.server import logs
from kartarna.server.context import ServerContext
from kartarna.server.gc_tuning import tuned_collector
from kartarna.server.homes import Homes
from kartarna.server.http import devices, docs, failures, health, pages
from kartarna.server.http.endpoints import router
from kartarna.server.http.middleware import Guard
from kartarna.server.limits import Limits
from kartarna.server.socket.connection import TableSocket
from kartarna.server.socket.handed_on import accepting

USUAL_LIMITS = Limits()
USUAL_RETENTION = Retention()


def create_app(
    open_house: Callable[[], House],
    limits: Limits = USUAL_LIMITS,
    *,
    origins: tuple[str, ...] = (),
    names: frozenset[str] | None = None,
    retention: Retention = USUAL_RETENTION,
    homes: Homes | None = None,
    solo: str = "server",
) -> FastAPI:
    """`open_house` is called on the server's event loop; the house and its database are closed with the server."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        house = open_house()
        context = app.state.context = ServerContext(house, limits, origins, names, homes)
        routines = [
            asyncio.create_task(work)
            for work in (
                house.keep_beating(),
                keep_tidy(house, retention),
                keep_wiped(house),
                *context.routines(),
            )
        ]
        logs.note("started", version=VERSION)
        async with accepting(homes):
            with tuned_collector():
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
    app.include_router(router((*health.ROUTES, *ROUTES, *devices.ROUTES)))
    app.include_router(health.router)
    app.router.routes.append(WebSocketRoute("/api/tables/{table}/socket", TableSocket()))
    docs.mount(app)
    pages.mount(app, solo)
    return app
