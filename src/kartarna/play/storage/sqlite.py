"""The embedded database: one file, one writer thread, durable before anyone is told."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from asyncio import Future
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from uuid import uuid4

from kartarna.play.storage.database import Conflict, Execute, Learn, StorageError, Work, Worker, check_texts, create
from kartarna.play.storage.inspection import UNREADABLE, check_backup, look, opened_to_read
from kartarna.play.storage.log import append_together
from kartarna.play.storage.schema import migrate

T = TypeVar("T")


class SqliteConnection:
    """WAL with full sync: a commit that returns is on the disk."""

    def __init__(self, path: Path) -> None:
        self.raw = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "secure_delete=ON"):
            self.raw.execute(f"PRAGMA {pragma}").fetchall()

    def execute(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        check_texts(values)
        try:
            return self.raw.execute(sql, values).fetchall()
        except sqlite3.IntegrityError as error:
            raise Conflict(str(error)) from error

    def begin(self) -> None:
        self.raw.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        self.raw.execute("COMMIT")

    def rollback(self) -> None:
        if self.raw.in_transaction:
            self.raw.execute("ROLLBACK")

    def close(self) -> None:
        self.raw.close()


class _ReadConnection(SqliteConnection):
    """Reads see one moment each, and never wait for the writer."""

    def begin(self) -> None:
        self.raw.execute("BEGIN")


class SqliteDatabase:
    """For one process. The file and its companions are readable by their owner only: running deals are in it."""

    def __init__(self, path: Path, connect: Callable[[Path], SqliteConnection] = SqliteConnection) -> None:
        self.path = path
        self.shared = False
        prepare(path)
        self.writer = Worker(lambda: connect(path), "log-writer", stroke=append_together)
        self.reader = Worker(lambda: _ReadConnection(path), "log-reader")

    def write(self, work: Work[T], key: str = "", *expected: type[Exception]) -> Future[T]:
        return self.writer.do(work, key, *expected)

    def read(self, work: Work[T]) -> Future[T]:
        return self.reader.do(work)

    def announce(self, execute: Execute, table: str, seq: int) -> None:
        """There is no other process to tell."""

    def spread(self, execute: Execute, news: str) -> None:
        """There is no other process to tell."""

    def listen(self, heard: Callable[[str, int], None], learn: Learn) -> None:
        """There is no other process to hear from."""

    async def lead(self, table: str) -> bool:  # noqa: ARG002 – there is no one else to lead
        return True

    async def resign(self, table: str) -> None:
        """There is no one else to lead."""

    async def wipe(self) -> None:
        """The write-ahead log keeps pages as they were before; in the file itself `secure_delete` sees to it."""
        await asyncio.to_thread(_empty_log, self.path)

    async def close(self) -> None:
        await self.writer.close()
        await self.reader.close()


def prepare(path: Path) -> None:
    """A database of this version that only its owner can read, if the file is one of ours or not there yet."""
    look(path)
    try:
        if not path.exists():
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        path.chmod(0o600)
        with closing(SqliteConnection(path)) as connection:
            connection.begin()
            migrate(connection.execute)
            connection.commit()
    except (*UNREADABLE, OSError) as error:
        raise StorageError(f"{path} cannot be used as a database: {error}") from error


def _empty_log(path: Path) -> None:
    with _opened(path) as connection:
        busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if busy:
        raise StorageError(f"the write-ahead log of {path} is in use")


def backup(path: Path, to: Path) -> None:
    """A consistent copy, also while a server is writing; readable by its owner only."""
    if not look(path):
        raise StorageError(f"there is no database {path}")
    with create(to), _opened(path) as source, closing(sqlite3.connect(to)) as copy:
        source.backup(copy)


def restore(source: Path, path: Path) -> None:
    """Puts a backup in place of all that is in the database, at one stroke; servers that run on it load it anew."""
    look(path)
    with TemporaryDirectory(dir=path.parent) as folder:
        fresh = Path(folder) / "restoring.db"
        with opened_to_read(source) as original, closing(sqlite3.connect(fresh)) as copy:
            original.backup(copy)
            check_backup(source, lambda sql, *values: copy.execute(sql, values).fetchall())
        prepare(fresh)
        prepare(path)
        with _opened(fresh) as copy, _opened(path) as live:
            copy.execute("UPDATE epoch SET value = ?", (uuid4().hex,))
            copy.commit()
            copy.backup(live)


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """An existing file that is a database, or a StorageError with its name."""
    try:
        with closing(sqlite3.connect(path, timeout=10)) as connection:
            yield connection
    except UNREADABLE as error:
        raise StorageError(f"{path} cannot be used as a database: {error}") from error
