"""Someone sets the clock of the machine: tables go on at the same pace, and nobody gains or loses time."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kartarna.play.commands import consent
from kartarna.play.errors import Refused
from kartarna.play.house import House
from kartarna.play.model.ceremony import PATIENCE
from kartarna.play.model.interval import PATIENCE as BETWEEN_ROUNDS
from kartarna.play.people import MOVE_SECONDS
from kartarna.play.room.room import PRESENCE, Room
from tests.play.helpers import HOUSES, Player, seated, settings, settle, shut, sqlite_house, time_of, turn

HOUR = 3600.0
JUMPS = (-HOUR, HOUR, -400 * 24 * HOUR)


def at_the_bots_turn(room: Room) -> bool:
    return bool(room.table.automatic())


async def on_to_the_bot(room: Room, player: Player) -> None:
    while not at_the_bots_turn(room):
        await player.play(f"m{room.table.seq}")
        await settle()


async def restarted(house: House, folder: Path, room: Room, *, wrong: float) -> tuple[House, Player]:
    """The power fails, and the machine is back with another clock."""
    elapsed = time_of(house).time
    for runner in house.runners.values():
        runner.task.cancel()
    HOUSES.remove(house)
    await house.database.close()
    house = sqlite_house(folder, "again")
    time_of(house).time, time_of(house).wrong = elapsed, wrong
    player = Player(await house.room(room.id), "p0", 0)
    await player.connect()
    await settle()
    return house, player


@pytest.mark.parametrize("jump", JUMPS)
def test_bots_keep_their_pace_when_the_clock_is_set(jump: float, tmp_path: Path) -> None:
    async def story() -> None:
        house = sqlite_house(tmp_path)
        room, (player,) = await seated(house, 1, "greedy", pace=2)
        await on_to_the_bot(room, player)
        seq = room.table.seq
        time_of(house).wrong = jump
        await time_of(house).pass_by(1.9)
        assert room.table.seq == seq
        await time_of(house).pass_by(0.2)
        assert room.table.seq > seq
        await shut(house)

    asyncio.run(story())


@pytest.mark.parametrize("jump", JUMPS)
def test_bots_answer_after_a_restart_with_another_clock(jump: float, tmp_path: Path) -> None:
    """Rows that are an hour ahead freeze nothing, and rows never run backwards."""

    async def story() -> None:
        house = sqlite_house(tmp_path)
        room, (player,) = await seated(house, 1, "greedy", pace=2)
        await on_to_the_bot(room, player)
        seq = room.table.seq
        house, player = await restarted(house, tmp_path, room, wrong=jump)
        await time_of(house).pass_by(2.1)
        assert player.room.table.seq > seq
        times = [row.at for row in await house.log.rows(room.id)]
        assert times == sorted(times)
        await shut(house)

    asyncio.run(story())


@pytest.mark.parametrize("jump", JUMPS)
def test_a_players_clock_runs_at_the_same_pace_when_the_clock_is_set(jump: float, tmp_path: Path) -> None:
    async def story() -> None:
        house = sqlite_house(tmp_path)
        room, players = await seated(house, 2, clock=("decision", 60.0), options={"starter": 1})
        await time_of(house).pass_by(10)
        time_of(house).wrong = jump
        await time_of(house).pass_by(49)
        assert not room.table.chairs[0].stand_in
        deadline = room.table.timer.deadline(0)
        assert deadline is not None
        assert deadline - room.clock.now() == pytest.approx(1)
        await time_of(house).pass_by(2)
        assert room.table.chairs[0].stand_in
        await players[0].connect()
        await room.do(consent.come_back, "p0", 0)
        assert not room.table.chairs[0].stand_in
        await shut(house)

    asyncio.run(story())


@pytest.mark.parametrize("jump", JUMPS)
def test_a_players_clock_after_a_restart_with_another_clock(jump: float, tmp_path: Path) -> None:
    async def story() -> None:
        house = sqlite_house(tmp_path)
        room, _ = await seated(house, 2, clock=("decision", 60.0), options={"starter": 1})
        house, player = await restarted(house, tmp_path, room, wrong=jump)
        deadline = player.room.table.timer.deadline(0)
        assert deadline is not None
        assert deadline - player.room.clock.now() == pytest.approx(60)
        await time_of(house).pass_by(59)
        assert not player.room.table.chairs[0].stand_in
        await time_of(house).pass_by(2)
        assert player.room.table.chairs[0].stand_in
        await shut(house)

    asyncio.run(story())


@pytest.mark.parametrize("jump", JUMPS)
def test_the_shuffle_is_as_patient_as_ever(jump: float, tmp_path: Path) -> None:
    async def story() -> None:
        house = sqlite_house(tmp_path)
        room, _ = await house.open(settings("host", "greedy"), "p0", "Eva")
        await Player(room, "p0", 0).connect()
        await settle()
        assert room.table.ceremony
        time_of(house).wrong = jump
        await time_of(house).pass_by(PATIENCE - 1)
        assert not room.table.aborted
        await time_of(house).pass_by(2)
        assert len(room.table.aborted) == 1
        await shut(house)

    asyncio.run(story())


@pytest.mark.parametrize("jump", JUMPS)
def test_who_is_away_is_away_as_long_as_they_are(jump: float, tmp_path: Path) -> None:
    async def story() -> None:
        house = sqlite_house(tmp_path)
        room, players = await seated(house, 2)
        players[1].leave()
        await settle()
        time_of(house).wrong = jump
        await time_of(house).pass_by(100)
        await house.heartbeat()
        room.hear_of(await house.log.last_seen(room.id))  # as after another process's word
        assert room.there() == {"p0"}
        assert room.away("p1") == pytest.approx(100)
        await shut(house)

    asyncio.run(story())


@pytest.mark.parametrize("jump", [-HOUR, -400 * 24 * HOUR])
def test_whoever_was_there_when_the_power_failed_is_there_for_a_heartbeat_at_most(jump: float, tmp_path: Path) -> None:
    async def story() -> None:
        house = sqlite_house(tmp_path)
        room, _ = await seated(house, 2)
        await house.heartbeat()
        house, player = await restarted(house, tmp_path, room, wrong=jump)
        await time_of(house).pass_by(PRESENCE + 1)
        assert player.room.there() == {"p0"}
        await time_of(house).pass_by(200)
        assert 0 < player.room.away("p1") < 210
        await shut(house)

    asyncio.run(story())


@pytest.mark.parametrize("skew", [-HOUR, HOUR])
def test_a_machine_with_another_clock_takes_turns_at_a_table(skew: float, tmp_path: Path) -> None:
    """Whoever wrote the last row has the time: nobody's clock runs out because the two differ."""

    async def story() -> None:
        house = sqlite_house(tmp_path)
        room, _ = await seated(house, 2, clock=("decision", 60.0), options={"starter": 1})
        other = sqlite_house(tmp_path, "other")
        time_of(other).time, time_of(other).wrong = time_of(house).time, skew
        there = Player(await other.room(room.id), "p0", 0)
        await there.play("m1")
        await room.read_on()
        left = room.table.timer.deadline(1)
        assert left is not None
        assert left - room.clock.now() == pytest.approx(60)
        await time_of(house).pass_by(59)
        assert not room.table.chairs[1].stand_in
        await time_of(house).pass_by(2)
        assert room.table.chairs[1].stand_in
        await shut(other)
        await shut(house)

    asyncio.run(story())


def test_a_move_link_does_not_live_longer_because_the_clock_is_set_back(tmp_path: Path) -> None:
    async def story() -> None:
        house = sqlite_house(tmp_path)
        person, _ = await house.people.welcome("Eva")
        secret = await house.people.move_link(person.id)
        time_of(house).wrong = -HOUR
        await time_of(house).pass_by(MOVE_SECONDS + 1)
        assert await house.people.move(secret) is None
        await shut(house)

    asyncio.run(story())


@pytest.mark.parametrize("jump", JUMPS)
def test_the_next_round_is_dealt_in_time_when_the_clock_is_set_between_two(jump: float, tmp_path: Path) -> None:
    async def story() -> None:
        house = sqlite_house(tmp_path)
        room, players = await seated(house, 2)
        for player in players:
            player.goes_on = False
        while not room.table.interval:
            await turn(players).play(f"m{room.table.seq}")
        await settle()
        time_of(house).wrong = jump
        await players[0].go_on("on")
        await time_of(house).pass_by(BETWEEN_ROUNDS - 0.1)
        assert room.table.interval
        await time_of(house).pass_by(0.2)
        assert not room.table.interval
        await shut(house)

    asyncio.run(story())


@pytest.mark.parametrize("jump", JUMPS)
def test_the_pause_between_two_nudges_is_as_long_as_ever_when_the_clock_is_set(jump: float, tmp_path: Path) -> None:
    async def story() -> None:
        house = sqlite_house(tmp_path)
        room, players = await seated(house, 2)
        late = turn(players)
        other = next(player for player in players if player is not late)
        assert other.seat is not None
        assert late.seat is not None
        await room.nudge(other.person, other.seat, late.seat)
        time_of(house).wrong = jump
        await time_of(house).pass_by(consent.NUDGE - 0.1)
        with pytest.raises(Refused, match="nudged_already"):
            await room.nudge(other.person, other.seat, late.seat)
        await time_of(house).pass_by(0.2)
        await room.nudge(other.person, other.seat, late.seat)
        await shut(house)

    asyncio.run(story())
