"""Tokens, move links, recovery phrases, and being forgotten; on both databases."""

from __future__ import annotations

import asyncio
import re

import pytest

from kartarna.play.errors import NoSuchTable, Refused
from kartarna.play.house import House
from kartarna.play.keeping import Retention, forget_table, tidy
from kartarna.play.people import People
from kartarna.play.services import Services
from kartarna.play.tokens import fits, hashed, new_phrase
from tests.play.conftest import Connect
from tests.play.helpers import FakeTime, numbered_bytes, settings


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
        await people.sign_out(token)
        assert await people.who(token) is None
        with pytest.raises(Refused):
            await people.welcome("<script>")
        await database.close()

    asyncio.run(story())


def test_whoever_asks_is_forgotten_and_the_table_stays(connect: Connect) -> None:
    async def story() -> None:
        database = connect()
        house = House(database, Services(time=FakeTime(), entropy=numbered_bytes()))
        person, token = await house.people.welcome("Eva")
        room, _ = await house.open(settings("host", "greedy"), person.id, "Eva")
        await house.unload(room.id)
        assert await house.people.forget_name("Eva") == 1
        assert await house.people.who(token) is None
        everything = [await house.log.rows(room.id)]
        for sql in ("SELECT * FROM people", "SELECT * FROM tokens", "SELECT * FROM seated", "SELECT * FROM seen"):
            everything.append(await database.read(lambda execute, sql=sql: execute(sql)))  # type: ignore[misc]
        assert "Eva" not in repr(everything)
        again = await house.room(room.id)
        assert again.table.chairs[0].name == ""
        assert await forget_table(house, room.id)
        with pytest.raises(NoSuchTable):
            await house.room(room.id)
        await house.close()
        await database.close()

    asyncio.run(story())


def test_old_tables_go_as_the_house_wishes(connect: Connect) -> None:
    async def story() -> None:
        database, time = connect(), FakeTime()
        house = House(database, Services(time=time, entropy=numbered_bytes()))
        room, _ = await house.open(settings("host", "open"), "p0", "Eva")
        time.time += 86_000
        assert await tidy(house, Retention()) == 0
        time.time += 1_000
        assert await tidy(house, Retention()) == 1
        with pytest.raises(NoSuchTable):
            await house.room(room.id)
        await house.close()
        await database.close()

    asyncio.run(story())


def test_a_phrase_is_twelve_words_and_hashes_fit_their_secrets() -> None:
    phrase = new_phrase(numbered_bytes())
    assert re.fullmatch(r"([a-z]{4} ){11}[a-z]{4}", phrase)
    assert fits("x", hashed("x"))
    assert not fits("y", hashed("x"))
