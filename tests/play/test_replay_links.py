"""Links to finished games: by their people, the same every time, gone with the person or the table."""

from __future__ import annotations

import asyncio

import pytest

from kartarna.play.commands import membership
from kartarna.play.errors import NoSuchTable, Running
from kartarna.play.house import House
from kartarna.play.room.room import Room
from kartarna.play.storage import schema
from kartarna.play.storage.deletion import delete_table
from tests.play.conftest import Connect
from tests.play.helpers import settings
from tests.play.test_people import house_on


async def finished(house: House) -> tuple[Room, str, str]:
    """A table of Eva and Jan that Eva has closed before the start."""
    people = [(await house.people.welcome(name))[0].id for name in ("Eva", "Jan")]
    room, secret = await house.open(settings("host", "link", "greedy"), people[0], "Eva")
    await room.join(people[1], "Jan", secret)
    with pytest.raises(Running):
        await house.replay_link(room, people[0])
    await room.do(membership.close, people[0])
    return room, people[0], people[1]


def test_each_of_its_people_has_a_link_that_stays_the_same_until_it_is_withdrawn(connect: Connect) -> None:
    async def story() -> None:
        async with house_on(connect()) as house:
            room, eva, jan = await finished(house)
            links = [await house.replay_link(room, person) for person in (eva, jan, eva)]
            assert links[0] == links[2] != links[1]
            assert len(links[0]) == 22  # 128 bits
            opens = house.replay_links.opens
            assert [await opens(room.id, link) for link in (*links, links[0][:-1], "", "á")] == [True] * 3 + [False] * 3
            assert not await opens("another", links[0])
            with pytest.raises(NoSuchTable):
                await house.replay_link(room, "a stranger")
            await house.replay_links.withdraw(room.id, eva)
            assert [await opens(room.id, link) for link in links[:2]] == [False, True]
            assert await house.replay_link(room, eva) != links[0]

    asyncio.run(story())


def test_a_link_goes_with_whoever_gave_it_and_with_the_table(connect: Connect) -> None:
    async def story() -> None:
        async with house_on(connect()) as house:
            room, eva, jan = await finished(house)
            links = [await house.replay_link(room, person) for person in (eva, jan)]
            await house.forget(eva)
            assert [await house.replay_links.opens(room.id, link) for link in links] == [False, True]
            await delete_table(house.database, room.id)
            assert await house.database.read(lambda execute: execute("SELECT * FROM replay_links")) == []

    asyncio.run(story())


def test_a_database_from_before_there_were_such_links_gets_them(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def old() -> str:
        async with house_on(connect()) as house:
            room, _ = await house.open(settings("host", "greedy"), "p0", "Eva")
            await room.do(membership.close, "p0")
            return room.id

    async def new(id: str) -> None:
        async with house_on(connect()) as house:
            link = await house.replay_link(await house.room(id), "p0")
            assert await house.replay_links.opens(id, link)

    with monkeypatch.context() as earlier:
        earlier.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:2])
        earlier.setattr(schema, "TABLES", schema.TABLES[:-1])
        id = asyncio.run(old())
    asyncio.run(new(id))
