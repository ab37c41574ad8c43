"""A game is one folder: nothing outside it knows that game by name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kartarna.games import OWN

ROOT = Path(__file__).parent.parent
SEARCHED = ("src", "bench", "web")
KINDS = {".py", ".pxd", ".toml", ".ts", ".svelte", ".mjs", ".cjs", ".css", ".html"}
REGISTRY = "src/kartarna/games/__init__.py"  # the order in which ours are shown
CHOSEN = {  # a benchmark of tables plays one game, and says which
    "bench/boardgame_io/server.cjs",
    "bench/recovery.py",
    "bench/lay_tables.py",
    "bench/soak.py",
    "web/build/screens.mjs",  # the pictures of docs/screens
    "web/fixtures/make.py",  # positions of the games, each by its name
}


def outside(game: str) -> list[str]:
    """The files that must not know this game."""
    files = [file for folder in SEARCHED for file in (ROOT / folder).rglob("*") if file.suffix in KINDS]
    names = [file.relative_to(ROOT).as_posix() for file in files if "dist" not in file.parts]
    own = f"src/kartarna/games/{game}/"
    return [name for name in [*names, "Makefile"] if not name.startswith(own) and name not in {REGISTRY, *CHOSEN}]


@pytest.mark.parametrize("game", OWN)
def test_no_file_outside_its_folder_names_a_game(game: str) -> None:
    quoted = re.compile(rf"""["'`]{game}["'`]|\bgames[./]{game}\b|\b{game}[.]toml\b""")
    named = [name for name in outside(game) if quoted.search((ROOT / name).read_text(encoding="utf-8"))]
    assert not named


@pytest.mark.parametrize("game", OWN)
def test_the_makefile_lists_no_games(game: str) -> None:
    assert not re.search(rf"\b{game}\b", (ROOT / "Makefile").read_text(encoding="utf-8"))
