"""Both databases for the tests of tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kartarna.play.storage.database import Database
from kartarna.play.storage.postgres import PostgresDatabase
from kartarna.play.storage.sqlite import SqliteDatabase
from tests.play.postgres_server import PostgresServer

Connect = Callable[[], Database]  # each call is another process's connection to the same database


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def connect(request: pytest.FixtureRequest, tmp_path: Path) -> Connect:
    if request.param == "sqlite":
        return lambda: SqliteDatabase(tmp_path / "kartarna.db")
    url = request.getfixturevalue("postgres").fresh()
    return lambda: PostgresDatabase(url)
