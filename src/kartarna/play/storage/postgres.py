"""PostgreSQL: several server processes share the tables. `(table, seq)` is unique, so two never both win."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import subprocess
import threading
import uuid
from asyncio import Future
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict

from kartarna.play.storage.database import (
    Conflict,
    Execute,
    Learn,
    StorageError,
    Unsure,
    Work,
    Worker,
    check_texts,
    create,
)
from kartarna.play.storage.log import append_together
from kartarna.play.storage.schema import TABLES, check_version, migrate

T = TypeVar("T")
CHANNEL, NEWS = "kartarna", "kartarna_news"
MIGRATING = 7_406_011  # the advisory lock while the schema changes
Heard = Callable[[str, int], None]
OUR_TABLES = (*TABLES, "schema_version")
OURS = re.compile(  # entries of a dump
    rf"\d+; \d+ \d+ (INDEX \S+ \w+|(TABLE|TABLE DATA|CONSTRAINT) \S+ ({'|'.join(OUR_TABLES)})|(ACL|COMMENT) .*) "
)

UNUSABLE = (psycopg.Error, ValueError, OverflowError)  # the latter two: a host or a port that is none


class PostgresConnection:
    def __init__(self, url: str) -> None:
        self.raw = psycopg.connect(url, autocommit=True, connect_timeout=10)
        self.in_transaction = False

    def execute(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        check_texts(values)
        try:
            cursor = self.raw.execute(sql.replace("?", "%s"), values)
        except (psycopg.errors.UniqueViolation, psycopg.errors.NotNullViolation) as error:
            raise Conflict(str(error)) from error
        except psycopg.OperationalError as error:
            if self.in_transaction:
                raise
            raise Unsure(str(error)) from error  # it is a transaction by itself
        return cursor.fetchall() if cursor.description else []

    def begin(self) -> None:
        self.raw.execute("BEGIN")
        self.in_transaction = True

    def commit(self) -> None:
        self.in_transaction = False
        try:
            self.raw.execute("COMMIT")
        except psycopg.OperationalError as error:
            raise Unsure(str(error)) from error

    def rollback(self) -> None:
        self.in_transaction = False
        if self.raw.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            self.raw.execute("ROLLBACK")

    def close(self) -> None:
        self.raw.close()


class PostgresDatabase:
    def __init__(self, url: str) -> None:
        self.url = url
        self.shared = True
        self.process = uuid.uuid4().hex  # to know one's own announcements
        try:
            with closing(PostgresConnection(url)) as connection:
                connection.begin()
                connection.execute("SELECT pg_advisory_xact_lock(?)", MIGRATING)
                migrate(connection.execute)
                connection.commit()
        except UNUSABLE as error:
            raise StorageError(f"PostgreSQL cannot be used: {error}") from error
        self.writer = Worker(lambda: PostgresConnection(url), "log-writer", stroke=append_together)
        self.reader = Worker(lambda: PostgresConnection(url), "log-reader")
        self.locks = Worker(lambda: PostgresConnection(url), "table-locks", together=1)
        self.closing = threading.Event()
        self.listener: threading.Thread | None = None

    def write(self, work: Work[T], key: str = "", *expected: type[Exception]) -> Future[T]:
        return self.writer.do(work, key, *expected)

    def read(self, work: Work[T]) -> Future[T]:
        return self.reader.do(work)

    async def wipe(self) -> None:
        """Rows that nobody sees any more leave the tables; PostgreSQL's own log keeps them until it is recycled."""
        await asyncio.to_thread(self._vacuum)

    def _vacuum(self) -> None:
        try:
            with closing(PostgresConnection(self.url)) as connection:
                connection.execute(f"VACUUM {', '.join(TABLES)}")
        except psycopg.Error as error:
            raise StorageError(str(error)) from error

    async def close(self) -> None:
        self.closing.set()
        await asyncio.gather(self.writer.close(), self.reader.close(), self.locks.close())
        if self.listener:
            await asyncio.to_thread(self.listener.join)

    # ---- other processes ---------------------------------------------------------------------------------

    def announce(self, execute: Execute, table: str, seq: int) -> None:
        execute("SELECT pg_notify(?, ?)", CHANNEL, f"{self.process} {table} {seq}")

    def spread(self, execute: Execute, news: str) -> None:
        execute("SELECT pg_notify(?, ?)", NEWS, f"{self.process} {news}")

    def listen(self, heard: Heard, learn: Learn) -> None:
        loop = asyncio.get_running_loop()
        arguments = (loop, heard, learn)
        self.listener = threading.Thread(target=self._listen, args=arguments, name="log-listener", daemon=True)
        self.listener.start()

    def _listen(self, loop: asyncio.AbstractEventLoop, heard: Heard, learn: Learn) -> None:
        while not self.closing.is_set():
            try:
                self._listen_on(loop, heard, learn)
            except psycopg.Error:
                self.closing.wait(0.5)  # then connect again

    def _listen_on(self, loop: asyncio.AbstractEventLoop, heard: Heard, learn: Learn) -> None:
        with psycopg.connect(self.url, autocommit=True, connect_timeout=10) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            connection.execute(f"LISTEN {NEWS}")
            self._tell(loop, heard, "", 0)
            while not self.closing.is_set():
                for notice in connection.notifies(timeout=0.5):
                    process, _, told = notice.payload.partition(" ")
                    if process == self.process:
                        continue
                    if notice.channel == NEWS:
                        self._tell(loop, learn, process, told)
                    else:
                        table, seq = told.split()
                        self._tell(loop, heard, table, int(seq))

    def _tell(self, loop: asyncio.AbstractEventLoop, hear: Callable[..., None], *told: str | int) -> None:
        if not loop.is_closed() and not self.closing.is_set():
            loop.call_soon_threadsafe(hear, *told)

    async def lead(self, table: str) -> bool:
        """A lock of the session: it is free again when this process resigns, or when it dies."""
        sql = "SELECT pg_try_advisory_lock(?)"
        return bool((await self.locks.do(lambda execute: execute(sql, _lock_number(table))))[0][0])

    async def resign(self, table: str) -> None:
        await self.locks.do(lambda execute: execute("SELECT pg_advisory_unlock(?)", _lock_number(table)))


def _lock_number(table: str) -> int:
    return int.from_bytes(hashlib.sha256(table.encode()).digest()[:8], "big", signed=True)


def look(url: str) -> bool:
    """Whether there is a database of ours; a StorageError if there cannot be one."""
    try:
        with closing(PostgresConnection(url)) as connection:
            [(table,)] = connection.execute("SELECT to_regclass('schema_version')")
            return table is not None and bool(check_version(connection.execute))
    except UNUSABLE as error:
        raise StorageError(f"PostgreSQL cannot be used: {error}") from error


def backup(url: str, to: Path) -> None:
    """A consistent copy while servers are running; readable by its owner only."""
    with create(to) as file:
        tables = [f"--table={table}" for table in OUR_TABLES]
        options = ("--format=custom", "--no-owner", "--no-privileges", "--exclude-table-data=epoch")
        _run(url, "pg_dump", *options, *tables, stdout=file)


def restore(source: Path, url: str) -> None:
    """Puts a backup in place of all tables of the database, at one stroke; servers that run on it load it anew.

    Until the new epoch is there, nobody can add to the log."""
    _check_backup(source)
    with source.open("rb") as file:
        options = ("--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction")
        _run(url, "pg_restore", *options, stdin=file)
    with psycopg.connect(url) as connection:
        connection.execute("INSERT INTO epoch VALUES (%s)", (uuid.uuid4().hex,))


def _check_backup(source: Path) -> None:
    """Only what we make ourselves may come in: triggers, views and functions would run unseen."""
    with source.open("rb") as file:
        listed = _call({}, "pg_restore", "--list", stdin=file, stdout=subprocess.PIPE).decode(errors="replace")
    entries = [line for line in listed.splitlines() if line and not line.startswith(";")]
    for entry in entries:
        if not OURS.match(entry):
            raise StorageError(f"{source} holds what no backup of ours has ({entry!r:.80})")
    if not any(" TABLE DATA " in entry for entry in entries):
        raise StorageError(f"{source} is no backup: there is nothing in it")


def _run(url: str, command: str, *arguments: str, **files: Any) -> None:
    """The connection is told in the environment, where other users do not see its password."""
    names = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD", "dbname": "PGDATABASE"}
    told = _parsed(url)
    environment = {names[key]: str(value) for key, value in told.items() if key in names}
    database = f"--dbname={told.get('dbname', 'postgres')}"  # without it pg_restore only prints
    _call(environment, command, *arguments, database, **files)


def _parsed(url: str) -> dict[str, Any]:
    try:
        return conninfo_to_dict(url)
    except psycopg.ProgrammingError as error:
        raise StorageError(f"--database is no address of a PostgreSQL: {error}") from error


def _call(environment: dict[str, str], command: str, *arguments: str, **files: Any) -> bytes:
    everything = {**os.environ, **environment}
    try:
        done = subprocess.run(  # noqa: S603
            [command, *arguments], env=everything, stderr=subprocess.PIPE, check=False, **files
        )
    except FileNotFoundError as error:
        raise StorageError(f"{command} is not installed; it comes with PostgreSQL") from error
    if done.returncode:
        raise StorageError(f"{command}: {done.stderr.decode(errors='replace').strip()[:500]}")
    return done.stdout or b""
