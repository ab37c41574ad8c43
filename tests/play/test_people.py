"""Tokens, move links, recovery phrases, and being forgotten; on both databases."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from kartarna.core.record import read, write
from kartarna.play.commands import membership
from kartarna.play.errors import NoSuchTable, Refused
from kartarna.play.house import House
from kartarna.play.people import People
from kartarna.play.retention import Retention, forget_table, tidy
from kartarna.play.room.services import Services
from kartarna.play.storage.database import Database
from kartarna.play.tokens import fits, hashed, new_phrase
from tests.play.conftest import Connect
from tests.play.helpers import FakeTime, numbered_bytes, services, settings, time_of
from tests.play.test_consent import halfway


@asynccontextmanager
async def house_on(database: Database) -> AsyncIterator[House]:
    house = House(database, services())
    yield house
    await house.close()
    await database.close()


def test_tokens_links_and_phrases(connect: Connect) -> None:
    async def story() -> None:
        database, time = connect(), FakeTime()
        people = People(database, Services(time=time, entropy=numbered_bytes()))
        person, token = await people.welcome(" Eva  Nová ")
        assert person.name == "Eva Nová"
        assert len(token) == 22  # 128 bits
        assert await people.who(token) == person
        assert await people.who(token[:-1]) is None
        stored = await database.read(lambda execute: execute("SELECT hash FROM tokens"))
        assert stored == [(hashed(token),)]
        link = await people.move_link(person.id)
        second = await people.move(link)
        assert second
        assert await people.who(second) == person
        assert await people.move(link) is None  # once
        late = await people.move_link(person.id)
        time.time += 601
        assert await people.move(late) is None  # ten minutes
        phrase = await people.recovery_phrase(person.id)
        third = await people.recover("  " + phrase.upper().replace(" ", "-"))
        assert third
        assert await people.who(third) == person
        assert await people.recover("ba ba") is None
        await people.rename(person.id, "Eva")
        found = await people.who(token)
        assert found
        assert found.name == "Eva"
        await people.sign_out(person.id, [hashed(token)])
        assert await people.who(token) is None
        with pytest.raises(Refused):
            await people.welcome("<script>")
        await database.close()

    asyncio.run(story())


def test_whoever_asks_is_forgotten_and_the_table_stays(connect: Connect) -> None:
    async def story() -> None:
        async with house_on(connect()) as house:
            person, token = await house.people.welcome("Eva")
            room, _ = await house.open(settings("host", "greedy"), person.id, "Eva")
            await house.unload(room.id)
            assert await house.people.forget_name("Eva") == 1
            assert await house.people.who(token) is None
            everything = [await house.log.rows(room.id)]
            for sql in ("SELECT * FROM people", "SELECT * FROM tokens", "SELECT * FROM seated", "SELECT * FROM seen"):
                everything.append(await house.database.read(lambda execute, sql=sql: execute(sql)))  # type: ignore[misc]
            assert "Eva" not in repr(everything)
            again = await house.room(room.id)
            assert again.table.chairs[0].name == ""
            assert await forget_table(house, room.id)
            with pytest.raises(NoSuchTable):
                await house.room(room.id)

    asyncio.run(story())


def test_after_a_game_whoever_is_forgotten_is_nowhere_and_the_rematch_waits_for_others(connect: Connect) -> None:
    async def story() -> None:
        async with house_on(connect()) as house:
            eva, _ = await house.people.welcome("Eva")
            room, secret = await house.open(settings("host", "link", "greedy"), eva.id, "Eva")
            await room.join("p1", "Jan", secret)
            await room.do(membership.close, eva.id)
            before = room.table.seq
            await house.forget(eva.id)
            assert [row.kind for row in await house.log.rows(room.id, before)] == ["forgotten"]
            assert room.table.names() == ["1", "Jan", "greedy 3"]  # also here in memory
            fresh = await house.rematch(room, "p1")
            assert (fresh.table.phase, fresh.table.host) == ("open", "p1")
            assert [(chair.person, chair.bot) for chair in fresh.table.chairs] == [
                (None, None),
                ("p1", None),
                (None, "greedy"),
            ]
            assert "Eva" not in repr([await house.log.rows(id) for id in (room.id, fresh.id)])

    asyncio.run(story())


def test_names_in_a_record_that_a_table_starts_from_are_not_kept(connect: Connect) -> None:
    """Nor those that tables opened by an earlier version have kept."""

    async def story() -> None:
        async with house_on(connect()) as house:
            eva, _ = await house.people.welcome("Eva")
            record = halfway()
            room, _ = await house.open(settings("host", "greedy", "open"), eva.id, "Eva", start=record)
            (opened,) = await house.log.rows(room.id)
            assert not any(person.name in repr(opened.data["start"]) for person in record.seats)
            kept = json.dumps({**opened.data, "start": write(record)})
            await house.database.write(
                lambda execute: execute("UPDATE log SET data = ? WHERE table_id = ?", kept, room.id)
            )
            await house.forget(eva.id)
            opened, forgotten = await house.log.rows(room.id)
            assert forgotten.kind == "forgotten"
            assert [person.name for person in read(opened.data["start"]).seats] == ["", "", ""]
            await house.unload(room.id)
            again = await house.room(room.id)
            assert again.table.state.snapshot() == room.table.state.snapshot()

    asyncio.run(story())


def test_the_name_of_who_sat_somewhere_and_left_is_forgotten_too(connect: Connect) -> None:
    async def story() -> None:
        async with house_on(connect()) as house:
            jan, _ = await house.people.welcome("Jan")
            room, secret = await house.open(settings("host", "link"), "p0", "Eva")
            await room.join(jan.id, "Jan", secret)
            await room.do(membership.leave, jan.id, 1)
            await house.unload(room.id)
            await house.log.saw([room.presence(jan.id)])
            await house.forget(jan.id)
            rows = await house.log.rows(room.id)
            assert [row.kind for row in rows] == ["opened", "sat", "left"]  # nobody at the table is told
            assert "Jan" not in repr(rows)

    asyncio.run(story())


def test_old_tables_go_as_the_house_wishes(connect: Connect) -> None:
    async def story() -> None:
        async with house_on(connect()) as house:
            time = time_of(house)
            room, _ = await house.open(settings("host", "open"), "p0", "Eva")
            time.time += 86_000
            assert await tidy(house, Retention()) == 0
            time.time += 1_000
            assert await tidy(house, Retention()) == 1
            with pytest.raises(NoSuchTable):
                await house.room(room.id)

    asyncio.run(story())


def test_a_phrase_is_twelve_words_and_hashes_fit_their_secrets() -> None:
    phrase = new_phrase(numbered_bytes())
    assert re.fullmatch(r"([a-z]{4} ){11}[a-z]{4}", phrase)
    assert fits("x", hashed("x"))
    assert not fits("y", hashed("x"))
