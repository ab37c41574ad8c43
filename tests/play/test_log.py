"""The log on both databases: durable, in order, each number once."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from kartarna.play.storage import postgres as postgres_module
from kartarna.play.storage import sqlite as sqlite_module
from kartarna.play.storage.database import Conflict, Database, Execute, Gone, StorageError, Unstorable
from kartarna.play.storage.log import Log, Row, Summary
from kartarna.play.storage.postgres import PostgresDatabase
from kartarna.play.storage.schema import MIGRATIONS
from kartarna.play.storage.sqlite import SqliteConnection, SqliteDatabase
from tests.play.conftest import Connect
from tests.play.postgres_server import PostgresServer


def run(connect: Connect, story: Callable[[Database], Awaitable[None]]) -> None:
    async def whole() -> None:
        database = connect()
        try:
            await story(database)
        finally:
            await database.close()

    asyncio.run(whole())


def row(seq: int, **data: Any) -> Row:
    return Row(seq, 1000.5 + seq, "said", 1, f"m{seq}", data)


def modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


def test_rows_come_back_as_they_were(connect: Connect) -> None:
    async def story(database: Database) -> None:
        log = Log(database)
        rows = [row(1, phrase="ahoj – „příteli“"), Row(2, 1003.0, "dealt", data={"outcome": [1, 2, 3]})]
        await log.append("a", rows)
        await log.append("b", [row(1)])
        assert await log.rows("a") == rows
        assert await log.rows("a", after=1) == rows[1:]
        assert await log.rows("c") == []

    run(connect, story)


def test_a_number_is_given_once_and_a_batch_goes_in_whole_or_not_at_all(connect: Connect) -> None:
    async def story(database: Database) -> None:
        log = Log(database)
        await log.append("a", [row(1), row(2)])
        with pytest.raises(Conflict):
            await log.append("a", [row(2), row(3)])
        with pytest.raises(Conflict):
            await log.append("a", [Row(3, 1.0, "said", 0, "x"), Row(4, 1.0, "said", 0, "x")])
        assert len(await log.rows("a")) == 2

    run(connect, story)


def test_nothing_is_added_where_the_row_before_is_missing(connect: Connect) -> None:
    async def story(database: Database) -> None:
        log = Log(database)
        with pytest.raises(Gone):
            await log.append("a", [row(2)])
        await log.append("a", [row(1)])
        with pytest.raises(Gone):
            await log.append("a", [row(2)], epoch="before a restore")
        await log.append("a", [row(2)])
        assert len(await log.rows("a")) == 2

    run(connect, story)


def test_a_message_id_is_unique_for_its_seat_only(connect: Connect) -> None:
    async def story(database: Database) -> None:
        log = Log(database)
        await log.append("a", [Row(1, 1.0, "said", 0, "same")])
        await log.append("a", [Row(2, 1.0, "said", 1, "same")])
        with pytest.raises(Conflict):
            await log.append("a", [Row(3, 1.0, "said", 0, "same")])

    run(connect, story)


def test_appends_at_the_same_time_share_transactions_and_fail_alone(connect: Connect) -> None:
    async def story(database: Database) -> None:
        log = Log(database)
        await log.append("t7", [row(1)])
        before = database.writer.commits  # type: ignore[attr-defined]
        done = await asyncio.gather(*(log.append(f"t{n}", [row(1)]) for n in range(150)), return_exceptions=True)
        assert [n for n, result in enumerate(done) if result is not None] == [7]
        assert isinstance(done[7], Conflict)
        assert database.writer.commits - before < 50  # type: ignore[attr-defined]
        assert all([len(await log.rows(f"t{n}")) == 1 for n in range(150)])

    run(connect, story)


def test_one_of_many_whose_table_is_gone_fails_alone(connect: Connect) -> None:
    async def story(database: Database) -> None:
        log = Log(database)
        appends = [log.append(f"t{n}", [row(1), row(2)] if n != 3 else [row(2)]) for n in range(10)]
        old = log.append("old", [row(1)], epoch="before a restore")
        done = await asyncio.gather(*appends, old, return_exceptions=True)
        assert [type(result) for result in done] == [type(None)] * 3 + [Gone] + [type(None)] * 6 + [Gone]
        assert [len(await log.rows(f"t{n}")) for n in range(10)] == [2, 2, 2, 0, 2, 2, 2, 2, 2, 2]
        at = 1_700_000_000.123456
        both = [log.append(name, [Row(1, at, "said", 0, "x", {"text": "č"})]) for name in ("x", "y")]
        await asyncio.gather(*both)
        assert [await log.rows(name) for name in ("x", "y")] == [[Row(1, at, "said", 0, "x", {"text": "č"})]] * 2

    run(connect, story)


def test_two_connections_never_both_win(connect: Connect) -> None:
    async def story(one: Database) -> None:
        two = connect()
        results = []
        for seq in range(1, 40):
            both = (Log(one).append("a", [row(seq)]), Log(two).append("a", [row(seq)]))
            results.append(await asyncio.gather(*both, return_exceptions=True))
        odd = [pair for pair in results if {type(result) for result in pair} != {type(None), Conflict}]
        assert not odd
        assert [found.seq for found in await Log(two).rows("a")] == list(range(1, 40))
        await two.close()

    run(connect, story)


def test_lists_of_tables(connect: Connect) -> None:
    async def story(database: Database) -> None:
        log = Log(database)
        await log.append("a", [row(1)], Summary("a", "gap", "open", True, 1.0, ("eva", "jan", "eva")))
        await log.append("b", [row(1)], Summary("b", "three", "open", False, 2.0, ("eva",)))
        await log.append("a", [row(2)], Summary("a", "gap", "playing", True, 1.0, ("eva",)))
        assert await log.tables(phases=["open", "playing"]) == [("b", "three", "open"), ("a", "gap", "playing")]
        assert await log.tables(phases=["open", "playing"], public=True) == [("a", "gap", "playing")]
        assert await log.tables_of("eva") == [("b", "three", "open"), ("a", "gap", "playing")]
        assert await log.tables_of("jan") == []

    run(connect, story)


def test_the_schema_is_made_once_and_a_newer_one_is_refused(connect: Connect) -> None:
    async def story(database: Database) -> None:
        await Log(database).append("a", [row(1)])
        again = connect()
        assert len(await Log(again).rows("a")) == 1

        def age(execute: Execute) -> None:
            execute("UPDATE schema_version SET version = ?", len(MIGRATIONS) + 1)

        await database.write(age)
        await again.close()
        with pytest.raises(StorageError, match="update it"):
            connect()

    run(connect, story)


# ---- SQLite: files, failing disks, backups -----------------------------------------------------------------


def test_the_files_are_for_their_owner_only(tmp_path: Path) -> None:
    async def story() -> None:
        database = SqliteDatabase(tmp_path / "k.db")
        await Log(database).append("a", [row(1)])
        assert modes(tmp_path) == dict.fromkeys(["k.db", "k.db-wal", "k.db-shm"], 0o600)
        sqlite_module.backup(tmp_path / "k.db", tmp_path / "copy")
        assert modes(tmp_path)["copy"] == 0o600
        await database.close()

    asyncio.run(story())


class Failing(SqliteConnection):
    """A disk that fills up, or fails, when it is told to."""

    trouble = ""

    def execute(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        self._suffer()
        return super().execute(sql, *values)

    def begin(self) -> None:
        self._suffer()
        super().begin()

    def _suffer(self) -> None:
        if self.trouble == "failing":
            raise sqlite3.OperationalError("disk I/O error")
        if self.trouble == "full":
            (pages,) = self.raw.execute("PRAGMA page_count").fetchone()
            self.raw.execute(f"PRAGMA max_page_count={pages}")


@pytest.mark.parametrize("trouble", ["full", "failing"])
def test_a_full_or_failing_disk_fails_the_append_and_nothing_else(
    tmp_path: Path, trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        log = Log(SqliteDatabase(tmp_path / "k.db", Failing))
        await log.append("a", [row(1)])
        monkeypatch.setattr(Failing, "trouble", trouble)
        large = "x" * 200_000
        results = await asyncio.gather(
            *(log.append(f"t{n}", [row(1, text=large)]) for n in range(5)), return_exceptions=True
        )
        assert all(isinstance(result, StorageError) and not isinstance(result, Conflict) for result in results)
        assert await log.rows("t0") == []
        monkeypatch.setattr(Failing, "trouble", "")
        await log.append("a", [row(2, text=large)])
        assert [found.seq for found in await log.rows("a")] == [1, 2]
        await log.database.close()

    asyncio.run(story())


def test_a_file_that_is_no_database_is_refused_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "k.db").write_text("hello " * 1000)
    with pytest.raises(StorageError, match=r"k\.db cannot be used"):
        SqliteDatabase(tmp_path / "k.db")
    with pytest.raises(StorageError, match="cannot be used"):
        SqliteDatabase(tmp_path / "missing" / "k.db")


def test_a_backup_taken_while_writing_is_one_moment_and_can_be_restored(tmp_path: Path) -> None:
    async def story() -> None:
        database = SqliteDatabase(tmp_path / "k.db")
        log = Log(database)

        async def write() -> None:
            for seq in range(1, 200):
                await log.append("a", [row(2 * seq - 1), row(2 * seq)])

        writing = asyncio.create_task(write())
        await asyncio.sleep(0.02)
        await asyncio.to_thread(sqlite_module.backup, tmp_path / "k.db", tmp_path / "copy")
        await writing
        await database.close()
        sqlite_module.restore(tmp_path / "copy", tmp_path / "k.db")
        again = SqliteDatabase(tmp_path / "k.db")
        found = await Log(again).rows("a")
        assert [kept.seq for kept in found] == list(range(1, len(found) + 1))
        assert len(found) % 2 == 0
        with pytest.raises(Gone):
            await Log(again).append("a", [row(len(found) + 1)])  # from before the restore
        await Log(again).append("a", [row(len(found) + 1)], epoch=await Log(again).epoch())
        await again.close()

    asyncio.run(story())


def test_a_damaged_backup_is_not_restored(tmp_path: Path) -> None:
    SqliteDatabase(tmp_path / "k.db")
    (tmp_path / "bad").write_bytes(b"SQLite format 3\0" + os.urandom(5000))
    with pytest.raises(StorageError, match="bad cannot be used"):
        sqlite_module.restore(tmp_path / "bad", tmp_path / "k.db")
    assert SqliteDatabase(tmp_path / "k.db")


def test_postgres_is_backed_up_and_restored(postgres: PostgresServer, tmp_path: Path) -> None:
    async def story() -> None:
        first, second = postgres.fresh(), postgres.fresh()
        database = postgres_module.PostgresDatabase(first)
        await Log(database).append("a", [row(1), row(2)])
        postgres_module.backup(first, tmp_path / "copy")
        assert modes(tmp_path)["copy"] == 0o600
        await database.close()
        postgres_module.restore(tmp_path / "copy", second)
        again = postgres_module.PostgresDatabase(second)
        assert len(await Log(again).rows("a")) == 2
        await again.close()

    asyncio.run(story())


# ---- texts that no database can hold -------------------------------------------------------------------


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b"])
def test_a_text_that_cannot_be_stored_costs_nobody_a_connection(connect: Connect, text: str) -> None:
    async def story() -> None:
        database = connect()
        assert isinstance(database, SqliteDatabase | PostgresDatabase)
        log = Log(database)
        await log.append("t", [Row(1, 1.0, "said")])
        assert await log.rows("t")
        before = database.writer.connection, database.reader.connection
        for asked in (log.rows(text), log.append("t", [Row(2, 1.0, "said", 0, text)])):
            with pytest.raises(Unstorable):
                await asked
        together = [log.append(f"t{number}", [Row(1, 1.0, "said", 0, text * (number == 3))]) for number in range(6)]
        done = await asyncio.gather(*together, return_exceptions=True)
        assert [type(result) for result in done if result is not None] == [Unstorable]
        assert [len(await log.rows(f"t{number}")) for number in range(6)] == [1, 1, 1, 0, 1, 1]
        assert (database.writer.connection, database.reader.connection) == before
        await database.close()

    asyncio.run(story())
