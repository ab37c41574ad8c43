"""What a file is, found out before anything of it is changed: not its bytes, not its mode, nothing beside it."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from kartarna.play.storage.database import Execute, StorageError
from kartarna.play.storage.schema import build, check_version

DAMAGED = "it is damaged. Move it away, and restore a backup"
UNREADABLE = (sqlite3.Error, UnicodeError)  # what a damaged file leads to; the latter: even in the report of it
Objects = dict[str, str]  # what a database consists of by name: a table's columns, an index's table


def look(path: Path) -> bool:
    """Whether there is a database of ours, or only the place for one; a StorageError if there is anything else."""
    try:
        found = path.stat()
    except FileNotFoundError as error:
        if path.is_symlink():
            raise StorageError(f"{path} leads to a file that is not there") from error
        return False
    except OSError as error:
        raise StorageError(f"{path} cannot be used as a database: {error.strerror}") from error
    if not stat.S_ISREG(found.st_mode):
        raise StorageError(f"{path} cannot be used as a database: it is not a file")
    if found.st_nlink > 1:  # SQLite finds its write-ahead log by the file's name: two names would be two truths
        raise StorageError(f"{path} has another name (a hard link): remove one of them, or make a copy")
    if not found.st_size:
        return False
    with opened_to_read(path) as connection:
        return _check_objects(path, lambda sql, *values: connection.execute(sql, values).fetchall())


@contextmanager
def opened_to_read(path: Path) -> Iterator[sqlite3.Connection]:
    """Without a lock or a file beside it, unless there is a write-ahead log: then that belongs to it."""
    real = path.resolve()
    log = real.with_name(f"{real.name}-wal")
    how = "mode=ro" if log.exists() and log.stat().st_size else "immutable=1"
    try:
        with closing(sqlite3.connect(f"{real.as_uri()}?{how}", uri=True, timeout=10)) as connection:
            yield connection
    except UNREADABLE as error:
        raise StorageError(f"{path} cannot be used as a database: {error}") from error


def _check_objects(path: Path, execute: Execute) -> bool:
    found = objects(execute)
    if not found:
        return False
    if "schema_version" not in found:
        raise StorageError(f"{path} is a database of another program")
    for name, what in _expected(check_version(execute)).items():
        if found.get(name) != what:
            raise StorageError(f"{path} is not whole ({name}): {DAMAGED}")
    return True


def check_backup(path: Path, execute: Execute) -> None:
    """Only what we make ourselves may come in: triggers and views would run, and columns be computed, unseen."""
    if execute("PRAGMA integrity_check") != [("ok",)]:
        raise StorageError(f"{path} is damaged")
    if not _check_objects(path, execute):
        raise StorageError(f"{path} is no backup: there is nothing in it")
    expected = _expected(check_version(execute))
    for name in objects(execute):
        if name not in expected:
            raise StorageError(f"{path} holds what no backup of ours has ({name!r:.60})")


def objects(execute: Execute) -> Objects:
    """Without what SQLite makes for itself."""
    sql = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite^_%' ESCAPE '^'"
    return {name: _described(execute, type, name, table, text) for type, name, table, text in execute(sql)}


def _described(execute: Execute, type: str, name: str, table: str, text: str) -> str:
    columns = execute("SELECT name, type, hidden FROM pragma_table_xinfo(?) ORDER BY cid", name)
    made = " ".join(str(text).split()[:2]).upper()  # CREATE VIRTUAL, CREATE TEMP … are something else
    return f"{type} {table} {made} {columns}"


def _expected(version: int) -> Objects:
    """What a database of this version consists of."""
    with closing(sqlite3.connect(":memory:")) as connection:

        def execute(sql: str, *values: object) -> list[tuple[object, ...]]:
            return connection.execute(sql, values).fetchall()

        build(execute, 0, version)
        return objects(execute)
