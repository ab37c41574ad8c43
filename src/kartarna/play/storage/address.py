"""Databases by their address: sqlite:///PATH or postgresql://…"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from kartarna.core.errors import OptionError
from kartarna.play.storage import inspection, sqlite
from kartarna.play.storage.database import Database

SQLITE = "sqlite:///"
POSTGRES = ("postgresql://", "postgres://")


def open_database(url: str) -> Database:
    if is_sqlite(url):
        return sqlite.SqliteDatabase(file_of(url))
    database: Database = _postgres().PostgresDatabase(url)
    return database


def backup(url: str, to: Path) -> None:
    if is_sqlite(url):
        sqlite.backup(file_of(url), to)
    else:
        _postgres().backup(url, to)


def restore(source: Path, url: str) -> None:
    if is_sqlite(url):
        sqlite.restore(source, file_of(url))
    else:
        _postgres().restore(source, url)


def exists(url: str) -> bool:
    """A file may not be there yet. A PostgreSQL is, or says by itself what is wrong."""
    return inspection.look(file_of(url)) if is_sqlite(url) else True


def check(url: str) -> bool:
    """Whether there is a database that can be used, or only the place for one; makes and changes nothing."""
    return inspection.look(file_of(url)) if is_sqlite(url) else bool(_postgres().look(url))


def is_sqlite(url: str) -> bool:
    if not url.startswith((SQLITE, *POSTGRES)):
        raise OptionError("--database: sqlite:///PATH or postgresql://…")
    return url.startswith(SQLITE)


def file_of(url: str) -> Path:
    return Path(url.removeprefix(SQLITE)).expanduser()


def _postgres() -> ModuleType:
    try:
        from kartarna.play.storage import postgres  # noqa: PLC0415 – an extra
    except ImportError as error:
        raise OptionError("PostgreSQL needs psycopg: pip install 'kartarna[postgres]'") from error
    return postgres
