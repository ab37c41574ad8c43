"""The documentation is true: every file, module and page that it names is there."""

from __future__ import annotations

import pkgutil
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [*sorted((ROOT / "docs").glob("*.md")), *(ROOT / name for name in ("README.md", "CONTRIBUTING.md"))]
PAGES.append(ROOT / "web" / "README.md")
FOLDERS = (ROOT, ROOT / "src", ROOT / "src" / "kartarna", ROOT / "web")  # that paths are told from
FILES = {file.name for part in ("src", "tests", "web", "bench", "docs") for file in (ROOT / part).rglob("*.*")}
FILES |= {file.name for file in ROOT.iterdir()}
PATH = re.compile(r"(?!/)[\w./<>-]*(/|\w\.(py|pxd|md|toml|json|txt|ts|svelte|mjs|css|html))")
WRITTEN = {"tokens.json", "learnt.json", "shuffles/", "docs/ladder/parts/", "dist/"}  # by the program, or by make
WRITTEN |= {"local/manifest.json", "local/VERSION/"}


def quoted(page: Path) -> list[str]:
    """All that stands in backticks, but for blocks of code."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL))


def exists(path: str) -> bool:
    """A bare name is that of some file, as each game has its `rules.py`; `<id>` is any game."""
    if "/" not in path:
        return path in FILES
    return any(list(folder.glob(path.replace("<id>", "gap").rstrip("/"))) for folder in FOLDERS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_files_it_names_exist(page: Path) -> None:
    named = {text for text in quoted(page) if PATH.fullmatch(text)} - WRITTEN
    assert not {path for path in named if not exists(path)}


def test_missing_files_would_be_found() -> None:
    assert not exists("bots/gone.py")
    assert not exists("gone.py")
    assert [bool(PATH.fullmatch(text)) for text in ("bots/gone.py", "gone.py", "gone/", "/api/me", ".pxd")] == [
        *(True, True, True, False, False)
    ]
    assert sum(bool(PATH.fullmatch(text)) for page in PAGES for text in quoted(page)) > 80


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_modules_it_names_exist(page: Path) -> None:
    for text in quoted(page):
        if name := re.match(r"kartarna(?!\.db)(\.\w+)+", text):
            assert pkgutil.resolve_name(name[0])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_pages_it_points_to_exist(page: Path) -> None:
    for target, _, section in re.findall(r"\]\((?!https?:)([^)#]+)(#([^)]+))?\)", page.read_text(encoding="utf-8")):
        found = page.parent / target
        assert found.exists(), target
        if section:
            headings = re.findall(r"^#+ (.+)$", found.read_text(encoding="utf-8"), re.MULTILINE)
            assert section in {heading.lower().replace(" ", "-") for heading in headings}
