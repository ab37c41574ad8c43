"""The bot that docs/bots.md shows how to write, as it stands there."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from kartarna import bots
from kartarna.bots.honesty import check
from kartarna.games import get
from tests.bots.outside import forget

DOCS = Path(__file__).parent.parent.parent / "docs" / "bots.md"


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def test_the_bot_of_the_documentation_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tomllib.loads(block("toml"))["project"]
    points = project["entry-points"]["kartarna.bots"]
    info = tmp_path / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    (info / "entry_points.txt").write_text("[kartarna.bots]\n" + "".join(f"{k} = {v}\n" for k, v in points.items()))
    (tmp_path / "tidy.py").write_text(block("python"))
    monkeypatch.syspath_prepend(tmp_path)
    forget()
    assert check(bots.get("tidy"), get("gap"), 3, questions=4) > 0
    forget()


def test_it_has_ten_lines() -> None:
    code = block("python").partition('"""\n')[2].strip()
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
