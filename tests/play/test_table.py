"""Decisions at a table: what is refused, what is answered again, what is told to whom."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from kartarna.core.verification import verify
from kartarna.games import get
from kartarna.play.commands import consent, membership
from kartarna.play.commands.checks import check_new
from kartarna.play.errors import Illegal, NoSuchTable, NotStored, NotYourSeat, OutOfTurn, Refused, Running, Stale
from kartarna.play.house import House
from kartarna.play.model.shuffle import check_proof
from kartarna.play.model.updates import Update
from kartarna.play.storage.sqlite import SqliteConnection, SqliteDatabase
from kartarna.play.words import teller
from tests.play.helpers import (
    HOUSES,
    Player,
    seated,
    services,
    settings,
    settle,
    shuffle,
    shut,
    sqlite_house,
    time_of,
    turn,
)

Story = Callable[[House], Awaitable[None]]


def play(folder: Path, story: Story) -> None:
    async def whole() -> None:
        house = sqlite_house(folder)
        await story(house)
        await shut(house)

    asyncio.run(whole())


async def to_the_end(house: House, players: list[Player]) -> None:
    room = players[0].room
    for step in range(2000):
        await time_of(house).pass_by(1)
        if room.table.phase == "finished":
            return
        if any(room.table.asked[player.seat or 0] for player in players):
            await turn(players).play(f"m{step}")
    raise AssertionError("the game does not end")


def test_a_seat_of_a_bot_is_nobodys(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await seated(house, 1, "greedy")
        assert room.table.chairs[1].person is None
        for nobody in (None, ""):
            with pytest.raises(NotYourSeat):
                check_new(room.table, nobody, 1)

    play(tmp_path, story)


def test_a_game_of_two_humans_and_a_bot_from_shuffle_to_record(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, "greedy", options={"rounds": 2})
        assert room.table.phase == "playing"
        await to_the_end(house, players)
        assert room.table.ended == "over"
        record = await house.record(room.id)
        verify(get("gap"), record)
        check_proof(get("gap"), record)
        assert [person.kind for person in record.seats] == ["human", "human", "bot"]
        assert [update.seq for update in players[0].updates] == list(
            range(players[0].updates[0].seq, room.table.seq + 1)
        )

    play(tmp_path, story)


# ---- what is refused ---------------------------------------------------------------------------------------


def test_refusals_name_what_is_wrong_and_change_nothing(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 3)
        now, other = turn(players), next(player for player in players if player is not turn(players))
        assert now.seat is not None
        assert other.seat is not None
        asked, action = room.table.asked[now.seat], room.table.state.legal_actions(now.seat)[0]
        seq, told = room.table.seq, [len(player.updates) for player in players]
        with pytest.raises(NotYourSeat):
            await room.submit(other.person, now.seat, "1", asked, action)
        with pytest.raises(NotYourSeat):
            await room.submit(now.person, 99, "1", asked, action)
        with pytest.raises(NotYourSeat):
            await room.submit("stranger", now.seat, "1", asked, action)
        with pytest.raises(OutOfTurn):
            await room.submit(other.person, other.seat, "1", asked, action)
        for wrong in (asked - 1, 0, -5, room.table.seq + 1, 10**9):
            with pytest.raises(Stale):
                await room.submit(now.person, now.seat, "1", wrong, action)
        for wrong in (-1, 50, 2**70):
            with pytest.raises(Illegal, match="no_such_decision"):
                await room.submit(now.person, now.seat, "1", asked, wrong)
        foreign = next(card for card in range(50) if room.table.game.refusal(room.table.state, now.seat, card))
        with pytest.raises(Illegal) as refused:
            await room.submit(now.person, now.seat, "1", asked, foreign)
        words = teller(room.table, "cs")
        assert words.rule(refused.value.code).startswith("GAP-")
        assert "nemáš" in words.say(refused.value.event)
        assert (room.table.seq, [len(player.updates) for player in players]) == (seq, told)

    play(tmp_path, story)


def test_every_refusal_has_a_sentence_in_both_languages(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await seated(house, 1, "greedy")
        for language in ("cs", "en"):
            words = teller(room.table, language)
            for error in (NotYourSeat(), OutOfTurn(), Stale(), NotStored(), NoSuchTable(), Running()):
                assert len(words.say(error.event)) > 10

    play(tmp_path, story)


def test_a_retry_is_answered_and_not_played_twice_also_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        house = sqlite_house(tmp_path)
        room, players = await seated(house, 2)
        first = turn(players)
        assert first.seat is not None
        asked, action = room.table.asked[first.seat], room.table.state.legal_actions(first.seat)[0]
        row = await room.submit(first.person, first.seat, "id", asked, action)
        both = await asyncio.gather(*(room.submit(first.person, first.seat, "id", asked, action) for _ in range(5)))
        assert both == [row] * 5
        seq, snapshot = room.table.seq, room.table.state.snapshot()
        await shut(house)
        house = sqlite_house(tmp_path)
        room = await house.room(room.id)
        assert (room.table.seq, room.table.state.snapshot()) == (seq, snapshot)
        assert await room.submit(first.person, first.seat, "id", asked, action) == row
        assert room.table.seq == seq
        await shut(house)

    asyncio.run(story())


def test_another_seats_message_id_is_not_known_here(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2)
        for _ in range(3):
            before = room.table.seq
            if len({seat for seat, message in room.table.known if message == "same"}) == 2:
                break
            await turn(players).play("same")
            assert room.table.seq > before
        assert {seat for seat, message in room.table.known if message == "same"} == {0, 1}

    play(tmp_path, story)


class Broken(SqliteConnection):
    broken = False

    def execute(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        if self.broken:
            raise sqlite3.OperationalError("database or disk is full")
        return super().execute(sql, *values)


def test_what_cannot_be_stored_is_not_shown_and_the_table_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        house = House(SqliteDatabase(tmp_path / "k.db", Broken), services())
        HOUSES.append(house)
        room, players = await seated(house, 2)
        monkeypatch.setattr(Broken, "broken", True)
        seq, told = room.table.seq, [len(player.updates) for player in players]
        for _ in range(3):
            with pytest.raises(NotStored):
                await turn(players).play("m")
        with pytest.raises(NotStored):
            await room.do(consent.say, "p0", 0, "s", "hello")
        assert (room.table.seq, [len(player.updates) for player in players]) == (seq, told)
        monkeypatch.setattr(Broken, "broken", False)
        assert await turn(players).play("m") == seq + 1
        assert all(player.updates[-1].seq == seq + 1 for player in players)
        await shut(house)

    asyncio.run(story())


def test_a_caller_who_goes_away_while_it_is_stored_loses_nothing(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2)
        seq = room.table.seq
        task = asyncio.create_task(turn(players).play("m"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await settle()
        stored = len(await house.log.rows(room.id))
        assert room.table.seq == stored
        assert stored in (seq, seq + 1)
        assert players[1].updates[-1].seq == stored

    play(tmp_path, story)


# ---- what is told --------------------------------------------------------------------------------------------


def test_a_returning_client_gets_exactly_what_it_missed(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, "greedy", clock=("bank", 300, 5))
        follower = Player(room, players[0].person, 0)
        watcher = Player(room, "watcher", None)
        await follower.connect()
        await watcher.connect()
        await to_the_end_of(house, players, 12)
        for last in (players[0].updates[0].seq, room.table.seq - 5, room.table.seq - 1, room.table.seq):
            again = Player(room, players[0].person, 0)
            await again.connect(last)
            assert again.updates == [update for update in players[0].updates if update.seq > last]
            spectator = Player(room, "other", None)
            await spectator.connect(max(last, watcher.updates[0].seq))
            assert spectator.updates == [
                update for update in watcher.updates if update.seq > last and update.kind != "sync"
            ]
        for unknown in (None, 0, -3, room.table.seq + 1):
            again = Player(room, players[0].person, 0)
            await again.connect(unknown)
            assert [update.kind for update in again.updates] == ["sync"]
            assert again.updates[0].view == players[0].updates[-1].view

    play(tmp_path, story)


async def to_the_end_of(house: House, players: list[Player], decisions: int) -> None:
    for step in range(decisions):
        await time_of(house).pass_by(1)
        await turn(players).play(f"d{step}")


def test_missed_updates_survive_a_restart_to_the_letter(tmp_path: Path) -> None:
    async def story() -> None:
        house = sqlite_house(tmp_path)
        room, players = await seated(house, 2)
        await to_the_end_of(house, players, 8)
        live = players[1].updates
        await shut(house)
        house = sqlite_house(tmp_path)
        again = Player(await house.room(room.id), "p1", 1)
        await again.connect(live[2].seq)
        assert again.updates == live[3:]
        await shut(house)

    asyncio.run(story())


def test_only_the_seat_that_decides_gets_options_and_a_hand_is_seen_by_its_owner_only(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 3)
        watcher = Player(room, "watcher", None)
        await watcher.connect()
        now = turn(players)
        await to_the_end_of(house, players, 1)
        for player in [*players, watcher]:
            last = player.updates[-1]
            assert last.view
            for owner in range(3):
                assert bool(last.view.zone("hand", owner).cards) == (owner == player.seat)
            decides = player.seat is not None and bool(room.table.asked[player.seat])
            assert (last.options is not None, bool(last.asked)) == (decides, decides)
        assert now

    play(tmp_path, story)


def test_spectators_only_where_they_are_welcome_and_unknown_tables_are_refused(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await seated(house, 1, "greedy", spectators=False)
        told: list[Update] = []
        for stranger in ("stranger", None):
            with pytest.raises(Refused, match="no_spectators"):
                await room.attach(stranger, told.append)
        with pytest.raises(NoSuchTable):
            await house.room("aaaaaaaaaaaaaaaa")
        assert told == []

    play(tmp_path, story)


def test_of_several_tabs_the_newest_acts_and_all_are_told(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 1, "greedy")
        tab = Player(room, "p0", 0)
        await tab.connect()
        assert players[0].session
        assert tab.session
        assert (room.acts(players[0].session), room.acts(tab.session)) == (False, True)
        await room.do(consent.say, "p0", 0, "s", "hello")
        assert tab.updates[-1] == players[0].updates[-1]
        tab.leave()
        assert room.acts(players[0].session)

    play(tmp_path, story)


def test_hot_seat_nothing_private_before_the_curtain_is_lifted(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await house.open(settings("host", "host", "greedy"), "p0", "Eva")
        device = Player(room, "p0", None)
        await device.connect()
        assert device.session
        await shuffle(room, [Player(room, "p0", 0), Player(room, "p0", 1)])
        await time_of(house).pass_by(3)

        def hands() -> list[int]:
            view = device.updates[-1].view
            assert view
            return [owner for owner in range(3) if view.zone("hand", owner).cards]

        assert hands() == []
        assert device.updates[-1].options is None
        seat = 0 if room.table.asked[0] else 1
        with pytest.raises(NotYourSeat):
            room.lift_curtain(device.session, 2)
        room.lift_curtain(device.session, seat)
        assert hands() == [seat]
        assert device.updates[-1].options
        room.drop_curtain(device.session)
        assert hands() == []
        room.lift_curtain(device.session, seat)
        while room.table.asked[seat]:
            await Player(room, "p0", seat).play(f"x{room.table.seq}")
        await time_of(house).pass_by(3)
        assert device.session.lifted is None or not room.table.asked[1 - seat]
        assert hands() in ([], [seat])
        again = Player(room, "p0", None)
        await again.connect(room.table.seq - 3)
        assert all(
            not update.view or not update.view.zone("hand", owner).cards for update in again.updates for owner in (0, 1)
        )

    play(tmp_path, story)


def test_set_phrases_and_nothing_else_can_be_said(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2)
        assert await room.do(consent.say, "p1", 1, "s", "well_played") == await room.do(
            consent.say, "p1", 1, "s", "well_played"
        )
        assert teller(room.table, "cs").say(players[0].updates[-1].events[0]) == "Player 1: Dobře zahráno!"
        with pytest.raises(Refused, match="no_such_phrase"):
            await room.do(consent.say, "p1", 1, "t", "buy my horse")

    play(tmp_path, story)


def test_a_name_can_be_changed_and_is_told(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2)
        await room.do(membership.rename, "p1", "  Žofie   K. ")
        assert room.table.names() == ["Player 0", "Žofie K."]
        table = players[0].updates[-1].table
        assert table
        assert table.seats[1].name == "Žofie K."
        for bad in ("", "  ", "x" * 31, "<b>", "\u202eevil", "a" * 500):
            with pytest.raises(Refused, match="bad_name"):
                await room.do(membership.rename, "p1", bad)

    play(tmp_path, story)
