"""How the server is doing, for its operator."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse, Response

from kartarna.protocol import bodies
from kartarna.protocol.routes import Routes
from kartarna.server.context import ServerContext
from kartarna.server.http.failures import RESPONSES
from kartarna.server.http.identity import At

ROUTES = Routes()
router = APIRouter(responses=RESPONSES)


@ROUTES.add("GET", "/api/health")
async def health() -> bodies.Health:
    """The server is there."""
    return bodies.Health()


@ROUTES.add("GET", "/api/ready")
async def ready(context: ServerContext) -> bodies.Health:
    """The database answers, and takes what is to be stored (503 if it does not)."""
    await context.house.log.epoch()
    await context.house.log.check_writable()
    return bodies.Health()


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(context: At) -> Response:
    return Response(context.metrics.text(), media_type="text/plain; version=0.0.4")
