"""The browser app, if it was built; otherwise a page that says how to play without it."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

DIST = Path(__file__).parent.parent / "web" / "dist"
FOREVER = "public, max-age=31536000, immutable"  # of files that have a hash in their name
PLAIN = """<!doctype html>
<html lang="cs"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Kartárna</title>
<h1>Kartárna</h1>
<p>Server běží, jen bez stránek pro prohlížeč. Ke stolu se dá přisednout z terminálu:
<code>kartarna join ODKAZ</code></p>
<p lang="en">The server is running, without its pages for the browser. Join a table from a terminal:
<code>kartarna join LINK</code></p>
"""


class Pages(StaticFiles):
    """Every address that is not a file is a page of the app: it finds its way by itself."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or path.startswith(("api/", "assets/")):
                raise
            response = FileResponse(DIST / "index.html")
        response.headers["Cache-Control"] = FOREVER if path.startswith("assets/") else "no-cache"
        return response


def mount(app: FastAPI) -> None:
    if (DIST / "index.html").exists():
        app.mount("/", GZipMiddleware(Pages(directory=DIST, html=True)), name="pages")
    else:
        app.add_api_route("/", plain, include_in_schema=False)
        app.add_api_route("/t/{table}", plain, include_in_schema=False)
        app.add_api_route("/move", plain, include_in_schema=False)


async def plain() -> HTMLResponse:
    return HTMLResponse(PLAIN)
