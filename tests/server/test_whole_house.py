"""Several processes on one database are one house: who is signed out is so everywhere, limits hold for all of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kartarna.client.account import Account, Refusal
from kartarna.play.house import House
from kartarna.play.storage.postgres import PostgresDatabase
from kartarna.server.limits import Limits
from tests.play.postgres_server import PostgresServer
from tests.server.helpers import GENEROUS, PATIENCE, Ear, Served, run, served, table_of


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.stop()


@asynccontextmanager
async def two(url: str, folder: Path, **options: Any) -> AsyncIterator[tuple[Served, Served]]:
    """Two servers in this process that know of each other only by the database."""

    def house() -> House:
        return House(PostgresDatabase(url))

    async with served(folder, house=house, **options) as first, served(folder, house=house, **options) as second:
        yield first, second


async def following(here: Served, table: str, account: Account) -> Ear:
    ear = await Ear.open(here.url, table, {"token": account.token})
    await ear.until("update")
    return ear


async def hears(so: Callable[[], bool]) -> None:
    """News travels, and some of it is told every second only."""
    async with asyncio.timeout(PATIENCE):
        while not so():
            await asyncio.sleep(0.005)


async def all_know(limit: str, taken: int, *processes: Served) -> None:
    """All of them know that so much of a limit was taken in the whole house."""
    for here in processes:
        clients = getattr(here.context, limit).clients
        await hears(lambda clients=clients: sum(len(rate.times) for rate in clients.values()) == taken)  # type: ignore[misc]


def sockets_elsewhere(here: Served) -> int:
    """That one client has at other processes, as far as this one knows."""
    return max((count for _, told in here.context.shared.elsewhere.values() for count in told.values()), default=0)


def test_signing_out_ends_sockets_at_the_other_process(postgres: PostgresServer, tmp_path: Path) -> None:
    async def story() -> None:
        async with two(postgres.fresh(), tmp_path) as (first, second):
            eva, jan = await first.people("Eva", "Jan")
            table, _ = await table_of(eva, jan)
            far, other = await following(second, table, eva), await following(second, table, jan)
            await eva.call("DELETE", "/api/me/token")
            assert await far.end() == 4401
            assert (await other.ask(type="ping", id="x"))["type"] == "pong"

    run(story)


def test_who_is_forgotten_is_forgotten_where_they_only_watch(postgres: PostgresServer, tmp_path: Path) -> None:
    async def story() -> None:
        async with two(postgres.fresh(), tmp_path) as (first, second):
            eva, zed = await first.people("Eva", "Zed")
            table, _ = await table_of(eva, bots=1, public=True)
            watcher = await following(second, table, zed)
            await zed.call("DELETE", "/api/me")
            assert await watcher.end() == 4401

    run(story)


def test_a_token_that_is_gone_without_news_is_found_out(tmp_path: Path) -> None:
    """An operator's command is another process, too; and a line to the database may break."""

    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            table, _ = await table_of(eva, bots=1)
            ear = await following(here, table, eva)
            await here.house.database.write(lambda execute: execute("DELETE FROM tokens"))
            await here.context.check_tokens()
            assert await ear.end() == 4401

    run(story)


def test_tables_are_counted_over_all_processes(postgres: PostgresServer, tmp_path: Path) -> None:
    async def story() -> None:
        async with two(postgres.fresh(), tmp_path, limits=replace(GENEROUS, tables=4)) as (first, second):
            (eva,) = await first.people("Eva")
            far = Account(second.url, eva.token)
            opened, refused = 0, 0
            for _ in range(4):
                for account in (eva, far):
                    try:
                        await table_of(account, bots=1)
                        opened += 1
                    except Refusal as refusal:
                        assert refusal.event.kind == "too_many_tables"
                        refused += 1
                    await all_know("new_tables", opened, first, second)
            assert (opened, refused) == (4, 4)

    run(story)


def test_new_people_names_and_messages_are_counted_over_all_processes(postgres: PostgresServer, tmp_path: Path) -> None:
    async def story() -> None:
        limits = replace(Limits(), people=4, names=2, messages=20)
        async with two(postgres.fresh(), tmp_path, limits=limits) as (first, second):
            eva, jan = await first.people("Eva", "Jan")
            await second.people("A", "B")
            await all_know("new_people", 4, first, second)
            for here in (first, second):
                with pytest.raises(Refusal, match="too_many_requests"):
                    await here.person("C")
            far = Account(second.url, jan.token)
            await jan.call_me("Jana")
            await far.call_me("Jan")
            await all_know("new_names", 2, first, second)
            with pytest.raises(Refusal, match="too_many_names"):
                await jan.call_me("Johana")
            table, _ = await table_of(eva, jan)
            one, other = await following(first, table, eva), await following(second, table, eva)
            for number in range(20):
                await one.ask(type="ping", id=str(number))
            await all_know("messages", 20, second)
            await other.send({"type": "ping", "id": "one too many"})
            assert await other.end() == 4429

    run(story)


def test_sockets_are_counted_over_all_processes(postgres: PostgresServer, tmp_path: Path) -> None:
    async def story() -> None:
        async with two(postgres.fresh(), tmp_path, limits=replace(Limits(), sockets=3)) as (first, second):
            (eva,) = await first.people("Eva")
            table, _ = await table_of(eva, bots=1)
            ears = [await following(first, table, eva) for _ in range(3)]
            await hears(lambda: sockets_elsewhere(second) == 3)
            refused = await Ear.open(second.url, table, {"token": eva.token})
            assert await refused.end() == 1008
            for ear in ears:
                await ear.line.close()
            await hears(lambda: sockets_elsewhere(second) == 0)
            await following(second, table, eva)

    run(story)
