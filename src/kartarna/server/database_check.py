"""The database that a server is to use, looked at before it starts."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

from kartarna.core.errors import KartarnaError, OptionError
from kartarna.play.house import House
from kartarna.play.storage import inspection
from kartarna.play.storage.address import file_of, is_sqlite, open_database
from kartarna.play.storage.database import StorageError


def open_house(url: str) -> House:
    return House(open_database(url))


@contextmanager
def ready(url: str) -> Iterator[None]:
    """Opened once before the server starts: what is wrong with a database is told in one line, not by a worker."""
    try:
        with _alone(file_of(url)) if is_sqlite(url) else nullcontext():
            asyncio.run(_try(url))
            yield
    except StorageError as error:
        raise KartarnaError(str(error)) from error


async def _try(url: str) -> None:
    await open_database(url).close()


@contextmanager
def _alone(file: Path) -> Iterator[None]:
    """One server has an SQLite file at a time; the lock goes with the process, however it ends."""
    inspection.look(file)
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = os.open(_lockable(file), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise OptionError(f"{file} cannot be used as a database: {error.strerror}") from error
    try:
        _lock(lock, file)
        yield
    finally:
        os.close(lock)


def _lock(descriptor: int, file: Path) -> None:
    with suppress(ImportError):  # Windows has no fcntl, and locks files by itself
        import fcntl  # noqa: PLC0415

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise OptionError(f"{file} is in use by another server; choose another --database") from error


def _lockable(file: Path) -> Path:
    """The database itself, whatever name it was given: SQLite's own locks are of another kind, and do not see ours.
    Where both are of one kind (BSD, macOS) a file beside it."""
    return file if sys.platform == "linux" else file.resolve().with_name(f"{file.resolve().name}.lock")
