"""PostgreSQL: several server processes share the tables. `(table, seq)` is unique, so two never both win."""

from __future__ import annotations

import asyncio
import hashlib
import os
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

from kartarna.play.storage.database import Conflict, Execute, StorageError, Unsure, Work, Worker, create
from kartarna.play.storage.schema import migrate

T = TypeVar("T")
CHANNEL = "kartarna"
MIGRATING = 7_406_011  # the advisory lock while the schema changes
Heard = Callable[[str, int], None]


class PostgresConnection:
    def __init__(self, url: str) -> None:
        self.raw = psycopg.connect(url, autocommit=True, connect_timeout=10)

    def execute(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        try:
            cursor = self.raw.execute(sql.replace("?", "%s"), values)
        except psycopg.errors.UniqueViolation as error:
            raise Conflict(str(error)) from error
        return cursor.fetchall() if cursor.description else []

    def begin(self) -> None:
        self.raw.execute("BEGIN")

    def commit(self) -> None:
        try:
            self.raw.execute("COMMIT")
        except psycopg.OperationalError as error:
            raise Unsure(str(error)) from error

    def rollback(self) -> None:
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
        except psycopg.Error as error:
            raise StorageError(f"PostgreSQL cannot be used: {error}") from error
        self.writer = Worker(lambda: PostgresConnection(url), "log-writer")
        self.reader = Worker(lambda: PostgresConnection(url), "log-reader")
        self.locks = Worker(lambda: PostgresConnection(url), "table-locks", together=1)
        self.closing = threading.Event()
        self.listener: threading.Thread | None = None

    def write(self, work: Work[T], key: str = "", *expected: type[Exception]) -> Future[T]:
        return self.writer.do(work, key, *expected)

    def read(self, work: Work[T]) -> Future[T]:
        return self.reader.do(work)

    async def close(self) -> None:
        self.closing.set()
        await asyncio.gather(self.writer.close(), self.reader.close(), self.locks.close())
        if self.listener:
            await asyncio.to_thread(self.listener.join)

    # ---- other processes ---------------------------------------------------------------------------------

    def announce(self, execute: Execute, table: str, seq: int) -> None:
        execute("SELECT pg_notify(?, ?)", CHANNEL, f"{self.process} {table} {seq}")

    def listen(self, heard: Heard) -> None:
        loop = asyncio.get_running_loop()
        self.listener = threading.Thread(target=self._listen, args=(loop, heard), name="log-listener", daemon=True)
        self.listener.start()

    def _listen(self, loop: asyncio.AbstractEventLoop, heard: Heard) -> None:
        while not self.closing.is_set():
            try:
                self._listen_on(loop, heard)
            except psycopg.Error:
                self.closing.wait(0.5)  # then connect again

    def _listen_on(self, loop: asyncio.AbstractEventLoop, heard: Heard) -> None:
        with psycopg.connect(self.url, autocommit=True, connect_timeout=10) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._tell(loop, heard, "", 0)
            while not self.closing.is_set():
                for notice in connection.notifies(timeout=0.5):
                    process, table, seq = notice.payload.split()
                    if process != self.process:
                        self._tell(loop, heard, table, int(seq))

    def _tell(self, loop: asyncio.AbstractEventLoop, heard: Heard, table: str, seq: int) -> None:
        if not loop.is_closed() and not self.closing.is_set():
            loop.call_soon_threadsafe(heard, table, seq)

    async def lead(self, table: str) -> bool:
        """A lock of the session: it is free again when this process resigns, or when it dies."""
        sql = "SELECT pg_try_advisory_lock(?)"
        return bool((await self.locks.do(lambda execute: execute(sql, _lock_number(table))))[0][0])

    async def resign(self, table: str) -> None:
        await self.locks.do(lambda execute: execute("SELECT pg_advisory_unlock(?)", _lock_number(table)))


def _lock_number(table: str) -> int:
    return int.from_bytes(hashlib.sha256(table.encode()).digest()[:8], "big", signed=True)


def backup(url: str, to: Path) -> None:
    """A consistent copy while servers are running; readable by its owner only."""
    with create(to) as file:
        _run(url, "pg_dump", "--format=custom", "--no-owner", "--exclude-table-data=epoch", stdout=file)


def restore(source: Path, url: str) -> None:
    """Puts a backup in place of all tables of the database, at one stroke; servers that run on it load it anew.

    Until the new epoch is there, nobody can add to the log."""
    with source.open("rb") as file:
        _run(url, "pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction", stdin=file)
    with psycopg.connect(url) as connection:
        connection.execute("INSERT INTO epoch VALUES (%s)", (uuid.uuid4().hex,))


def _run(url: str, command: str, *arguments: str, **files: Any) -> None:
    """The connection is told in the environment, where other users do not see its password."""
    names = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD", "dbname": "PGDATABASE"}
    told = conninfo_to_dict(url)
    environment = {**os.environ, **{names[key]: str(value) for key, value in told.items() if key in names}}
    database = [f"--dbname={told.get('dbname', 'postgres')}"]  # without it pg_restore only prints
    try:
        done = subprocess.run(  # noqa: S603
            [command, *arguments, *database], env=environment, stderr=subprocess.PIPE, check=False, **files
        )
    except FileNotFoundError as error:
        raise StorageError(f"{command} is not installed; it comes with PostgreSQL") from error
    if done.returncode:
        raise StorageError(f"{command}: {done.stderr.decode(errors='replace').strip()[:500]}")
