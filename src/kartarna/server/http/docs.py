"""The site of documentation at /docs, if it was built; otherwise a page that says how to."""

from __future__ import annotations

import shutil
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.responses import Response
from starlette.types import Scope

from kartarna.server.http.files import CompressedFiles

DIST = Path(__file__).parent.parent / "docs" / "dist"
STARTS = ("index.html", "start.cs.html")  # where the app's settings lead to (web/shell/Settings.svelte)
PLAIN = """<!doctype html>
<html lang="cs"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Kartárna</title>
<h1>Kartárna</h1>
<p>Dokumentace tu není sestavená. Ve zdrojích ji sestaví <code>make docs</code>. <a href="../">Ke stolům</a></p>
<p lang="en">The documentation is not built here. In the source, <code>make docs</code> builds it.
<a href="../">To the tables</a></p>
"""


class Documentation(CompressedFiles):
    """Its files have no hash in their names: browsers ask again."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def built() -> bool:
    return (DIST / "index.html").exists()


def write(folder: Path) -> None:
    """For a static host: the site, or the page that says how to build it where the app's links lead."""
    if built():
        shutil.copytree(DIST, folder)
        return
    folder.mkdir()
    for page in STARTS:
        (folder / page).write_text(PLAIN, "utf-8")


def mount(app: FastAPI) -> None:
    app.add_api_route("/docs", with_slash, include_in_schema=False)
    if built():
        app.mount("/docs", Documentation(directory=DIST, html=True), name="docs")
    else:
        app.add_api_route("/docs/", plain, include_in_schema=False)


async def with_slash() -> RedirectResponse:
    """Its pages name each other relative to it."""
    return RedirectResponse("/docs/")


async def plain() -> HTMLResponse:
    return HTMLResponse(PLAIN)
