"""The database of one device: SQLite in memory, and a journal of what was written to it.

There are two files. A journal that has grown long is begun anew in the other one: all that is true now, as one record,
and only when that is on the disk the old file is emptied. The one that was begun last, and is whole, counts.
"""

from __future__ import annotations

import asyncio
import sqlite3
from asyncio import Future
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from kartarna.local.journal import Journal, JournalFile, Statement
from kartarna.play.storage.database import Conflict, Execute, Learn, StorageError, Work, check_texts
from kartarna.play.storage.schema import migrate

T = TypeVar("T")
LONG = 1_000_000  # bytes of a journal beyond what it was begun with


class LocalDatabase:
    """Everything is done at once, by whoever asks: there is one event loop, and no thread."""

    shared = False

    def __init__(self, files: tuple[JournalFile, JournalFile]) -> None:
        self.other, self.journal = sorted(
            map(Journal, files), key=lambda journal: (bool(journal.records), journal.number)
        )
        self.lost = self.journal.damaged  # a part of what was kept cannot be read any more
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        self.written: list[Statement] = []  # in the present transaction
        for transaction in self.journal.records:
            for sql, values in transaction:
                self.connection.execute(sql, values)
        self.first = self.journal.end
        self._transact(migrate)
        if self.lost or self.journal.end > LONG:
            self._begin_anew()

    def _transact(self, work: Work[T]) -> T:
        self.written = []
        self.connection.execute("BEGIN")
        try:
            done = work(self._execute)
            if self.written:
                self.journal.append(self.written)
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")
        return done

    def _execute(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        check_texts(values)
        try:
            found = self.connection.execute(sql, values).fetchall()
        except sqlite3.IntegrityError as error:
            raise Conflict(str(error)) from error
        if not sql.startswith("SELECT"):
            self.written.append((sql, values))
        return found

    def _begin_anew(self) -> None:
        self.other.begin(self.journal.number + 1, self._all())
        self.journal, self.other = self.other, self.journal
        self.first = self.journal.end
        self.other.empty()

    def _all(self) -> list[Statement]:
        """What makes an empty database this one."""
        ask = self.connection.execute
        made: list[Statement] = [(sql, ()) for (sql,) in ask("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")]
        for (table,) in ask("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            rows = ask(f"SELECT * FROM {table}").fetchall()  # noqa: S608 - a table of ours
            made += [(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row) for row in rows]  # noqa: S608
        return made

    # ---- as kartarna.play wants it -------------------------------------------------------------------------

    def write(self, work: Work[T], key: str = "", *expected: type[Exception]) -> Future[T]:  # noqa: ARG002 - one writer
        future: Future[T] = asyncio.get_running_loop().create_future()
        try:
            future.set_result(self._transact(work))
            if self.journal.end - self.first > LONG:
                with suppress(StorageError):  # it is kept either way
                    self._begin_anew()
        except Exception as error:  # noqa: BLE001 - the caller is told, whatever it is
            understood = isinstance(error, (*expected, StorageError))
            future.set_exception(error if understood else StorageError(str(error)))
        return future

    def read(self, work: Work[T]) -> Future[T]:
        return self.write(work)

    def announce(self, execute: Execute, table: str, seq: int) -> None:
        """There is no other process to tell."""

    def spread(self, execute: Execute, news: str) -> None:
        """There is no other process to tell."""

    def listen(self, heard: Callable[[str, int], None], learn: Learn) -> None:
        """There is no other process to hear from."""

    async def lead(self, table: str) -> bool:  # noqa: ARG002 - there is no one else to lead
        return True

    async def resign(self, table: str) -> None:
        """There is no one else to lead."""

    async def wipe(self) -> None:
        """The old journal still has what was deleted."""
        self._begin_anew()

    async def close(self) -> None:
        self.connection.close()
