"""Clocks, stand-ins, sleep and the pace of bots, on a fake clock."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kartarna.core.record import Happening, read, write
from kartarna.core.verification import verify
from kartarna.games import get
from kartarna.play.commands import consent
from kartarna.play.errors import OutOfTurn, Refused
from kartarna.play.house import House
from kartarna.play.room.room import Room
from kartarna.play.storage.log import Row
from tests.play.helpers import Player, seated, settle, shut, sqlite_house, time_of, turn
from tests.play.test_table import play, to_the_end


async def rows(house: House, room: Room, kind: str) -> list[Row]:
    return [row for row in await house.log.rows(room.id) if row.kind == kind]


# ---- bots ----------------------------------------------------------------------------------------------------


def test_a_bots_answer_appears_after_the_pace_and_never_earlier(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 1, "greedy", "random", pace=2.5, options={"starter": 1})
        await players[0].play("m")
        while room.table.asked[0]:
            await players[0].play(f"m{room.table.seq}")
        start, seq = time_of(house).now(), room.table.seq
        await time_of(house).pass_by(2.4)
        assert room.table.seq == seq
        await time_of(house).pass_by(0.2)
        assert room.table.seq == seq + 1
        await time_of(house).pass_by(30)
        decided = [row for row in await rows(house, room, "decided") if row.data["by"] == "bot"]
        assert [row.at for row in decided] == [start + 2.5 * (place + 1) for place in range(len(decided))]

    play(tmp_path, story)


def test_a_table_sleeps_while_no_human_is_connected(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 1, "greedy", options={"starter": 2})
        players[0].leave()
        watcher = Player(room, "watcher", None)
        await watcher.connect()
        seq = room.table.seq
        await time_of(house).pass_by(3600)
        assert room.table.seq == seq
        await players[0].connect(seq)
        await time_of(house).pass_by(5)
        assert room.table.asked[0]
        await house.heartbeat()
        assert room.id in house.rooms
        players[0].leave()
        watcher.leave()
        await settle()
        await house.heartbeat()
        assert house.rooms == {}
        assert (await house.room(room.id)).table.seq == room.table.seq

    play(tmp_path, story)


# ---- clocks ----------------------------------------------------------------------------------------------------


def test_when_time_runs_out_a_stand_in_decides_until_the_player_acts(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, clock=("decision", 20), options={"starter": 1, "rounds": 1})
        await time_of(house).pass_by(19.9)
        assert not room.table.chairs[0].stand_in
        await time_of(house).pass_by(0.2)
        assert room.table.chairs[0].stand_in
        await time_of(house).pass_by(5)
        decided = await rows(house, room, "decided")
        assert {(row.seat, row.data["by"]) for row in decided} == {(0, "stand_in")}
        while room.table.asked[1]:
            await players[1].play(f"a{room.table.seq}")
        await time_of(house).pass_by(5)  # the stand-in goes on
        assert room.table.asked[1]
        while room.table.asked[1]:
            await players[1].play(f"a{room.table.seq}")
        await players[0].play("back")
        assert not room.table.chairs[0].stand_in
        assert (await rows(house, room, "decided"))[-1].data["by"] == "human"
        await to_the_end(house, players)
        record = read(write(await house.record(room.id)))
        verify(get("gap"), record)
        marks = [entry for round in record.rounds for entry in round.play if isinstance(entry, Happening)]
        assert marks == [Happening("stands_in", 0), Happening("returns", 0)]

    play(tmp_path, story)


def test_a_bank_is_used_up_decision_by_decision_and_grows_by_the_increment(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, clock=("bank", 60, 5), options={"starter": 1})
        await time_of(house).pass_by(20)
        await players[0].play("m")
        assert room.table.timer.left[0] == pytest.approx(45)
        while room.table.asked[0]:
            await players[0].play(f"m{room.table.seq}")
        left = room.table.timer.left[0]
        assert room.table.timer.deadline(0) is None
        assert room.table.timer.deadline(1) == time_of(house).now() + 60
        await time_of(house).pass_by(61)
        assert room.table.chairs[1].stand_in
        await room.do(consent.come_back, "p1", 1)
        assert room.table.timer.left[1] == 5
        assert room.table.timer.left[0] == left
        assert players[0].updates[-1].clocks[1] == (5, time_of(house).now() + 5 if room.table.asked[1] else None)

    play(tmp_path, story)


def test_a_live_clock_stands_still_while_nobody_is_there_and_while_the_server_is_down(tmp_path: Path) -> None:
    async def story() -> None:
        house = sqlite_house(tmp_path)
        room, players = await seated(house, 2, clock=("decision", 60), options={"starter": 1})
        await time_of(house).pass_by(10)
        for player in players:
            player.leave()
        await time_of(house).pass_by(10_000)
        assert not room.table.chairs[0].stand_in
        await players[0].connect()
        await settle()
        assert room.table.timer.deadline(0) == time_of(house).now() + 50
        await time_of(house).pass_by(10)
        await room.do(consent.say, "p0", 0, "s", "hello")  # the last thing before the power fails
        now = time_of(house).now()
        for runner in house.runners.values():
            runner.task.cancel()
        await house.database.close()
        house.rooms.clear()
        house.runners.clear()
        await settle_without(house)
        house = sqlite_house(tmp_path)
        time_of(house).time = now + 86_400
        player = Player(await house.room(room.id), "p0", 0)
        await player.connect()
        await settle()
        assert player.room.table.timer.deadline(0) == time_of(house).now() + 40
        await shut(house)

    asyncio.run(story())


async def settle_without(house: House) -> None:
    from tests.play.helpers import HOUSES  # noqa: PLC0415

    HOUSES.remove(house)
    await asyncio.sleep(0)


def test_a_clock_over_days_runs_on_while_all_are_away(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, clock=("decision", 86_400), days=True, options={"starter": 1})
        for player in players:
            player.leave()
        await time_of(house).pass_by(90_000)
        await players[1].connect()
        await time_of(house).pass_by(1)
        assert room.table.chairs[0].stand_in

    play(tmp_path, story)


def test_all_humans_together_stop_the_clock_and_anyone_starts_it_again(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, clock=("decision", 60), options={"starter": 1})
        await time_of(house).pass_by(10)
        await room.do(consent.propose, "p1", 1, "a", "pause")
        assert not room.table.paused
        await room.do(consent.agree, "p0", 0, "b")
        assert room.table.paused
        await time_of(house).pass_by(1000)
        assert not room.table.chairs[0].stand_in
        await room.do(consent.resume, "p1", 1)
        assert room.table.timer.deadline(0) == time_of(house).now() + 50
        assert players[0].updates[-1].clocks[0] == (50, time_of(house).now() + 50)

    play(tmp_path, story)


# ---- without a clock -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("days", "patience"), [(False, 120), (True, 3 * 86_400)])
def test_without_a_clock_a_stand_in_comes_only_if_a_human_asks_for_it(
    tmp_path: Path, days: bool, patience: int
) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, days=days, options={"starter": 1})
        with pytest.raises(Refused, match="not_away"):
            await room.ask_stand_in("p1", 1, 0)
        players[0].leave()
        await time_of(house).pass_by(patience - 1)
        with pytest.raises(Refused, match="not_away"):
            await room.ask_stand_in("p1", 1, 0)
        await time_of(house).pass_by(patience)
        assert not room.table.chairs[0].stand_in
        await room.ask_stand_in("p1", 1, 0)
        assert room.table.chairs[0].stand_in
        await time_of(house).pass_by(5)
        assert not room.table.asked[0]
        await players[0].connect()
        await room.do(consent.come_back, "p0", 0)
        assert not room.table.chairs[0].stand_in

    play(tmp_path, story)


def test_whoever_resigns_has_lost_and_a_bot_plays_on(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, options={"starter": 1, "rounds": 1})
        await room.do(consent.resign, "p0", 0, "r")
        assert await room.do(consent.resign, "p0", 0, "r") == room.table.seq
        told = len(players[0].updates) - 1  # of the resigning itself
        with pytest.raises(OutOfTurn):
            await players[0].play("m")
        await to_the_end(house, [players[1]])
        assert not any(update.asked or update.options for update in players[0].updates[told:])
        assert room.table.winners() in ((), (1,))
        record = await house.record(room.id)
        assert record.rounds[0].play[0] == Happening("resigned", 0)
        assert {row.data["by"] for row in await rows(house, room, "decided")} == {"human", "resigned"}
        verify(get("gap"), record)

    play(tmp_path, story)


def test_a_game_that_all_humans_resign_is_abandoned(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, "greedy")
        await room.do(consent.resign, "p0", 0, "r")
        await room.do(consent.resign, "p1", 1, "r")
        assert (room.table.phase, room.table.ended) == ("finished", "abandoned")
        assert room.table.winners() == ()
        assert (await house.record(room.id)).ended == "abandoned"
        assert turn_is_over(players)

    play(tmp_path, story)


def turn_is_over(players: list[Player]) -> bool:
    with pytest.raises(StopIteration):
        turn(players)
    return True


def test_whoever_owes_a_decision_can_be_nudged_once_a_minute(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, "greedy", options={"starter": 1})
        for absent in (1, 2):  # oneself, a bot
            with pytest.raises(Refused, match="no_nudge"):
                await room.nudge("p1", 1, absent)
        await room.nudge("p1", 1, 0)
        assert [(event.kind, event.facts["other"]) for event in players[0].updates[-1].events] == [("nudged", 0)]
        assert list(room.table.nudged) == [0]
        with pytest.raises(Refused, match="nudged_already"):
            await room.nudge("p1", 1, 0)
        await time_of(house).pass_by(60)
        await room.nudge("p1", 1, 0)
        while room.table.asked[0]:
            await players[0].play(f"m{room.table.seq}")
        assert not room.table.nudged  # it has decided
        with pytest.raises(Refused, match="no_nudge"):
            await room.nudge("p1", 1, 0)

    play(tmp_path, story)
