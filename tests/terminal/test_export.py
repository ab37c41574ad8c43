"""`kartarna export`: a folder for a static web server, or a line that says why not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kartarna.games import GAMES
from kartarna.server.http import docs, pages
from kartarna.terminal.app import app


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    dist = tmp_path / "dist"
    (dist / "local").mkdir(parents=True)
    (dist / "index.html").write_text('<html>\n  <head>\n  </head><script src="./assets/a.js"></script></html>')
    (dist / "local" / "manifest.json").write_text("{}")
    monkeypatch.setattr(pages, "DIST", dist)
    return dist


def test_every_page_has_a_document_that_finds_its_files(built: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    done = CliRunner().invoke(app, ["export", str(site), "--lang", "en"])
    assert done.exit_code == 0, done.output
    assert str(site) in done.output.replace("\n", "")
    assert built.exists()
    for page, root in (("", "./"), ("t/", "../"), ("rules/gap/", "../../"), ("new/karma/device/", "../../../")):
        document = (site / page / "index.html").read_text()
        assert f'src="{root}assets/a.js"' in document
        assert '<meta name="kartarna-solo" content="only" />' in document


def test_what_every_house_answers_alike_is_there(built: Path, tmp_path: Path) -> None:  # noqa: ARG001
    site = tmp_path / "site"
    CliRunner().invoke(app, ["export", str(site)])
    asked = site / "asked"
    assert [game["id"] for game in json.loads((asked / "house.json").read_text())["games"]] == list(GAMES)
    for game in GAMES:
        for name in ("words", "course", "deck", "rules/cs", "rules/en"):
            assert json.loads((asked / "games" / game / f"{name}.json").read_text())


def test_the_documentation_is_there_as_it_was_built(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(docs, "DIST", built.parent / "docs")
    CliRunner().invoke(app, ["export", str(tmp_path / "without")])
    for page in ("index.html", "start.cs.html"):
        assert "make docs" in (tmp_path / "without" / "docs" / page).read_text("utf-8")
    (built.parent / "docs" / "_static").mkdir(parents=True)
    for file in ("index.html", "_static/theme.js"):
        (built.parent / "docs" / file).write_text(f"this is {file}")
    CliRunner().invoke(app, ["export", str(tmp_path / "with")])
    for file in ("index.html", "_static/theme.js"):
        assert (tmp_path / "with" / "docs" / file).read_text("utf-8") == f"this is {file}"


def test_a_folder_with_something_in_it_is_left_alone(built: Path, tmp_path: Path) -> None:  # noqa: ARG001
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    refused = CliRunner().invoke(app, ["export", str(tmp_path / "mine")])
    assert refused.exit_code == 2
    assert "not empty" in refused.output
    assert [file.name for file in (tmp_path / "mine").iterdir()] == ["letter.txt"]


def test_an_app_without_a_house_cannot_be_exported(built: Path, tmp_path: Path) -> None:
    (built / "local" / "manifest.json").unlink()
    refused = CliRunner().invoke(app, ["export", str(tmp_path / "site")])
    assert refused.exit_code == 2
    assert "make web" in refused.output
