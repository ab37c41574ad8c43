"""Lists of tables: what they show, and that nobody's game is played through for them again and again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kartarna.client.account import Account
from kartarna.core.errors import OptionError
from kartarna.play.model.table import Table
from kartarna.protocol import table_list
from tests.server.helpers import Served, run, served

SEATS = [{"kind": "host"}, {"kind": "open"}, {"kind": "open"}]


async def public_tables(who: Account, here: Served, count: int) -> list[str]:
    """The newest first; none of them in memory."""
    opened = [(await who.open_table(game="gap", seats=SEATS, public=True))[0] for _ in range(count)]
    for id in opened:
        await here.house.unload(id)
    return opened[::-1]


async def listed(who: Account, path: str = "/api/tables") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await who.call("GET", path))["tables"]
    return found


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables that were put together from their logs, one after the other."""
    tables: list[str] = []
    load = Table.load

    def noted(id: str, log: Any) -> Table:
        tables.append(id)
        return load(id, log)

    monkeypatch.setattr(Table, "load", noted)
    return tables


def test_a_list_reads_each_table_once_until_something_happens_there(tmp_path: Path, loaded: list[str]) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            tables = await public_tables(eva, here, 3)
            first = await listed(eva)
            assert [line["id"] for line in first] == tables
            assert sorted(loaded) == sorted(tables)
            loaded.clear()
            assert await listed(eva) == first
            assert await listed(eva, "/api/me/tables") == first
            assert loaded == []
            await jan.join(tables[1])
            await here.house.unload(tables[1])
            loaded.clear()
            assert [seat["name"] for seat in (await listed(eva))[1]["seats"]] == ["Eva", "Jan", ""]
            assert loaded == [tables[1]]

    run(story)


def test_what_is_kept_for_all_says_to_each_which_seats_are_theirs(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            (table,) = await public_tables(eva, here, 1)
            await jan.join(table)
            await here.house.unload(table)
            for who, yours in ((eva, [0]), (jan, [1]), (Account(here.url), []), (eva, [0])):
                assert [line["yours"] for line in await listed(who)] == [yours]

    run(story)


def test_many_who_ask_at_once_wait_for_one_reading(tmp_path: Path, loaded: list[str]) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            tables = await public_tables(eva, here, 4)
            answers = await asyncio.gather(*(listed(Account(here.url)) for _ in range(6)))
            assert all([line["id"] for line in answer] == tables for answer in answers)
            assert sorted(loaded) == sorted(tables)

    run(story)


def test_no_more_is_kept_than_there_is_room_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            tables = await public_tables(eva, here, 4)
            assert [line["id"] for line in await listed(eva)] == tables
            assert list(here.context.table_list.kept) == tables[-2:]

    monkeypatch.setattr(table_list, "KEPT", 2)
    run(story)


def test_a_deleted_table_is_in_no_list_and_a_forgotten_name_neither(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            kept, deleted = await public_tables(eva, here, 2)
            await jan.join(kept)
            await here.house.unload(kept)
            assert len(await listed(eva)) == 2
            await here.house.database.write(lambda execute: execute("DELETE FROM log WHERE table_id = ?", deleted))
            await jan.call("DELETE", "/api/me")
            (line,) = await listed(eva)
            assert line["id"] == kept
            assert [seat["name"] for seat in line["seats"]] == ["Eva", "", ""]

    run(story)


def test_a_table_of_a_game_that_is_gone_hides_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            newest, gone, oldest = await public_tables(eva, here, 3)
            load = Table.load

            def without(id: str, log: Any) -> Table:
                if id == gone:
                    raise OptionError("there is no such game")
                return load(id, log)

            monkeypatch.setattr(Table, "load", without)
            for path in ("/api/tables", "/api/me/tables"):
                assert [line["id"] for line in await listed(eva, path)] == [newest, oldest]

    run(story)
