"""What the logs need of a database, and the one thread that writes to it.

Whatever arrives while a transaction is being made durable goes into the next one together (group
commit): a thousand writes a second need far fewer than a thousand syncs. Each caller waits until its
own write is durable, or fails.
"""

from __future__ import annotations

import asyncio
import os
import queue
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Protocol, TypeVar

T = TypeVar("T")
Execute = Callable[..., list[tuple[Any, ...]]]  # SQL with ? marks, and their values
Work = Callable[[Execute], T]  # what to do inside a transaction; may be run again, so it has no other effect
Learn = Callable[[str, str], None]  # which process has spread which news
Stroke = Callable[[Execute, Sequence[Work[Any]]], bool]  # all in one statement, a transaction by itself, if it can
MOST_TOGETHER = 200


class StorageError(Exception):
    """The database could not be read or written: a full disk, a lost connection."""


class Conflict(StorageError):
    """A key is taken: another process was quicker. Read on, and look again."""


class Gone(StorageError):
    """What it builds on is no longer there: the table was deleted, or the database restored. Load it anew."""


class Unstorable(StorageError):
    """A text that not every database can hold. Nothing was asked of the database: it is the caller's mistake."""


class Unsure(StorageError):
    """The connection was lost at the very moment of the commit: it may have happened."""


def check_texts(values: Sequence[object]) -> None:
    """PostgreSQL holds no NUL, and SQLite nothing that is not UTF-8: no database is asked for either."""
    text = "".join([value for value in values if isinstance(value, str)])  # looked at once, not each by itself
    if "\0" in text:
        raise Unstorable("a text with NUL")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Unstorable("a text with half a character") from error


@contextmanager
def create(file: Path) -> Iterator[BinaryIO]:
    """A new file for its owner only; it is gone again if what it is for fails."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise StorageError(f"{file} cannot be made: {error.strerror}") from error
    try:
        with os.fdopen(descriptor, "wb") as stream:
            yield stream
    except BaseException:
        file.unlink()
        raise


class Database(Protocol):
    shared: bool  # other processes may write to it

    def write(self, work: Work[T], key: str = "", *expected: type[Exception]) -> Awaitable[T]:
        """Does it in a transaction; done when it is durable. `expected` errors reach the caller as they are."""

    def read(self, work: Work[T]) -> Awaitable[T]: ...

    def announce(self, execute: Execute, table: str, seq: int) -> None:
        """Tells other processes, once the present transaction is durable."""

    def spread(self, execute: Execute, news: str) -> None:
        """Tells other processes something else, likewise; up to 8,000 bytes."""

    def listen(self, heard: Callable[[str, int], None], learn: Learn) -> None:
        """Calls back on the event loop when another process has added to a log ("", 0: something may have been missed),
        or has spread news."""

    async def lead(self, table: str) -> bool:
        """This process, and no other, now runs the table's bots and clock (until it resigns or dies)."""

    async def resign(self, table: str) -> None: ...

    async def wipe(self) -> None:
        """What was deleted is no longer in the files either, as far as the database lets us see to that."""

    async def close(self) -> None: ...


class DatabaseConnection(Protocol):
    """What the writer needs of a connection: it is used on one thread only."""

    def execute(self, sql: str, *values: Any) -> list[tuple[Any, ...]]: ...

    def begin(self) -> None: ...

    def commit(self) -> None: ...

    def rollback(self) -> None: ...

    def close(self) -> None: ...


@dataclass
class _Job:
    work: Work[Any]
    key: str
    expected: tuple[type[Exception], ...]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    result: Any = None
    error: Exception | None = None

    def settle(self) -> None:
        if self.future.done():  # the caller has gone away
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)


@dataclass
class Worker:
    """A thread with a connection of its own. With `together`, jobs share transactions.

    Every statement gives the interpreter to the event loop and waits to get it back, which is most of what it costs:
    with a `stroke` a batch is one statement. It says False (or raises Conflict) if it cannot, and has done nothing.
    """

    connect: Callable[[], DatabaseConnection]
    name: str
    together: int = MOST_TOGETHER
    stroke: Stroke | None = None
    jobs: queue.SimpleQueue[_Job | None] = field(default_factory=queue.SimpleQueue)
    commits: int = 0
    waiting: int = 0  # jobs that are not settled

    def __post_init__(self) -> None:
        self.connection: DatabaseConnection | None = None
        self.thread = threading.Thread(target=self._run, name=self.name, daemon=True)
        self.thread.start()

    def do(self, work: Work[T], key: str = "", *expected: type[Exception]) -> asyncio.Future[T]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self.waiting += 1
        self.jobs.put(_Job(work, key, (*expected, Unstorable), loop, future))
        return future

    def _settle(self, jobs: list[_Job]) -> None:
        self.waiting -= len(jobs)
        for job in jobs:
            job.settle()

    async def close(self) -> None:
        self.jobs.put(None)
        await asyncio.to_thread(self.thread.join)

    # ---- on the thread -----------------------------------------------------------------------------

    def _run(self) -> None:
        open = True
        while open:
            batch = [self.jobs.get()]
            while len(batch) < self.together and batch[-1] is not None and not self.jobs.empty():
                batch.append(self.jobs.get())
            open = batch[-1] is not None
            jobs = sorted((job for job in batch if job), key=lambda job: job.key)  # one order: no deadlocks
            if jobs:
                self._serve(jobs)
        self._drop()

    def _serve(self, jobs: list[_Job]) -> None:
        try:
            self._transact(jobs)
        except Exception as error:  # noqa: BLE001 – whatever a driver raises, the thread lives on
            self._drop()
            if len(jobs) > 1 and not isinstance(error, Unsure):
                for job in jobs:  # one of them is to blame: each on its own
                    self._serve([job])
                return
            for job in jobs:
                job.error = error if isinstance(error, StorageError) else StorageError(str(error))
        for loop in {job.loop for job in jobs}:  # one call for all: each of them would stop and wake the loop
            loop.call_soon_threadsafe(self._settle, [job for job in jobs if job.loop is loop])

    def _transact(self, jobs: list[_Job]) -> None:
        if self.connection is None:
            self.connection = self.connect()
        if self._at_one_stroke(self.connection, jobs):
            self.commits += 1
        else:
            self._one_by_one(self.connection, jobs)

    def _at_one_stroke(self, connection: DatabaseConnection, jobs: list[_Job]) -> bool:
        try:
            return self.stroke is not None and self.stroke(connection.execute, [job.work for job in jobs])
        except (Conflict, Unstorable):
            return False

    def _one_by_one(self, connection: DatabaseConnection, jobs: list[_Job]) -> None:
        connection.begin()
        for job in jobs:
            self._do(connection, job, alone=len(jobs) == 1)
        if len(jobs) > 1 or jobs[0].error is None:
            connection.commit()
            self.commits += 1

    @staticmethod
    def _do(connection: DatabaseConnection, job: _Job, *, alone: bool) -> None:
        """What fails as its caller expected undoes itself and nothing else."""
        job.result = job.error = None
        if not alone:
            connection.execute("SAVEPOINT job")
        try:
            job.result = job.work(connection.execute)
        except job.expected as error:
            job.error = error
            if alone:
                connection.rollback()
            else:
                connection.execute("ROLLBACK TO SAVEPOINT job")
        if not alone:
            connection.execute("RELEASE SAVEPOINT job")

    def _drop(self) -> None:
        """After an error the connection is not trusted any more."""
        connection, self.connection = self.connection, None
        if connection is not None:
            try:
                connection.rollback()
                connection.close()
            except Exception:  # noqa: BLE001, S110 – it is gone either way
                pass
