"""`kartarna export DIR`: the card room as a folder for any static web server, played on the visitor's device."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from kartarna.core.errors import OptionError
from kartarna.core.words import LANGUAGES
from kartarna.games import GAMES
from kartarna.terminal.arguments import Lang
from kartarna.terminal.voice import Voice

PAGES = ("rules", "learn", "pad", "new", "deck", "lab", "t", "replay")
OF_A_GAME = ("rules/{}", "learn/{}", "pad/{}", "new/{}/device", "deck/{}", "lab/{}")
ONLY = "only"  # there is no server to play on
SAME = {"context", "game", "language", "name"}  # what depends on nothing else is the same in every house


def export(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")],
    lang: Lang = None,
) -> None:
    """Write the browser app as files for a static web server: everything but tables with friends."""
    from kartarna.server.http import docs, documents, pages  # noqa: PLC0415 - takes longer to import than most commands to run

    if not (pages.DIST / "local" / "manifest.json").exists():
        raise OptionError("the browser app was built without its house for the visitor's device: run make web")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OptionError(f"{folder} is not empty: choose a new folder")
    try:
        shutil.copytree(pages.DIST, folder, dirs_exist_ok=True)
        document = (pages.DIST / "index.html").read_text("utf-8")
        for page in _pages():
            root = "../" * page.count("/") or "./"
            _write(folder / page, documents.placed(document, root, ONLY))
        for path, text in asyncio.run(_answers()):
            _write(folder / f"asked/{path}.json", text)
        docs.write(folder / "docs")
    except OSError as error:
        raise OptionError(f"{folder} cannot be written: {error.strerror}") from error
    Voice(lang).say("exported", folder=str(folder))


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def _pages() -> Iterator[str]:
    """Every page has a document of its own: a static server knows nothing else."""
    yield "index.html"
    for page in PAGES:
        yield f"{page}/index.html"
    for page in OF_A_GAME:
        yield from (f"{page.format(game)}/index.html" for game in GAMES)


async def _answers() -> list[tuple[str, str]]:
    """What every house answers alike, by path: the app asks for these files instead of a house."""
    from kartarna.local.house import LocalHouse  # noqa: PLC0415
    from kartarna.local.requests import Request  # noqa: PLC0415

    house = LocalHouse((_Nowhere(), _Nowhere()), tell=lambda *_: None, hang_up=lambda *_: None)
    found = [(path, await house.request(Request("GET", f"/api/{path}"))) for path in _paths()]
    await house.close()
    return [(path, answer.body) for path, answer in found if answer.status < 400]


def _paths() -> Iterator[str]:
    from kartarna.protocol.handlers import ROUTES  # noqa: PLC0415

    for route in ROUTES:
        if route.method == "GET" and set(route.wants) <= SAME:
            path = route.path.removeprefix("/api/")
            yield from dict.fromkeys(path.format(game=game, language=lang) for game in GAMES for lang in LANGUAGES)


class _Nowhere:
    """A file of a house that keeps nothing."""

    def read(self) -> bytes:
        return b""

    def write(self, data: bytes, at: int) -> None: ...

    def truncate(self, size: int) -> None: ...

    def flush(self) -> None: ...
