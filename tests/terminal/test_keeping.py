"""Backup, restore and forget on the command line, and what they say when they cannot."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from kartarna.core.record import write
from kartarna.play.commands import membership
from kartarna.play.errors import NoSuchTable
from kartarna.play.house import House
from kartarna.play.room.services import Services
from kartarna.play.storage.address import open_database
from kartarna.play.storage.sqlite import SqliteDatabase
from tests.play.conftest import postgres
from tests.play.helpers import seated, settings, shut, sqlite_house
from tests.play.postgres_server import PostgresServer
from tests.play.test_table import to_the_end
from tests.terminal.command import kartarna, saved

__all__ = ["postgres"]  # the fixture
T = TypeVar("T")


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, home: Path) -> str:
    if request.param == "sqlite":
        home.mkdir()
        return f"sqlite:///{home / 'kartarna.db'}"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.fresh()


def at(url: str, story: Callable[[House], Awaitable[T]]) -> T:
    """A house opens on the database, does this, and closes."""

    async def whole() -> T:
        house = House(open_database(url), Services())
        try:
            return await story(house)
        finally:
            await house.close()
            await house.database.close()

    return asyncio.run(whole())


async def evas_table(house: House) -> str:
    person, _ = await house.people.welcome("Eva")
    room, _ = await house.open(settings("host", "open"), person.id, "Eva")
    return room.id


async def tables(house: House) -> list[str]:
    return [table for table, _, _ in await house.log.tables(phases=("open", "shuffling", "playing", "finished"))]


def test_what_was_backed_up_can_be_restored(url: str, tmp_path: Path) -> None:
    table, file = at(url, evas_table), tmp_path / "copy"
    run = kartarna("backup", file, "--database", url)
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith(f"The backup is in {file}")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert kartarna("forget", table, "--database", url).out == f"The table {table} is deleted.\n"
    assert at(url, tables) == []
    assert kartarna("restore", file, "--database", url).out == "The database is restored from the backup: 1 table.\n"
    assert at(url, tables) == [table]


def test_tables_are_not_replaced_unless_that_is_said(url: str, tmp_path: Path) -> None:
    first, file = at(url, evas_table), tmp_path / "copy"
    kartarna("backup", file, "--database", url)
    at(url, evas_table)
    run = kartarna("restore", file, "--database", url)
    assert (run.code, run.out) == (2, "")
    assert run.err == "kartarna: there are tables in the database (2); give --replace if they are to go\n"
    assert len(at(url, tables)) == 2
    assert kartarna("restore", file, "--database", url, "--replace").code == 0
    assert at(url, tables) == [first]


def test_a_name_is_forgotten_everywhere(url: str) -> None:
    table = at(url, evas_table)
    run = kartarna("forget", "Eva", "--database", url)
    assert (run.code, run.out) == (0, "The name Eva is forgotten (1 person).\n")

    async def names(house: House) -> list[str]:
        return [chair.name for chair in (await house.room(table)).table.chairs]

    assert at(url, names) == ["", ""]
    again = kartarna("forget", "Eva", "--database", url)
    assert (again.code, again.out) == (1, "")
    assert again.err == "kartarna: nobody is called 'Eva', and no table has this id\n"


def test_a_running_house_loads_a_restored_table_anew(url: str, tmp_path: Path) -> None:
    """The backup is older than what is in memory: nothing may be added to it as if it were not."""

    async def story(house: House) -> None:
        table = await evas_table(house)
        room = await house.room(table)
        await asyncio.to_thread(kartarna, "backup", tmp_path / "copy", "--database", url)
        host = room.table.host
        await room.do(membership.rename, host, "Eva II")
        run = await asyncio.to_thread(
            kartarna, "restore", tmp_path / "copy", "--database", url, "--replace", "--lang", "cs"
        )
        assert run.out == "Databáze je obnovená ze zálohy: 1 stůl.\n"
        with pytest.raises(NoSuchTable):
            await room.do(membership.rename, host, "Eva III")
        again = await house.room(table)
        assert again is not room
        assert again.table.names()[0] == "Eva"
        await again.do(membership.rename, host, "Eva IV")
        assert [row.seq for row in await house.log.rows(table)] == [1, 2]

    at(url, story)


def test_a_running_house_learns_who_is_forgotten_and_what_is_deleted(url: str) -> None:
    async def story(house: House) -> None:
        first, second = await evas_table(house), await evas_table(house)
        rooms = [await house.room(first), await house.room(second)]
        await asyncio.to_thread(kartarna, "forget", "Eva", "--database", url)
        await rooms[0].read_on()
        assert [chair.taken for chair in rooms[0].table.chairs] == [False, False]
        await asyncio.to_thread(kartarna, "forget", second, "--database", url)
        with pytest.raises(NoSuchTable):
            await rooms[1].renew_link(rooms[1].table.host)
        with pytest.raises(NoSuchTable):
            await house.room(second)
        assert await house.log.rows(second) == []

    at(url, story)


# ---- what they say ---------------------------------------------------------------------------------------


def test_wrong_files_and_databases_are_named(home: Path, tmp_path: Path) -> None:
    there, missing, text = tmp_path / "there", tmp_path / "missing", tmp_path / "text"
    there.write_bytes(b"")
    text.write_text("no database " * 100)
    assert kartarna("backup", missing).err == f"kartarna: there is no database {home / 'kartarna.db'}\n"
    assert not missing.exists()
    assert kartarna("forget", "Eva").err == f"kartarna: there is no database {home / 'kartarna.db'}\n"
    assert kartarna("restore", missing).err == f"kartarna: there is no file {missing}\n"
    run = kartarna("restore", text)
    assert (run.code, run.out) == (1, "")
    assert run.err == f"kartarna: {text} cannot be used as a database: file is not a database\n"
    assert kartarna("restore", there).err == f"kartarna: {there} is no backup: there is nothing in it\n"
    assert not (home / "kartarna.db").exists()
    asyncio.run(SqliteDatabase(home / "kartarna.db").close())
    assert kartarna("backup", there).err == f"kartarna: {there} cannot be made: File exists\n"
    assert kartarna("backup", tmp_path / "no" / "x").err.endswith("cannot be made: No such file or directory\n")
    run = kartarna("backup", missing, "--database", "mysql://x")
    assert (run.code, run.err) == (2, "kartarna: --database: sqlite:///PATH or postgresql://…\n")
    assert "PostgreSQL cannot be used" in kartarna("forget", "x", "--database", "postgresql://127.0.0.1:1/x").err
    assert kartarna("backup", missing, "--database", "postgresql://127.0.0.1:1/x").code == 1
    assert not missing.exists()


def test_the_database_and_its_folder_are_for_their_owner_only(home: Path, tmp_path: Path) -> None:
    asyncio.run(SqliteDatabase(tmp_path / "k.db").close())
    kartarna("backup", tmp_path / "copy", "--database", f"sqlite:///{tmp_path / 'k.db'}")
    assert kartarna("restore", tmp_path / "copy").code == 0
    assert stat.S_IMODE((home / "kartarna.db").stat().st_mode) == 0o600
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


# ---- the proof of a shuffle ------------------------------------------------------------------------------


def played(folder: Path) -> str:
    async def story() -> str:
        house = sqlite_house(folder)
        room, players = await seated(house, 1, "random", pace=0, options={"rounds": 1})
        await to_the_end(house, players)
        text = write(await house.record(room.id))
        await shut(house)
        return text

    return asyncio.run(story())


def test_record_verify_checks_the_proof_of_the_shuffle(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(played(tmp_path), encoding="utf-8")
    run = kartarna("record", "verify", file)
    assert run.code == 0
    assert "consistent in itself: all cards come from the server's secret and the players' parts" in run.out
    assert "Aborted starts: 0." in run.out
    assert run.out.endswith("only a device that was there can tell.\n")
    proof = saved(file).proof
    assert proof
    file.write_text(file.read_text("utf-8").replace(proof["secret"], "00" * 32), encoding="utf-8")
    run = kartarna("record", "verify", file)
    assert (run.code, run.out) == (1, "")
    assert run.err == f"kartarna: {file}: proof: the secret is not the one that the server committed itself to\n"
    file.write_text(file.read_text("utf-8").replace(proof["table"], "x" * 70_000), encoding="utf-8")
    run = kartarna("record", "verify", file)
    assert (run.code, run.out) == (1, "")
    assert run.err == f"kartarna: {file}: proof: the table's id is a text of at most 200 letters\n"
