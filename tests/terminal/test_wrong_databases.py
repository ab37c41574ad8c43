"""Files that are no database of ours: looked at, told in a line, and left as they are."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from kartarna.core.errors import KartarnaError
from kartarna.play.storage.schema import MIGRATIONS, TABLES
from kartarna.play.storage.sqlite import SqliteDatabase
from kartarna.server.database_check import ready
from tests.play.conftest import postgres
from tests.play.postgres_server import PostgresServer
from tests.terminal.command import Run, kartarna
from tests.terminal.test_keeping import at, evas_table, tables

__all__ = ["postgres"]  # the fixture
COMMANDS = ("serve", "restore", "forget", "backup")


def command(name: str, url: str, copy: Path) -> Run:
    """One of the commands that are given a database; `copy` is a good backup."""
    if name == "serve":
        return kartarna("serve", "--port", 0, "--database", url)
    given = {"restore": copy, "forget": "Eva", "backup": copy.with_name("new")}[name]
    return kartarna(name, given, "--database", url, *(["--replace"] if name == "restore" else []))


def in_one_line(run: Run) -> str:
    assert run.code in (1, 2)
    assert run.out == ""
    assert run.err.startswith("kartarna: ")
    assert run.err.count("\n") == 1
    return run.err


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A backup with a table in it."""
    at(f"sqlite:///{tmp_path / 'first.db'}", evas_table)
    assert kartarna("backup", tmp_path / "copy", "--database", f"sqlite:///{tmp_path / 'first.db'}").code == 0
    return tmp_path / "copy"


def change(file: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(file)) as connection:
        for sql in statements:
            connection.execute(sql)
        connection.commit()
    return file


# ---- what is not ours is not touched ---------------------------------------------------------------------


def text(file: Path) -> None:
    file.write_text("a letter to Eva\n" * 100)


def foreign(file: Path) -> None:
    change(file, "CREATE TABLE places (url TEXT)", "INSERT INTO places VALUES ('x')")


def foreign_with_log(file: Path) -> None:
    change(file, "PRAGMA journal_mode=WAL", "CREATE TABLE log (url TEXT)")


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("make", [text, foreign, foreign_with_log])
def test_a_file_of_someone_else_is_left_as_it_is(
    name: str, make: Callable[[Path], None], tmp_path: Path, copy: Path
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    file = folder / "file"
    make(file)
    file.chmod(0o644)
    before = file.read_bytes(), file.stat().st_mode, file.stat().st_mtime_ns
    assert str(file) in in_one_line(command(name, f"sqlite:///{file}", copy))
    assert (file.read_bytes(), file.stat().st_mode, file.stat().st_mtime_ns) == before
    assert list(folder.iterdir()) == [file]


@pytest.mark.parametrize("name", COMMANDS)
def test_what_is_no_file_is_neither_opened_nor_changed(name: str, tmp_path: Path, copy: Path) -> None:
    pipe, folder, link, lost = (tmp_path / name for name in ("pipe", "folder", "link", "lost"))
    os.mkfifo(pipe, 0o644)  # whoever opens it waits for ever
    folder.mkdir(mode=0o755)
    link.symlink_to(pipe)
    lost.symlink_to(tmp_path / "nowhere")
    for file in (pipe, folder, link):
        mode = file.stat().st_mode
        assert "is not a file" in in_one_line(command(name, f"sqlite:///{file}", copy))
        assert file.stat().st_mode == mode
    assert "leads to a file that is not there" in in_one_line(command(name, f"sqlite:///{lost}", copy))
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_database_with_two_names_is_refused(name: str, tmp_path: Path, copy: Path) -> None:
    """Its write-ahead log belongs to one of them: whoever comes by the other would not see it, and break both."""
    (tmp_path / "second.db").hardlink_to(tmp_path / "first.db")
    assert "has another name" in in_one_line(command(name, f"sqlite:///{tmp_path / 'second.db'}", copy))
    assert len(at(f"sqlite:///{copy}", tables)) == 1


def test_a_database_of_ours_is_closed_to_others_whatever_it_was(tmp_path: Path) -> None:
    at(f"sqlite:///{tmp_path / 'first.db'}", evas_table)
    (tmp_path / "first.db").chmod(0o666)
    kartarna("forget", "Eva", "--database", f"sqlite:///{tmp_path / 'first.db'}")
    assert (tmp_path / "first.db").stat().st_mode & 0o777 == 0o600


# ---- what is wrong with ours -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("UPDATE schema_version SET version = 999", "this database has version 999"),
        ("UPDATE schema_version SET version = -1", "no version that there ever was"),
        ("UPDATE schema_version SET version = 'one'", "no version that there ever was"),
        ("UPDATE schema_version SET version = 0.5", "no version that there ever was"),
        ("INSERT INTO schema_version VALUES (1)", "no version that there ever was"),
        ("DROP TABLE log", "is not whole (log)"),
        ("DROP TABLE people", "is not whole (people)"),
        ("ALTER TABLE log DROP COLUMN at", "is not whole (log)"),
    ],
)
def test_an_odd_database_is_told_in_a_line(name: str, statement: str, told: str, tmp_path: Path, copy: Path) -> None:
    file = change(tmp_path / "first.db", statement)
    assert told in in_one_line(command(name, f"sqlite:///{file}", copy))
    if name == "restore":
        assert told in in_one_line(kartarna("restore", change(copy, statement)))


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE VIEW spy AS SELECT data FROM log",
        "CREATE TRIGGER spy AFTER INSERT ON log BEGIN DELETE FROM people; END",
        "CREATE TABLE more (x TEXT)",
        "CREATE INDEX more ON log (kind)",
    ],
)
def test_a_backup_with_more_than_ours_is_refused(statement: str, tmp_path: Path, copy: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    assert "holds what no backup of ours has" in in_one_line(
        kartarna("restore", change(copy, statement), "--database", url)
    )
    assert not (tmp_path / "new.db").exists()


def test_a_postgresql_backup_with_more_than_ours_is_refused(postgres: PostgresServer, tmp_path: Path) -> None:
    url, copy = postgres.fresh(), tmp_path / "copy"
    table = at(url, evas_table)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'")
        connection.execute("CREATE TRIGGER spy BEFORE DELETE ON log FOR EACH ROW EXECUTE FUNCTION f()")
        connection.execute("CREATE TABLE of_another_program (x TEXT)")
    assert kartarna("backup", copy, "--database", url).code == 0
    told = in_one_line(kartarna("restore", copy, "--database", url, "--replace"))
    assert "holds what no backup of ours has" in told
    assert "TRIGGER" in told
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP TRIGGER spy ON log")
    copy.unlink()
    kartarna("backup", copy, "--database", url)
    assert kartarna("restore", copy, "--database", url, "--replace").code == 0
    assert at(url, tables) == [table]
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT COUNT(*) FROM of_another_program").fetchone() == (0,)


@pytest.mark.parametrize(
    "url",
    ["postgresql://[", "postgresql://h:port/x", "postgresql://127.0.0.1:99999999/x", "postgresql://%zz/x",
     "postgresql://x?nope=1", "postgres://u@h/%00", "postgresql://127.0.0.1/x?connect_timeout=soon"],
)  # fmt: skip
@pytest.mark.parametrize("name", COMMANDS)
def test_a_malformed_address_is_told_in_a_line(name: str, url: str, copy: Path) -> None:
    in_one_line(command(name, url, copy))
    assert not copy.with_name("new").exists()


@pytest.mark.parametrize("statement", ["DROP TABLE log", "UPDATE schema_version SET version = -1"])
def test_an_odd_postgresql_is_told_in_a_line(postgres: PostgresServer, statement: str, copy: Path) -> None:
    url = postgres.fresh()
    at(url, evas_table)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement)
    for name in ("serve", "forget", "restore"):
        in_one_line(command(name, url, copy))


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_file_never_ends_in_a_traceback(seed: int, tmp_path: Path, copy: Path) -> None:
    """Bytes of it are others, or it ends too soon: whatever can be told is told in a line."""
    chance = random.Random(seed)
    data = bytearray((tmp_path / "first.db").read_bytes())
    for _ in range(chance.choice((1, 10, 1000))):
        data[chance.randrange(len(data))] = chance.randrange(256)
    bad = tmp_path / "bad.db"
    bad.write_bytes(data[: chance.choice((len(data), chance.randrange(len(data))))])
    for arguments in (
        ("restore", bad, "--database", f"sqlite:///{tmp_path / 'new.db'}", "--replace"),
        ("restore", copy, "--database", f"sqlite:///{bad}", "--replace"),
        ("forget", "Eva", "--database", f"sqlite:///{bad}"),
        ("backup", tmp_path / "again", "--database", f"sqlite:///{bad}"),
    ):
        run = kartarna(*arguments)  # raises whatever is not told
        assert run.code in (0, 1, 2)
        assert (run.err == "") == (run.code == 0)


def test_the_tables_that_are_looked_for_are_those_of_the_schema() -> None:
    made = [sql.split()[2] for steps in MIGRATIONS for sql in steps if sql.startswith("CREATE TABLE")]
    assert sorted(made) == sorted(TABLES)


# ---- one server ------------------------------------------------------------------------------------------


def test_one_server_has_a_database_by_whatever_name(tmp_path: Path) -> None:
    """A link leads to it, or what stands beside it was removed: it is still the same database."""
    file, link = tmp_path / "k.db", tmp_path / "link.db"
    link.symlink_to(file)
    with ready(f"sqlite:///{file}"):
        for extra in tmp_path.glob("*.lock"):
            extra.unlink()
        for name in (file, link):
            with pytest.raises(KartarnaError, match="is in use by another server"), ready(f"sqlite:///{name}"):
                pass
        (tmp_path / "second.db").hardlink_to(file)
        with pytest.raises(KartarnaError, match="has another name"), ready(f"sqlite:///{tmp_path / 'second.db'}"):
            pass
    (tmp_path / "second.db").unlink()
    with ready(f"sqlite:///{link}"):
        asyncio.run(SqliteDatabase(file).close())  # what `backup`, `restore` and `forget` do meanwhile


# ---- decks -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("printed = 1979-05-27", "line 3: printed: a date or time"),
        ("printed = 07:32:00", "line 3: printed: a date or time"),
        ("[[a]]\nb = [[1979-05-27T07:32:00Z]]", "a.1.b.1.1: a date or time"),
        ("weight = inf", "line 3: weight: inf is no number"),
        ("weight = nan", "line 3: weight: nan is no number"),
        ("weight = 99999999999999999999999999", "line 3: weight: a number that is too large"),
    ],
)
def test_a_deck_holds_only_what_a_record_can_hold(line: str, told: str, tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text(f'game = "gap"\nname = "own"\n{line}\n', encoding="utf-8")
    assert told in in_one_line(kartarna("deck", "gap", deck))


def test_a_deck_that_never_ends_is_not_begun(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = subprocess.Popen(["timeout", "20", "sh", "-c", f"exec cat '{__file__}' > '{pipe}'"])
    try:
        assert "is not a file" in in_one_line(kartarna("deck", "gap", pipe))
        assert "is not a file" in in_one_line(kartarna("serve", "--port", 0, "--deck", pipe))
    finally:
        writer.kill()
        writer.wait()
