"""The browser app, if it was built; otherwise a page that says how to play without it."""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from kartarna.server.http.documents import placed
from kartarna.server.http.files import KEPT, CompressedFiles
from kartarna.server.http.previews import with_preview

DIST = Path(__file__).parent.parent / "web" / "dist"
FOREVER = "public, max-age=31536000, immutable"  # of files that have a hash in their name, or in their folder's
HASHED = re.compile(r"assets/|local/[0-9a-f]+/")
PLAIN = """<!doctype html>
<html lang="cs"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Kartárna</title>
<h1>Kartárna</h1>
<p>Server běží, jen bez stránek pro prohlížeč. Ke stolu se dá přisednout z terminálu:
<code>kartarna join ODKAZ</code></p>
<p lang="en">The server is running, without its pages for the browser. Join a table from a terminal:
<code>kartarna join LINK</code></p>
"""


class Pages(CompressedFiles):
    """Every address that does not name a file is a page of the app: it finds its way by itself."""

    solo = "server"  # where visitors play alone, if their browser can

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = self._page(path, scope) if path == "." else await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or path.startswith(("api/", "assets/")) or "." in Path(path).name:
                raise
            response = self._page(path, scope)
        response.headers["Cache-Control"] = FOREVER if HASHED.match(path) else "no-cache"
        return response

    def _page(self, path: str, scope: Scope) -> Response:
        request = Request(scope)
        document = placed((DIST / "index.html").read_text("utf-8"), "/", self.solo)
        page = with_preview(document, path, request, DIST).encode()
        headers = {"Vary": "Accept-Language, Accept-Encoding", "ETag": f'"{sha256(page).hexdigest()[:32]}"'}
        if self.is_not_modified(Headers(headers), request.headers):
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return HTMLResponse(page, headers=headers)
        return HTMLResponse(compressed(page), headers={**headers, "Content-Encoding": "gzip"})


@lru_cache(KEPT)
def compressed(page: bytes) -> bytes:
    """A page of the app: they differ only by their preview."""
    return gzip.compress(page, mtime=0)


def mount(app: FastAPI, solo: str) -> None:
    if (DIST / "index.html").exists():
        pages = Pages(directory=DIST, html=True)
        pages.solo = solo
        app.mount("/", pages, name="pages")
    else:
        app.add_api_route("/", plain, include_in_schema=False)
        app.add_api_route("/t/{table}", plain, include_in_schema=False)
        app.add_api_route("/move", plain, include_in_schema=False)


async def plain() -> HTMLResponse:
    return HTMLResponse(PLAIN)
