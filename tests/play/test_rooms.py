"""Rooms in memory: let go when nobody needs them, and nobody is left in one that has gone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from kartarna.play.commands import membership
from kartarna.play.errors import NoSuchTable, Refused
from kartarna.play.house import House
from kartarna.play.room.room import Room
from kartarna.play.tokens import hashed
from tests.play.helpers import Player, seated, settings, settle, shuffle
from tests.play.test_table import play

# ---- coming in while the house lets go -----------------------------------------------------------------------


class Gate:
    """Stands before an asynchronous call (or behind it): whoever wants to go through waits until it is opened."""

    def __init__(self, holder: Any, name: str, monkeypatch: pytest.MonkeyPatch, *, late: bool = False) -> None:
        self.reached, self.opened = asyncio.Event(), asyncio.Event()
        through = getattr(holder, name)

        async def wait(*arguments: Any, **named: Any) -> Any:
            found = await through(*arguments, **named) if late else None
            self.reached.set()
            await self.opened.wait()
            return found or await through(*arguments, **named)

        monkeypatch.setattr(holder, name, wait)


async def come_back(room: Room) -> None:
    await room.attach("p0", lambda _: None, 1)


async def take_a_seat(room: Room) -> None:
    await room.join("p1", "Jan")
    await room.attach("p1", lambda _: None)


@pytest.mark.parametrize(("come", "slow"), [(come_back, "rows"), (take_a_seat, "append")])
def test_whoever_comes_in_while_the_room_is_let_go_is_in_the_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, come: Callable[[Room], Awaitable[None]], slow: str
) -> None:
    async def story(house: House) -> None:
        room, _ = await house.open(settings("host", "open", public=True), "p0", "Eva")
        await room.do(membership.rename, "p0", "Eva II")
        await settle()
        runner = Gate(house.runners[room.id], "close", monkeypatch)
        disk = Gate(house.log, slow, monkeypatch)
        beat = asyncio.create_task(house.heartbeat())
        await runner.reached.wait()  # nobody was there: the room is about to go
        coming = asyncio.ensure_future(come(await house.room(room.id)))
        await disk.reached.wait()
        runner.opened.set()
        await beat
        disk.opened.set()
        await coming
        assert house.rooms[room.id] is room
        assert house.runners[room.id].room is room
        await house.heartbeat()
        assert await house.room(room.id) is room  # whoever comes next is in the same one

    play(tmp_path, story)


def test_a_room_that_nobody_needs_is_let_go(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await house.open(settings("host", "open"), "p0", "Eva")
        player = Player(room, "p0", 0)
        await player.connect()
        await house.heartbeat()
        assert house.rooms == {room.id: room}
        player.leave()
        with pytest.raises(Refused):
            await room.join("p1", "Jan", "not the secret")  # who is refused does not count
        await house.heartbeat()
        assert (house.rooms, house.runners) == ({}, {})

    play(tmp_path, story)


def test_a_room_of_the_past_is_loaded_anew_once_however_many_come(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await house.open(settings("host", "open"), "p0", "Eva")
        room.gone = True
        first, _, *others = await asyncio.gather(
            house.room(room.id), house.heartbeat(), house.room(room.id), house.room(room.id)
        )
        assert first is not room
        assert others == [first, first]
        assert house.rooms == {room.id: first}
        assert house.runners[room.id].room is first

    play(tmp_path, story)


def test_what_is_added_while_a_room_is_put_together_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        eva, _ = await house.people.welcome("Eva")
        opened, _ = await house.open(settings("host", "open"), eva.id, "Eva")
        await house.unload(opened.id)
        slow = Gate(Room, "load", monkeypatch, late=True)
        loading = asyncio.ensure_future(house.room(opened.id))
        await slow.reached.wait()
        await house.forget(eva.id)
        slow.opened.set()
        room = await loading
        await settle()
        assert room.table.names() == ["1", "2"]

    play(tmp_path, story)


# ---- who may no longer look ----------------------------------------------------------------------------------


async def watch(room: Room, person: str | None) -> list[str]:
    """What a connection of this person hears; at its end "dismissed"."""
    heard: list[str] = []
    session = await room.attach(person, lambda update: heard.append(update.kind))
    session.dismiss = lambda: heard.append("dismissed")
    return heard


async def leave(room: Room) -> None:
    await room.do(membership.leave, "p1", 1)


async def remove(room: Room) -> None:
    await room.do(membership.remove, "p0", 1)


@pytest.mark.parametrize("go", [leave, remove])
def test_without_spectators_whoever_loses_the_seat_hears_no_more(
    tmp_path: Path, go: Callable[[Room], Awaitable[None]]
) -> None:
    async def story(house: House) -> None:
        room, _ = await house.open(settings("host", "open", "open", public=True, spectators=False), "p0", "Eva")
        await room.join("p1", "Jan")
        heard, host = await watch(room, "p1"), await watch(room, "p0")
        await go(room)
        await room.do(membership.rename, "p0", "Eva II")
        assert heard == ["sync", "left", "dismissed"]
        assert host == ["sync", "left", "renamed"]
        with pytest.raises(Refused, match="no_spectators"):
            await watch(room, "p1")

    play(tmp_path, story)


def test_where_spectators_are_welcome_whoever_leaves_may_go_on_watching(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await house.open(settings("host", "open", "open", public=True), "p0", "Eva")
        await room.join("p1", "Jan")
        heard = await watch(room, "p1")
        await room.do(membership.leave, "p1", 1)
        await room.renew_link("p0")
        assert heard == ["sync", "left", "relinked"]

    play(tmp_path, story)


def test_a_new_link_ends_the_visits_that_the_old_one_allowed(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, secret = await house.open(settings("host", "link", "link"), "p0", "Eva")
        await room.join("p1", "Jan", secret)
        guest, nameless, seated_one = [await watch(room, person) for person in ("guest", None, "p1")]
        await room.renew_link("p0")
        late = await watch(room, "late")  # by the new one
        await room.do(membership.rename, "p0", "Eva II")
        assert guest == nameless == ["sync", "relinked", "dismissed"]
        assert seated_one == ["sync", "relinked", "renamed"]
        assert late == ["sync", "renamed"]

    play(tmp_path, story)


def test_a_link_that_is_renewed_while_someone_comes_in_by_it(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await house.open(settings("host", "link"), "p0", "Eva")
        renewing = asyncio.create_task(room.renew_link("p0"))
        await asyncio.sleep(0)  # it is being written
        with pytest.raises(NoSuchTable):
            await watch(room, "guest")
        await renewing
        assert room.sessions == []

    play(tmp_path, story)


def test_whoever_is_forgotten_hears_no_more(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        eva, _ = await house.people.welcome("Eva")
        room, _ = await house.open(settings("host", "open", public=True), eva.id, "Eva")
        await room.join("p1", "Jan")
        heard, other = await watch(room, eva.id), await watch(room, "p1")
        await shuffle(room, [Player(room, eva.id, 0), Player(room, "p1", 1)])
        await house.forget(eva.id)
        assert heard[-2:] == ["forgotten", "dismissed"]
        assert "dismissed" not in other

    play(tmp_path, story)


# ---- seats that are for the link -----------------------------------------------------------------------------


def test_seats_for_the_link_are_shared_only_by_those_who_have_it(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        plan = settings("host", "open", "open", "link", "link", "link", public=True)
        room, secret = await house.open(plan, "p0", "Eva")
        await room.join("stranger", "Zed")
        with pytest.raises(Refused, match="wrong_link"):
            await room.do(membership.share, "stranger", 3, "Friend")
        await room.do(membership.share, "stranger", 2, "Friend")  # anyone could sit here
        await room.join("p1", "Jan", secret)
        await room.do(membership.share, "p1", 4, "Ben")
        await room.do(membership.share, "p0", 5, "Ada")
        assert room.table.names() == ["Eva", "Zed", "Friend", "Jan", "Ben", "Ada"]

    play(tmp_path, story)


def test_at_a_private_table_everyone_has_the_link(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, secret = await house.open(settings("host", "open", "open"), "p0", "Eva")
        await room.join("p1", "Jan", secret)
        await room.do(membership.share, "p1", 2, "Ben")
        assert room.table.seats_held("p1") == (1, 2)

    play(tmp_path, story)


# ---- the link of a rematch -----------------------------------------------------------------------------------


def test_a_rematch_has_the_link_that_was_good_last(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, old = await house.open(settings("host", "link"), "p0", "Eva")
        new = await room.renew_link("p0")
        await room.do(membership.close, "p0")
        fresh = await house.rematch(room, "p0")
        assert fresh.table.link == hashed(new)
        with pytest.raises(Refused, match="wrong_link"):
            await fresh.join("p1", "Jan", old)
        assert await fresh.join("p1", "Jan", new) == 1

    play(tmp_path, story)


def test_players_of_a_running_game_are_not_sent_away(tmp_path: Path) -> None:
    """Neither by resigning nor by what else happens around the game."""

    async def story(house: House) -> None:
        room, players = await seated(house, 2, spectators=False)
        await room.renew_link("p0")
        await room.do(membership.rename, "p1", "Jan")
        assert [session.person for session in room.sessions] == ["p0", "p1"]
        assert players[1].updates[-1].kind == "renamed"

    play(tmp_path, story)
