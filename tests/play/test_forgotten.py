"""Whoever asks to be forgotten: the name is nowhere any more, neither in rows nor in files."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import psycopg
import pytest

from kartarna.play.commands import membership
from kartarna.play.house import House
from kartarna.play.retention import wipe
from kartarna.play.room.services import Services
from kartarna.play.storage.database import Database, Execute, StorageError
from kartarna.play.storage.postgres import PostgresDatabase
from kartarna.play.storage.schema import TABLES
from kartarna.play.storage.sqlite import SqliteDatabase
from tests.play.conftest import Connect
from tests.play.helpers import FakeTime, settings
from tests.play.postgres_server import PostgresServer

NAME = "Zuzana Nezapomenutelná"


def at(connect: Connect, story: Callable[[House], Awaitable[None]]) -> None:
    async def whole() -> None:
        house = House(connect(), Services(time=FakeTime()))
        try:
            await asyncio.wait_for(story(house), 60)
        finally:
            await house.close()
            await house.database.close()

    asyncio.run(whole())


async def everything(database: Database) -> str:
    """All rows of all tables."""

    def work(execute: Execute) -> str:
        return "\n".join(repr(execute(f"SELECT * FROM {table}")) for table in TABLES)  # noqa: S608

    return await database.read(work)


async def is_forgotten(house: House, person: str) -> None:
    assert NAME in await everything(house.database)
    await house.forget(person)
    assert NAME not in await everything(house.database)


def test_at_tables_where_someone_sat_and_left(connect: Connect) -> None:
    """Without ever connecting to them: nothing but the rows themselves tells of it."""

    async def story(house: House) -> None:
        zuzana, _ = await house.people.welcome(NAME)
        left, _ = await house.open(settings("host", "open", "open", public=True), "p0", "Eva")
        await left.join(zuzana.id, NAME)
        await left.do(membership.rename, zuzana.id, f"{NAME} II")
        await left.do(membership.leave, zuzana.id, 1)
        removed, _ = await house.open(settings("host", "open", "open", public=True), "p0", "Eva")
        await removed.join(zuzana.id, NAME)
        await removed.do(membership.remove, "p0", 1)
        hosted, _ = await house.open(settings("host", "open", public=True), zuzana.id, NAME)
        await hosted.join("p0", "Eva")
        await hosted.do(membership.leave, zuzana.id, 0)
        assert hosted.table.host == "p0"
        await is_forgotten(house, zuzana.id)
        for room in (left, removed, hosted):
            assert "Eva" in repr(await house.log.rows(room.id))

    at(connect, story)


def test_in_the_first_row_of_a_rematch(connect: Connect) -> None:
    async def story(house: House) -> None:
        zuzana, _ = await house.people.welcome(NAME)
        room, _ = await house.open(settings("host", "open", "open", public=True), "p0", "Eva")
        await room.join(zuzana.id, NAME)
        await room.do(membership.close, "p0")
        again = await house.rematch(room, "p0")
        assert NAME in repr(await house.log.rows(again.id))
        await again.do(membership.leave, zuzana.id, 1)
        await is_forgotten(house, zuzana.id)
        assert again.table.names()[0] == "Eva"

    at(connect, story)


def test_others_of_the_same_name_keep_it(connect: Connect) -> None:
    async def story(house: House) -> None:
        one, _ = await house.people.welcome(NAME)
        two, token = await house.people.welcome(NAME)
        room, _ = await house.open(settings("host", "open", "open", public=True), one.id, NAME)
        await room.join(two.id, NAME)
        await house.forget(one.id)
        assert await house.people.who(token) == two
        assert [chair.name for chair in room.table.chairs] == ["", NAME, ""]

    at(connect, story)


@pytest.mark.parametrize("tables", [1, 60])
def test_the_files_of_the_database_do_not_hold_the_name(tables: int, tmp_path: Path) -> None:
    """While the server runs: not even in the write-ahead log."""

    async def story(house: House) -> None:
        zuzana, _ = await house.people.welcome(NAME)
        for number in range(tables):
            room, _ = await house.open(settings("host", "open", public=True), f"p{number}", "Eva")
            await room.join(zuzana.id, NAME)
        letters = NAME.encode()
        assert any(letters in file.read_bytes() for file in tmp_path.iterdir())
        await wipe(house)  # as after every start
        await house.forget(zuzana.id)
        await wipe(house)
        assert [file.name for file in tmp_path.iterdir() if letters in file.read_bytes()] == []
        assert (tmp_path / "kartarna.db-wal").stat().st_size == 0

    at(lambda: SqliteDatabase(tmp_path / "kartarna.db"), story)


def test_names_are_found_without_reading_all_logs(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        sql = "EXPLAIN QUERY PLAN SELECT seq FROM log WHERE kind IN ('opened', 'sat', 'renamed') AND data LIKE '%x%'"
        assert "log_names" in repr(await house.database.read(lambda execute: execute(sql)))

    at(lambda: SqliteDatabase(tmp_path / "kartarna.db"), story)


def test_what_could_not_be_wiped_is_wiped_the_next_time(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        wiped: list[str] = []

        async def later() -> None:
            wiped.append("now")
            if len(wiped) == 1:
                raise StorageError("in use")

        monkeypatch.setattr(house.database, "wipe", later)
        for _ in range(4):
            await wipe(house)
        assert len(wiped) == 2
        await house.forget("nobody")
        await wipe(house)
        assert len(wiped) == 3

    at(connect, story)


def test_a_postgresql_is_vacuumed(postgres: PostgresServer) -> None:
    url = postgres.fresh()

    async def story(house: House) -> None:
        zuzana, _ = await house.people.welcome(NAME)
        room, _ = await house.open(settings("host", "open", "open", public=True), "p0", "Eva")
        await room.join(zuzana.id, NAME)
        await house.forget(zuzana.id)
        await wipe(house)
        for _ in range(100):
            with psycopg.connect(url) as line:
                (count,) = line.execute("SELECT SUM(vacuum_count) FROM pg_stat_user_tables").fetchone() or (0,)
            if count >= len(TABLES):
                break
            await asyncio.sleep(0.05)
        assert count >= len(TABLES)

    at(lambda: PostgresDatabase(url), story)
