"""Between two rounds the table waits: bots, clocks and the next deal, until the people have gone on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from kartarna.core.words import Event
from kartarna.play.commands import consent, go_on, membership
from kartarna.play.errors import NotYourSeat
from kartarna.play.house import House
from kartarna.play.model.updates import Update
from kartarna.play.room.room import Room
from kartarna.protocol.table_list import line_of
from tests.play.helpers import Player, seated, settings, settle, shuffle, shut, sqlite_house, time_of


def play(folder: Path, story: Callable[[House], Awaitable[None]]) -> None:
    async def whole() -> None:
        house = sqlite_house(folder)
        try:
            await story(house)
        finally:
            await shut(house)

    asyncio.run(whole())


async def to_the_rounds_end(house: House, players: list[Player]) -> None:
    """All play the first decision they can make; nobody goes on."""
    room = players[0].room
    for player in players:
        player.goes_on = False
    while not room.table.ending:
        await time_of(house).pass_by(1)
        for player in players:
            if player.seat is not None and room.table.asked[player.seat]:
                await player.play(f"m{room.table.seq}")
    await settle()


def kinds(events: tuple[Event, ...]) -> list[str]:
    return [event.kind for event in events]


async def sync_of(room: Room, person: str | None) -> Update:
    """What somebody is told who comes now."""
    told: list[Update] = []
    session = await room.attach(person, told.append)
    room.detach(session)
    return told[0]


def test_a_list_says_for_whom_the_next_round_waits(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, "random", pace=0)
        await to_the_rounds_end(house, players)
        line = line_of(room.table, None)
        assert (line.between, line.rounds, line.waiting) == (True, 1, [0, 1])
        assert line.totals == list(room.table.state.totals[: room.table.players])
        await players[0].go_on("on")
        assert line_of(room.table, None).waiting == [1]

    play(tmp_path, story)


def test_alone_among_bots_nothing_happens_until_one_goes_on(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, (eva,) = await seated(house, 1, "random", "random", pace=0)
        await to_the_rounds_end(house, [eva])
        seq = room.table.seq
        await time_of(house).pass_by(3600)
        assert (room.table.seq, room.table.state.round) == (seq, 1)
        assert [update.kind for update in eva.updates if update.ending] == ["decided"]
        await eva.go_on("on")
        await settle()
        assert room.table.state.round == 2
        assert [update.kind for update in eva.updates if update.seq > seq][:2] == ["went_on", "dealt"]

    play(tmp_path, story)


def test_several_go_on_together_or_after_ten_seconds(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 3)
        await to_the_rounds_end(house, players)
        ended = room.table.at
        await players[0].go_on("on")
        players[1].leave()
        await settle()
        info = players[2].updates[-1].table
        assert info
        assert info.interval
        assert (info.interval.gone_on, info.interval.ends) == ((0,), ended + 10)
        await time_of(house).pass_by(ended + 9.9 - time_of(house).now())
        assert room.table.state.round == 1
        await time_of(house).pass_by(0.2)
        assert room.table.state.round == 2
        assert players[2].updates[-1].ending is None

    play(tmp_path, story)


def test_whoever_leaves_is_not_waited_for(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2)
        await to_the_rounds_end(house, players)
        await players[0].go_on("on")
        await settle()
        assert room.table.state.round == 1
        players[1].leave()
        await settle()
        assert room.table.state.round == 2

    play(tmp_path, story)


def test_hot_seat_goes_on_by_one_press(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await house.open(settings("host", "open"), "p0", "Eva")
        await room.do(membership.share, "p0", 1, "Jan")
        both = [Player(room, "p0", 0), Player(room, "p0", 1)]
        await both[0].connect()
        await shuffle(room, both)
        await to_the_rounds_end(house, both)
        ended = room.table.at
        await time_of(house).pass_by(60)
        assert room.table.interval_ends() is None
        assert room.table.at == ended
        await both[1].go_on("on")
        await settle()
        assert room.table.state.round == 2

    play(tmp_path, story)


def test_no_clock_runs_between_rounds(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, (eva,) = await seated(house, 1, "random", pace=0, clock=("bank", 100, 0))
        await to_the_rounds_end(house, [eva])
        left = room.table.timer.shown()[0]
        await time_of(house).pass_by(500)
        assert room.table.timer.shown()[0] == (left[0], None)
        assert not room.table.chairs[0].stand_in
        await eva.go_on("on")
        await settle()
        assert not room.table.chairs[0].stand_in

    play(tmp_path, story)


@pytest.mark.parametrize("gone_on", [False, True])
def test_a_restart_in_between_loses_nothing(tmp_path: Path, *, gone_on: bool) -> None:
    async def story() -> None:
        house = sqlite_house(tmp_path)
        room, players = await seated(house, 2)
        await to_the_rounds_end(house, players)
        if gone_on:
            await players[0].go_on("on")
            await settle()
        told = players[1].updates[-1]
        interval, rounds = room.table.interval, room.table.rounds
        await shut(house)

        house = sqlite_house(tmp_path, "other")
        room = await house.room(room.id)
        assert (room.table.interval, room.table.rounds) == (interval, rounds)
        again = [Player(room, f"p{seat}", seat, goes_on=False) for seat in (0, 1)]
        for player in again:
            await player.connect()
        assert again[1].updates[0].ending == told.ending
        await again[1].go_on("on")
        await again[0].go_on("on")
        await settle()
        assert room.table.state.round == 2
        await shut(house)

    asyncio.run(story())


def test_whoever_comes_later_is_told_how_the_round_ended(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, "random", pace=0, game="trop", options={"target": 60})
        await to_the_rounds_end(house, players)
        for person in ("p0", None):
            ending = (await sync_of(room, person)).ending
            assert ending
            assert ending.totals == (tuple(room.table.state.totals[:3]),)
            assert "round_ends" in kinds(ending.events)
            assert kinds(ending.events).count("round_score") == 3
        for player in players:
            await player.go_on("on")
        await settle()
        assert (await sync_of(room, None)).ending is None
        await to_the_rounds_end(house, players)
        second = (await sync_of(room, None)).ending
        assert second
        assert len(second.totals) == 2

    play(tmp_path, story)


def test_what_a_seat_alone_was_told_stays_with_it(tmp_path: Path) -> None:
    """THREE-12: the last decision may draw a card, which only its seat hears of."""

    async def story(house: House) -> None:
        room, players = await seated(house, 2, game="three")
        await to_the_rounds_end(house, players)
        for person in ("p0", "p1", None):
            update = await sync_of(room, person)
            assert update.ending
            assert all(event.seen_by(update.seat) for event in update.ending.events)
        assert room.table.phase == "finished"

    play(tmp_path, story)


def test_a_game_that_is_ended_in_between_has_its_score_and_nothing_more_is_dealt(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2)
        await to_the_rounds_end(house, players)
        await room.do(consent.propose, "p0", 0, "e", "end")
        await room.do(consent.agree, "p1", 1, "e")
        await players[0].go_on("on")
        await time_of(house).pass_by(60)
        assert (room.table.phase, room.table.state.round, room.table.interval) == ("finished", 1, None)
        ending = (await sync_of(room, "p0")).ending
        assert ending
        assert len(ending.totals) == 1
        assert "round_ends" in kinds(ending.events)

    play(tmp_path, story)


def test_spectators_are_not_asked_and_cannot_go_on(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 1, "random", pace=0)
        await room.attach(None, lambda _: None)
        await to_the_rounds_end(house, players)
        with pytest.raises(NotYourSeat):
            await room.do(go_on.go_on, "someone", 0, "on")
        await players[0].go_on("on")
        await settle()
        assert room.table.state.round == 2

    play(tmp_path, story)


# ---- once more -------------------------------------------------------------------------------------------------


async def one_game(house: House, *bots: str) -> tuple[Room, list[Player]]:
    room, players = await seated(house, 2, *bots, pace=0, options={"rounds": 1})
    await to_the_rounds_end(house, players)
    return room, players


def test_who_asked_for_a_rematch_withdraws_it_and_it_can_be_asked_for_anew(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await one_game(house)
        first = await house.rematch(room, "p1")
        assert (room.table.rematch_by, first.table.host, first.table.rematch_of) == (1, "p1", room.id)
        await house.decline_rematch(room, "p1")
        assert (room.table.rematch, room.table.rematch_by, first.table.ended) == (None, None, "closed")
        assert kinds(players[0].updates[-1].events) == ["rematch_withdrawn"]
        second = await house.rematch(room, "p0")
        assert second.id != first.id
        assert second.table.phase == "shuffling"

    play(tmp_path, story)


def test_who_declines_a_rematch_gives_up_the_seat(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await one_game(house)
        fresh = await house.rematch(room, "p0")
        await house.decline_rematch(room, "p1")
        assert fresh.table.phase == "open"
        assert [chair.person for chair in fresh.table.chairs] == ["p0", None]
        assert room.table.rematch == fresh.id

    play(tmp_path, story)


def test_a_rematch_that_was_closed_does_not_count(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await one_game(house)
        first = await house.rematch(room, "p0")
        await first.do(membership.close, "p0")
        second = await house.rematch(room, "p1")
        assert second.id != first.id
        assert (room.table.rematch, room.table.rematch_by) == (second.id, 1)

    play(tmp_path, story)


def test_a_series_counts_who_has_won_and_forgets_who_left(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await one_game(house)
        won = [0, 0]
        for _ in range(3):
            for seat in room.table.winners():
                won[seat] += 1
            info = players[0].updates[-1].table
            assert info
            assert [seat.won for seat in info.seats] == won
            room = await house.rematch(room, "p0")
            players = [Player(room, f"p{seat}", seat) for seat in (0, 1)]
            for player in players:
                await player.connect()
            await shuffle(room, players)
            assert [room.table.won(seat) for seat in (0, 1)] == won
            await to_the_rounds_end(house, players)
        assert sum(won) >= 3
        fresh = await house.rematch(room, "p0")
        await house.decline_rematch(room, "p1")
        await fresh.join("p9", "Petr", seat=1)
        assert fresh.table.won(1) == 0

    play(tmp_path, story)


@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("hinted", [False, True])
def test_a_game_of_practice_counts_in_no_series(hinted: bool, people: int, tmp_path: Path) -> None:
    async def story(house: House) -> None:
        bots = ["random"] * (2 - people)
        room, players = await seated(house, people, *bots, pace=0, options={"rounds": 1, "starter": 1}, hints=True)
        if hinted:
            await room.hints.mark("p0", 0)
        await to_the_rounds_end(house, players)
        assert room.table.winners()
        assert sum(room.table.won(seat) for seat in range(2)) == (0 if hinted else len(room.table.winners()))

    play(tmp_path, story)
