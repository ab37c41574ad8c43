"""The site of documentation: built from all pages, whole without any other host, and served at /docs."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from gzip import decompress
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

import pytest

from kartarna.games import OWN
from kartarna.server.http import docs
from kartarna.server.http.middleware import CSP
from tests.server.helpers import run, served
from tests.told_commands import ROOT

BUILDER = ROOT / "docs" / "site" / "build.py"
BROUGHT = re.compile(r"<(?:script|img|iframe)[^>]+src=\"([^\"]+)\"|<link[^>]+href=\"([^\"]+)\"")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fails on a broken link."""
    site = tmp_path_factory.mktemp("docs") / "site"
    subprocess.run([sys.executable, BUILDER, "--to", site], check=True)
    return site


def test_every_page_is_there(site: Path) -> None:
    written = {page.stem for folder in (ROOT / "docs", BUILDER.parent / "pages") for page in folder.glob("*.md")}
    games = {f"game-{game}{lang}" for game in (*OWN, "shared") for lang in ("", ".cs")}
    found = {page.name.removesuffix(".html") for page in site.glob("*.html")}
    assert written | games | {"changelog", "contributing", "browser-app", "reference", "search"} <= found


def test_a_game_has_rules_course_deck_and_figures(site: Path) -> None:
    english, czech = ((site / f"game-gap{lang}.html").read_text(encoding="utf-8") for lang in ("", ".cs"))
    for told in ("GAP-10", "Neighbouring numbers", "--target", "By seat", "strong over medium"):
        assert told in english
    for told in ("GAP-10", "Sousední čísla", "--target", "Balíček"):
        assert told in czech


def test_the_reference_has_docstrings(site: Path) -> None:
    text = (site / "reference.html").read_text(encoding="utf-8")
    assert "kartarna.core.game.Game" in text
    assert "A place with cards: those seen by name, the others by number only." in text


def test_it_can_be_searched(site: Path) -> None:
    index = json.loads((site / "searchindex.js").read_text(encoding="utf-8")[len("Search.setIndex(") : -1])
    assert {"server", "install", "game-gap", "start.cs"} <= {*index["docnames"]}
    assert "proxi" in index["terms"] or "proxy" in index["terms"]


def test_a_page_that_a_sentence_names_is_a_link(site: Path) -> None:
    text = (site / "lab.html").read_text(encoding="utf-8")
    assert re.search(r'spread them \(<a [^>]*href="research.html"', text)
    assert "docs/research.md" not in text


def test_nothing_comes_from_another_host_or_breaks_the_policy_of_the_server(site: Path) -> None:
    assert "script-src 'self'" in CSP
    assert "script-src 'self' 'unsafe-inline'" not in CSP
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        for target in ("".join(found) for found in BROUGHT.findall(text)):
            assert not target.startswith(("http:", "https:", "//")), (page.name, target)
        assert not re.search(r"<script>|\son(click|load)=", text), page.name
    for style in (*site.rglob("*.css"), *site.rglob("*.svg")):
        assert not re.search(r"url\([\"']?(https?:)?//|@import", style.read_text(encoding="utf-8")), style.name


def test_a_broken_link_fails_the_build(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text((BUILDER.parent / "conf.py").read_text(encoding="utf-8"))
    (tmp_path / "icon.svg").write_text("<svg/>")
    (tmp_path / "index.md").write_text("# Broken\n\n[nowhere](nowhere.md)\n")
    code = "import sys, pathlib, build; build.run_sphinx(*map(pathlib.Path, sys.argv[1:]))"
    built = subprocess.run(
        [sys.executable, "-c", code, tmp_path, tmp_path / "made"],
        cwd=BUILDER.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode
    assert "nowhere.md" in built.stderr


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    text: str


def fetch(folder: Path, house: Path, monkeypatch: pytest.MonkeyPatch, *paths: str) -> list[Answer]:
    """From a server that has the site in this folder."""
    monkeypatch.setattr(docs, "DIST", folder)
    found: list[Answer] = []

    async def story() -> None:
        async with served(house) as here:
            for path in paths:
                found.append(await asyncio.to_thread(answer, here.url, path))

    run(story)
    return found


def answer(url: str, path: str) -> Answer:
    line = HTTPConnection(url.removeprefix("http://"), timeout=20)
    line.request("GET", path, headers={"Accept-Encoding": "gzip"})
    response = line.getresponse()
    body, packed = response.read(), response.headers["Content-Encoding"] == "gzip"
    line.close()
    return Answer(response.status, dict(response.headers), decompress(body).decode() if packed else body.decode())


def test_it_is_served_at_docs(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = ("/docs", "/docs/", "/docs/start.cs.html", "/docs/nothing.html")
    bare, page, czech, nothing = fetch(site, tmp_path, monkeypatch, *paths)
    assert bare.headers["location"] == "/docs/"
    assert "Start in five minutes" in page.text
    assert page.headers["content-encoding"] == "gzip"
    assert page.headers["cache-control"] == "no-cache"
    assert "Začni za pět minut" in czech.text
    assert nothing.status == 404


def test_without_it_a_page_says_how_to_build_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [page] = fetch(tmp_path, tmp_path, monkeypatch, "/docs/")
    assert page.status == 200
    assert "make docs" in page.text
