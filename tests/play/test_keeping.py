"""What a house keeps and for how long; and databases of older versions."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

import pytest

from kartarna.core.errors import OptionError
from kartarna.play.commands import membership
from kartarna.play.errors import NoSuchTable
from kartarna.play.house import House
from kartarna.play.model.table import Table
from kartarna.play.retention import Retention, tidy
from kartarna.play.storage import schema
from kartarna.play.storage.database import Database, StorageError
from kartarna.play.storage.log import Log, Row
from tests.play.conftest import Connect
from tests.play.helpers import Player, seated, settings, settle, shuffle, shut, sqlite_house, time_of
from tests.play.test_table import play, to_the_end

DAY = 86_400


async def exists(house: House, table: str) -> bool:
    try:
        await house.room(table)
    except NoSuchTable:
        return False
    return True


def test_a_table_that_never_began_is_kept_for_a_day(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await house.open(settings("host", "open", public=True), "p0", "Eva")
        time_of(house).time += DAY - 1
        assert await tidy(house, Retention()) == 0
        await room.do(membership.rename, "p0", "Eva II")  # someone still cares
        time_of(house).time += DAY - 1
        assert await tidy(house, Retention()) == 0
        time_of(house).time += 2
        assert await tidy(house, Retention(unstarted=None)) == 0
        assert await tidy(house, Retention()) == 1
        assert not await exists(house, room.id)

    play(tmp_path, story)


def test_nobody_loses_the_table_they_are_waiting_at(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await house.open(settings("host", "open"), "p0", "Eva")
        player = Player(room, "p0", 0)
        await player.connect()
        await time_of(house).pass_by(2 * DAY)
        await house.heartbeat()
        assert await tidy(house, Retention()) == 0
        player.leave()
        await settle()
        assert await tidy(house, Retention()) == 1

    play(tmp_path, story)


def test_a_game_nobody_plays_any_more_is_abandoned_and_its_secret_published(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2)
        for player in players:
            player.leave()
        await settle()
        time_of(house).time += 89 * DAY
        assert await tidy(house, Retention()) == 0
        time_of(house).time += 2 * DAY
        assert await tidy(house, Retention()) == 1
        record = await house.record(room.id)
        assert record.ended == "abandoned"
        assert record.proof
        assert len(record.proof["secret"]) == 64
        assert await tidy(house, Retention()) == 0

    play(tmp_path, story)


def test_a_table_of_a_game_that_is_gone_does_not_keep_the_rest_from_being_tidied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(house: House) -> None:
        lost, *others = [await seated(house, 2) for _ in range(2)]
        for _, players in (lost, *others):
            for player in players:
                player.leave()
        await settle()
        load = Table.load

        def without(id: str, rows: Iterable[Row]) -> Table:
            if id == lost[0].id:
                raise OptionError("there is no such game")
            return load(id, rows)

        for room, _ in (lost, *others):
            await house.unload(room.id)
        monkeypatch.setattr(Table, "load", without)
        time_of(house).time += 91 * DAY
        assert await tidy(house, Retention()) == 1
        assert (await house.record(others[0][0].id)).ended == "abandoned"

    play(tmp_path, story)


def test_finished_games_are_kept_unless_the_house_says_otherwise(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 1, "random", pace=0, options={"rounds": 1})
        await to_the_end(house, players)
        players[0].leave()
        await settle()
        time_of(house).time += 1000 * DAY
        assert await tidy(house, Retention()) == 0
        assert await tidy(house, Retention(finished=365)) == 1
        assert not await exists(house, room.id)

    play(tmp_path, story)


def test_people_are_forgotten_after_a_year_unless_they_sit_somewhere(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        away, token = await house.people.welcome("Jan")
        host, other = await house.people.welcome("Eva")
        await house.open(settings("host", "open"), host.id, "Eva")
        time_of(house).time += 366 * DAY
        await tidy(house, Retention(unstarted=None))
        assert await house.people.who(token) is None
        assert await house.people.who(other) == host
        assert away

    play(tmp_path, story)


def test_whoever_is_forgotten_in_the_middle_of_a_game_is_followed_by_a_bot(tmp_path: Path) -> None:
    async def story() -> None:
        house = sqlite_house(tmp_path)
        eva, _ = await house.people.welcome("Eva")
        room, _ = await house.open(settings("host", "open", public=True, options={"starter": 1}), eva.id, "Eva")
        players = [Player(room, eva.id, 0), Player(room, "p1", 1)]
        await room.join("p1", "Jan")
        for player in players:
            await player.connect()
        await shuffle(room, players)
        await house.forget(eva.id)
        assert room.table.names() == ["1", "Jan"]
        assert room.table.chairs[0].resigned
        await time_of(house).pass_by(3)
        assert room.table.asked[1]
        assert [update.kind for update in players[1].updates[-3:]].count("forgotten") <= 1
        assert "Eva" not in repr(await house.log.rows(room.id))
        seq = room.table.seq
        await shut(house)
        house = sqlite_house(tmp_path, "again")
        assert (await house.room(room.id)).table.seq == seq
        await shut(house)

    asyncio.run(story())


def test_a_game_closed_before_the_deal_has_an_empty_record(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await house.open(settings("host", "open"), "p0", "Eva")
        await room.do(membership.close, "p0")
        record = await house.record(room.id)
        assert (record.ended, record.rounds, record.proof) == ("closed", [], None)

    play(tmp_path, story)


# ---- older databases ---------------------------------------------------------------------------------------


def run(connect: Connect, story: Callable[[Database], Awaitable[None]]) -> None:
    async def whole() -> None:
        database = connect()
        await story(database)
        await database.close()

    asyncio.run(whole())


def test_an_older_database_is_brought_forward_with_all_that_is_in_it(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fill(database: Database) -> None:
        await Log(database).append("a", [Row(1, 1.0, "said", 0, "m", {"phrase": "hello"})])

    latest = len(schema.MIGRATIONS)

    async def check(database: Database) -> None:
        assert [row.data for row in await Log(database).rows("a")] == [{"phrase": "hello"}]
        assert await database.read(lambda execute: execute("SELECT version FROM schema_version")) == [(latest + 2,)]
        assert await database.read(lambda execute: execute("SELECT colour FROM felt")) == [("green",)]

    run(connect, fill)
    newer = (("CREATE TABLE felt (colour TEXT)",), ("INSERT INTO felt VALUES ('green')",))
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, *newer))
    run(connect, check)
    run(connect, check)  # once is enough


def test_a_step_that_fails_leaves_the_database_as_it_was(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    latest = len(schema.MIGRATIONS)

    async def check(database: Database) -> None:
        assert await database.read(lambda execute: execute("SELECT version FROM schema_version")) == [(latest,)]
        assert await Log(database).rows("a") == []

    run(connect, check)
    with monkeypatch.context() as patched:
        patched.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, ("CREATE TABLE x (y TEXT)", "CREATE NONSENSE")))
        with pytest.raises(StorageError, match="cannot be used"):
            connect()
    run(connect, check)
