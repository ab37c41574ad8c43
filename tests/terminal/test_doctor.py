"""`kartarna doctor` on set-ups that are well and set-ups that are broken."""

from __future__ import annotations

import os
import socket
import tomllib
from pathlib import Path

import pytest

import kartarna as package
from kartarna.core.words import LANGUAGES
from kartarna.server.database_check import ready
from kartarna.server.http import pages
from kartarna.terminal import voice
from kartarna.terminal.doctor import machine
from tests.play.conftest import postgres
from tests.play.postgres_server import PostgresServer
from tests.server.test_nginx import free_port
from tests.terminal.command import Run, kartarna

__all__ = ["postgres"]  # the fixture


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KARTARNA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def doctor(port: int, *options: object) -> Run:
    return kartarna("doctor", "--port", port, "--lang", "en", *options)


def test_a_good_set_up_is_well_and_stays_as_it_was(port: int, home: Path) -> None:
    run = doctor(port)
    assert run.code == 0
    assert "Everything needed to play is in order." in run.out
    assert "fault:" not in run.out
    assert not home.exists()


def test_it_speaks_czech(port: int) -> None:
    run = kartarna("doctor", "--port", port, "--lang", "cs")
    assert "Všechno, co hraní potřebuje, je v pořádku." in run.out
    words = tomllib.loads((voice.FOLDER / "words.toml").read_text(encoding="utf-8"))
    for kind in (key for key in words if key.startswith("doctor_")):
        assert {*words[kind]} == {*LANGUAGES}


def test_without_a_compiler_it_says_how_to_get_one(port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "COMPILED", False)
    monkeypatch.delenv("KARTARNA_INTERPRETED", raising=False)
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    run = doctor(port)
    assert run.code == 0, "games are played all the same"
    assert "note: the rules run interpreted" in run.out
    assert "note: there is no C compiler" in run.out
    assert "note: there is no Node" in run.out


def test_a_compiler_that_fails_is_quoted(port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "broken-cc"
    broken.write_text("#!/bin/sh\necho 'Python.h: no such file' >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("CC", str(broken))
    assert "cannot compile three lines: Python.h: no such file." in doctor(port).out


def test_interpreted_rules_that_were_asked_for_are_told_apart(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "COMPILED", False)
    monkeypatch.setenv("KARTARNA_INTERPRETED", "1")
    assert "because KARTARNA_INTERPRETED is set" in doctor(port).out


def test_missing_pages_are_told(port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "DIST", tmp_path)
    assert "make web" in doctor(port).out
    monkeypatch.setattr(machine, "SOURCE", tmp_path)
    installed = doctor(port).out
    assert "Install the wheel" in installed
    assert "Node" not in installed, "that is for developers"


def test_an_old_node_is_told(port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, version in (("node", "v18.19.0"), ("npm", "9.2.0")):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {version}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    assert "note: Node 18.19 with npm 9.2 is old" in doctor(port).out


def test_a_foreign_file_as_database_is_a_fault(port: int, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ada, …")
    run = doctor(port, "--database", f"sqlite:///{file}")
    assert run.code == 1
    assert "fault: the database cannot be used" in run.out
    assert "1 fault: fix" in run.out
    assert file.read_text() == "Dear Ada, …"


@pytest.mark.parametrize("url", ["mysql://somewhere", "postgresql://127.0.0.1:1/none"])
def test_a_database_that_is_not_there_is_a_fault(url: str, port: int) -> None:
    run = doctor(port, "--database", url)
    assert run.code == 1
    assert "fault: the database cannot be used" in run.out


def test_a_fresh_postgresql_is_well_and_stays_empty(port: int, postgres: PostgresServer) -> None:
    url = postgres.fresh()
    for _ in range(2):
        assert "will be made at the first start: PostgreSQL" in doctor(port, "--database", url).out
    with ready(url):
        assert "the database is in order: PostgreSQL" in doctor(port, "--database", url).out


def test_a_folder_that_is_a_file_is_a_fault(port: int, home: Path) -> None:
    home.write_text("")
    run = doctor(port)
    assert run.code == 1
    assert f"{home} is a file" in run.out


def test_a_taken_port_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        run = doctor(other.getsockname()[1])
    assert run.code == 0
    assert "is used by another program" in run.out
