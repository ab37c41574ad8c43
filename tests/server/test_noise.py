"""Trouble that must stay small: storage that is away, names that no database holds, files asked for again and again."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kartarna.play.storage.database import StorageError
from kartarna.play.storage.postgres import PostgresDatabase
from kartarna.server.http import files, pages
from kartarna.server.limits import Limits
from tests.play.conftest import postgres  # noqa: F401
from tests.play.postgres_server import PostgresServer
from tests.server.helpers import Ear, run, served, table_of
from tests.server.test_limits import answered
from tests.server.test_whole_house import two


class Away:
    """A read that fails."""

    def __call__(self, *_: Any) -> Any:
        raise StorageError("the disk is away")


@pytest.mark.parametrize("where", ["people", "room"])
def test_storage_trouble_closes_with_a_code_that_clients_come_back_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            table, _ = await table_of(eva, bots=1)
            with monkeypatch.context() as broken:
                broken.setattr(*{"people": (here.house.people, "who"), "room": (here.house, "room")}[where], Away())
                ear = await Ear.open(here.url, table, {"token": eva.token})
                refused = await ear.until("refused")
                assert refused["reason"]["kind"] == "not_stored"
                assert await ear.end() == 1013
            again = await Ear.open(here.url, table, {"token": eva.token})
            await again.until("update")

    run(story)


def test_nul_costs_nothing(postgres: PostgresServer, tmp_path: Path) -> None:  # noqa: F811
    """Where it would come to a database, PostgreSQL refuses it and the connection is lost with all who wait for it."""

    async def story() -> None:
        async with two(postgres.fresh(), tmp_path) as (here, _):
            (eva,) = await here.people("Eva")
            table, _ = await table_of(eva, bots=1)
            database = here.house.database
            assert isinstance(database, PostgresDatabase)
            lines = database.reader.connection, database.writer.connection
            for path in (
                "/api/tables/%00",
                "/api/tables/a%00b/record",
                "/%00",
                "/assets/%00.js",
                "/api/me/devices/%00",
            ):
                status, _, body = await answered(here, "GET", path, Cookie=f"kartarna={eva.token}")
                assert status == 400, path
                assert json.loads(body)["refused"]["kind"] == "bad_request"
            ear = await Ear.open(here.url, "%00", {"token": eva.token})
            assert await ear.end() == 4404
            ear = await Ear.open(here.url, table, {"token": eva.token})
            await ear.until("update")
            await ear.send('{"type": "say", "id": "\\u0000", "seat": 0, "phrase": "hello"}')
            assert await ear.end() == 4400
            assert (database.reader.connection, database.writer.connection) == lines

    run(story)


# ---- files of the app -------------------------------------------------------------------------------------


def test_a_file_is_compressed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed: list[int] = []
    usual = gzip.compress

    def counting(data: bytes, *rest: Any, **more: Any) -> bytes:
        packed.append(len(data))
        return usual(data, *rest, **more)

    async def story() -> None:
        async with served(tmp_path) as here:
            for _ in range(5):
                status, headers, body = await answered(here, "GET", "/", Accept_Encoding="gzip")
                assert (status, headers["Content-Encoding"]) == (200, "gzip")
                assert headers["Vary"] == "Accept-Language, Accept-Encoding"
                page = gzip.decompress(body)
            status, headers, body = await answered(here, "GET", "/")
            assert (headers["Content-Encoding"], body) == (None, page)
            again = await answered(here, "GET", "/", Accept_Encoding="gzip", If_None_Match=headers["ETag"])
            assert (again[0], again[2]) == (304, b"")
            assert len(packed) == 1

    pages.compressed.cache_clear()
    files.compressed_file.cache_clear()
    monkeypatch.setattr(gzip, "compress", counting)
    run(story)


def test_what_is_compressed_already_is_never_compressed_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The runtime of the local house: large files, kept for ever, with a `.br` beside each."""
    manifest = json.loads((pages.DIST / "local" / "manifest.json").read_text("utf-8"))
    large = f"/local/{manifest['version']}/pyodide.asm.wasm"
    size = manifest["files"]["pyodide.asm.wasm"]

    async def story() -> None:
        async with served(tmp_path) as here:
            for accepted, encoding, length in (("gzip, br", "br", size["brotli"]), ("gzip", None, size["bytes"])):
                status, headers, body = await answered(here, "GET", large, Accept_Encoding=accepted)
                assert (status, headers["Content-Encoding"], len(body)) == (200, encoding, length)
                assert headers["Content-Type"] == "application/wasm"
                assert "immutable" in headers["Cache-Control"]
            _, headers, _ = await answered(here, "GET", "/local/manifest.json")
            assert headers["Cache-Control"] == "no-cache"

    monkeypatch.setattr(gzip, "compress", lambda *_, **__: pytest.fail("the loop would stand still"))
    run(story)


def test_files_are_counted_too_more_generously(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=replace(Limits(), files=3)) as here:
            for _ in range(3):
                assert (await answered(here, "GET", "/"))[0] == 200
            assert (await answered(here, "GET", "/t/any"))[0] == 429
            assert (await answered(here, "GET", "/api/me"))[0] == 200

    run(story)
