"""The database that a server is to use, looked at before it starts."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kartarna.core.errors import KartarnaError, OptionError
from kartarna.play.house import House
from kartarna.play.storage.address import file_of, is_sqlite, open_database
from kartarna.play.storage.database import StorageError


def open_house(url: str) -> House:
    return House(open_database(url))


@contextmanager
def ready(url: str) -> Iterator[None]:
    """Opened once before the server starts: what is wrong with a database is told in one line, not by a worker."""
    lock = _alone(file_of(url)) if is_sqlite(url) else None
    try:
        asyncio.run(_try(url))
    except StorageError as error:
        raise KartarnaError(str(error)) from error
    try:
        yield
    finally:
        if lock is not None:
            os.close(lock)


async def _try(url: str) -> None:
    await open_database(url).close()


def _alone(file: Path) -> int:
    """One server has an SQLite file at a time; the lock goes with the process, however it ends."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = os.open(file.with_name(file.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise OptionError(f"{file} cannot be used as a database: {error.strerror}") from error
    with suppress(ImportError):  # Windows has no fcntl, and locks files by itself
        import fcntl  # noqa: PLC0415

        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(lock)
            raise OptionError(f"{file} is in use by another server; choose another --database") from error
    return lock
