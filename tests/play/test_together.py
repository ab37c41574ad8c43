"""Several at once: choices at the same time, proposals beside bots that play on, a pause, the last round, a rematch."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kartarna.core.record import Happening, read, write
from kartarna.core.verification import verify
from kartarna.games import get
from kartarna.play.commands import consent, fair_shuffle, membership
from kartarna.play.errors import NoSuchSeat, OutOfTurn, Refused, WrongPhase
from kartarna.play.house import House
from kartarna.play.model.shuffle import promise
from kartarna.play.room.room import Room
from tests.play.helpers import Player, seated, settings, settle, shuffle, time_of, turn
from tests.play.test_consent import halfway
from tests.play.test_table import play, to_the_end

# ---- choices at the same time (KARMA-3) ----------------------------------------------------------------------


def test_all_seats_choose_at_once_and_nobodys_choice_makes_anothers_stale(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 4, game="karma")
        asked = list(room.table.asked)
        assert len(set(asked)) == 1
        assert asked[0] > 0
        choices = [room.table.state.legal_actions(seat)[seat] for seat in range(4)]
        rows = await asyncio.gather(
            *(room.submit(f"p{seat}", seat, "m", asked[seat], choices[seat]) for seat in (2, 0, 3, 1))
        )
        assert sorted(rows) == list(range(asked[0] + 1, asked[0] + 5))
        retries = [await room.submit(f"p{seat}", seat, "m", asked[seat], choices[seat]) for seat in (2, 0, 3, 1)]
        assert retries == rows
        with pytest.raises(OutOfTurn):
            await room.submit("p2", 2, "again", asked[2], choices[2])
        assert players[0].updates

    play(tmp_path, story)


def test_what_others_choose_is_hidden_until_all_have_chosen(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 3, game="karma")
        dealt = room.table.history.fork()
        first, second = (room.table.state.legal_actions(1)[place] for place in (0, -1))
        await players[1].play("m", first)
        told = players[0].updates[-1]
        room2, players2 = await seated(house, 3, game="karma")
        room2.table.history = dealt
        await players2[1].play("m", second)
        other = players2[0].updates[-1]
        assert (told.view, told.events, told.options) == (other.view, other.events, other.options)

    play(tmp_path, story)


# ---- proposals -------------------------------------------------------------------------------------------------


def test_bots_play_on_while_humans_think_about_a_draw(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await seated(house, 2, "greedy", "greedy", options={"starter": 3})
        await room.do(consent.propose, "p0", 0, "a", "draw")
        seq = room.table.seq
        await time_of(house).pass_by(10)
        assert room.table.seq > seq
        assert room.table.proposal
        await room.do(consent.agree, "p1", 1, "b")
        assert room.table.ended == "draw"

    play(tmp_path, story)


def test_one_proposal_at_a_time_so_that_nobody_agrees_to_another(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await seated(house, 2)
        await room.do(consent.propose, "p0", 0, "a", "draw")
        for seat in (0, 1):
            with pytest.raises(Refused, match="proposal_pending"):
                await room.do(consent.propose, f"p{seat}", seat, "b", "end")
        await room.do(consent.decline, "p0", 0, "c")  # withdrawn
        await room.do(consent.propose, "p1", 1, "d", "end")
        await room.do(consent.agree, "p0", 0, "e")
        assert room.table.ended == "agreed"

    play(tmp_path, story)


def test_bots_wait_while_the_clock_is_stopped_and_a_humans_decision_starts_it(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 1, "greedy", clock=("decision", 60), options={"starter": 2})
        await room.do(consent.propose, "p0", 0, "a", "pause")  # alone among bots: at once
        assert room.table.paused
        await time_of(house).pass_by(1000)
        assert room.table.asked[1]
        await room.do(consent.resume, "p0", 0)
        await time_of(house).pass_by(3)
        assert room.table.asked[0]
        await room.do(consent.propose, "p0", 0, "b", "pause")
        await players[0].play("m")
        assert not room.table.paused

    play(tmp_path, story)


def test_what_a_stand_in_decides_earns_no_time(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await seated(house, 2, clock=("bank", 10, 5), options={"starter": 1})
        await time_of(house).pass_by(15)
        assert room.table.chairs[0].stand_in
        assert not room.table.asked[0]  # it has decided
        assert room.table.timer.left[0] == 0

    play(tmp_path, story)


def test_a_stand_in_on_request_is_for_tables_without_a_clock_and_for_others(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        timed, players = await seated(house, 2, clock=("bank", 10_000, 0), options={"starter": 1})
        players[0].leave()
        await time_of(house).pass_by(500)
        with pytest.raises(Refused, match="not_away"):
            await timed.ask_stand_in("p1", 1, 0)
        room, players = await seated(house, 2, options={"starter": 1})
        with pytest.raises(NoSuchSeat):
            await room.ask_stand_in("p1", 1, 7)
        seq = room.table.seq
        assert await room.ask_stand_in("p1", 1, 1) == seq  # not for oneself

    play(tmp_path, story)


# ---- the last round (GAP-9) ------------------------------------------------------------------------------------

TIMED = {"timed": True, "starter": 1}


def is_last(room: Room) -> bool:
    """As everyone sees it."""
    return "last_round" in room.table.game.public(room.table.state).facts


def test_the_round_becomes_the_last_when_all_humans_agree(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 3, "greedy", options=TIMED)
        await room.do(consent.propose, "p1", 1, "a", "last_round")  # not only the host
        await room.do(consent.agree, "p0", 0, "b")
        assert not is_last(room)
        await room.do(consent.agree, "p2", 2, "c")
        assert is_last(room)
        assert room.table.proposal is None
        assert [event.kind for event in players[2].updates[-1].events] == ["last_round"]
        await to_the_end(house, players)
        assert (room.table.ended, room.table.state.round) == ("over", 1)
        record = read(write(await house.record(room.id)))
        verify(get("gap"), record)
        assert Happening("last_round") in record.rounds[0].play

    play(tmp_path, story)


def test_the_game_goes_on_when_one_does_not_agree_that_the_round_is_the_last(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, options=TIMED)
        await room.do(consent.propose, "p0", 0, "a", "last_round")
        await room.do(consent.decline, "p1", 1, "b")
        assert room.table.events() == ("last_round",)
        for step in range(40):
            await turn(players).play(f"m{step}")
        assert room.table.state.round > 1

    play(tmp_path, story)


def test_one_human_among_bots_calls_the_last_round_at_once_and_only_once(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, (me,) = await seated(house, 1, "greedy", options=TIMED)
        await room.do(consent.propose, "p0", 0, "a", "last_round")
        assert is_last(room)
        with pytest.raises(WrongPhase):
            await room.do(consent.propose, "p0", 0, "b", "last_round")
        told = me.updates[-1].table
        assert told
        assert told.events == ()

    play(tmp_path, story)


@pytest.mark.parametrize(
    ("game", "options", "offered"),
    [("gap", {"timed": True}, ("last_round",)), ("gap", {}, ()), ("gap", {"rounds": 3}, ()), ("trop", {}, ())],
)
def test_the_last_round_is_offered_only_where_an_agreed_time_ends_the_game(
    tmp_path: Path, game: str, options: dict[str, Any], offered: tuple[str, ...]
) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, game=game, options=options)
        told = [update.table.events for update in players[1].updates if update.table]
        assert told[0] == ()  # there are no cards yet
        assert told[-1] == offered
        if not offered:
            with pytest.raises(WrongPhase):
                await room.do(consent.propose, "p0", 0, "a", "last_round")
            assert room.table.proposal is None

    play(tmp_path, story)


# ---- the host ------------------------------------------------------------------------------------------------


def test_seats_that_do_not_exist_are_refused(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await house.open(settings("host", "open", "open"), "p0", "Eva")
        for seat in (-1, 3, 99):
            for call in (
                room.do(membership.remove, "p0", seat),
                room.do(membership.swap, "p0", 0, seat),
                room.do(membership.swap, "p0", seat, 0),
                room.do(membership.share, "p0", seat, "Jan"),
            ):
                with pytest.raises(NoSuchSeat):
                    await call
        assert room.table.seq == 1

    play(tmp_path, story)


def test_a_start_that_the_host_aborts_is_the_hosts_doing(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, secret = await house.open(settings("open", "host", "greedy"), "p0", "Eva")
        await room.join("p1", "Jan", secret)
        players = [Player(room, "p1", 0), Player(room, "p0", 1)]
        for player in players:
            await player.connect()
        await settle()
        await room.do(fair_shuffle.send_promise, "p1", 0, promise(b"x" * 32))
        await room.do(membership.remove, "p0", 2)
        await room.do(membership.fill, "p0", "random")
        await shuffle(room, players)
        await room.do(consent.propose, "p0", 1, "a", "end")
        await room.do(consent.agree, "p1", 0, "b")
        proof: dict[str, Any] = (await house.record(room.id)).proof or {}
        assert [start["caused_by"] for start in proof["aborted"]] == [[2]]
        assert proof["aborted"][0]["promises"][0] == promise(b"x" * 32).hex()

    play(tmp_path, story)


# ---- after the game --------------------------------------------------------------------------------------------


def test_a_rematch_is_one_table_whoever_asks_and_starts_one_seat_further_each_time(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, "random", pace=0, options={"rounds": 1, "starter": 2})
        for starter in (3, 1):
            await to_the_end(house, players)
            both = await asyncio.gather(*(house.rematch(room, person) for person in ("p0", "p1", "p0")))
            assert len({again.id for again in both}) == 1
            assert await house.rematch(room, "p1") is both[0]
            room = both[0]
            players = [Player(room, f"p{seat}", seat) for seat in (0, 1)]
            for player in players:
                await player.connect()
            await shuffle(room, players)
            assert room.table.settings.options["starter"] == starter
        assert len(await house.log.tables_of("p0")) == 3

    play(tmp_path, story)


def test_a_table_from_a_position_names_the_whole_record(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        whole, cut = halfway(), halfway()
        del cut.rounds[0].play[3:]
        plain, _ = await house.open(settings("host", "greedy", "greedy"), "p0", "Eva", start=whole)
        room, _ = await house.open(settings("host", "greedy", "greedy"), "p0", "Eva", start=cut, parent=whole)
        assert room.table.parent == plain.table.parent
        assert room.table.state.snapshot() != plain.table.state.snapshot()

    play(tmp_path, story)
