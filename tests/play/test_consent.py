"""What needs the consent of others, and what happens around a game: host, rematch, positions."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from kartarna.core.errors import OptionError
from kartarna.core.record import Happening, Record, RecordedPlayer, read, write
from kartarna.core.recorder import RecordedGame, replayed
from kartarna.core.rng import Rng
from kartarna.core.step import Decided
from kartarna.core.verification import verify
from kartarna.games import get
from kartarna.play.commands import consent, membership
from kartarna.play.errors import NotHost, NotYourSeat, Refused, WrongPhase
from kartarna.play.house import House
from kartarna.play.room.room import Room
from kartarna.play.words import teller
from tests.play.helpers import Player, seated, settings, settle, shuffle, shut, sqlite_house, time_of, turn
from tests.play.test_table import play, to_the_end

# ---- take-backs ----------------------------------------------------------------------------------------------


def quiet_action(room: Room, seat: int) -> int | None:
    """A decision that brings no card to light: GAP asks again, or the row stays long enough."""
    for action in room.table.state.legal_actions(seat):
        after = room.table.state.clone()
        after.apply(seat, action)
        events = room.table.game.words.narrate(room.table.state, seat, action, after)
        if not any(event.reveals for event in events):
            return action
    return None


async def quiet_moment(house: House, players: list[Player]) -> tuple[Player, int]:
    """Plays on until someone can decide without a card coming to light."""
    for step in range(100):
        await time_of(house).pass_by(3)
        player = turn(players)
        if (action := quiet_action(player.room, player.seat or 0)) is not None:
            return player, action
        await player.play(f"q{step}")
    raise AssertionError("there is no quiet moment")


def test_a_take_back_needs_the_other_humans_and_stays_in_the_record(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 3, take_backs=True)
        now, action = await quiet_moment(house, players)
        others = [player for player in players if player is not now]
        before = room.table.state.snapshot()
        await now.play("m", action)
        with pytest.raises(Refused, match="no_take_back"):
            await room.do(consent.propose, others[0].person, others[0].seat or 0, "t", "take_back")
        await room.do(consent.propose, now.person, now.seat or 0, "t", "take_back")
        await room.do(consent.agree, others[0].person, others[0].seat or 0, "y")
        assert room.table.state.snapshot() != before
        await room.do(consent.agree, others[1].person, others[1].seat or 0, "y")
        assert forgetful(room) == before
        assert room.table.asked[now.seat or 0] == room.table.seq
        assert now.updates[-1].options
        await to_the_end(house, players)
        record = read(write(await house.record(room.id)))
        verify(get("gap"), record)
        assert Happening("taken_back", now.seat, 1) in record.rounds[0].play
        assert replayed(get("gap"), record).state.snapshot() == room.table.state.snapshot()

    play(tmp_path, story)


def test_no_take_back_after_a_card_came_out_or_another_has_decided(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, take_backs=True)
        seen = set()
        for step in range(30):
            player = turn(players)
            seat = player.seat or 0
            before = room.table.state.clone()
            action = before.legal_actions(seat)[0]
            await player.play(f"m{step}", action)
            if room.table.phase != "playing" or not room.table.history.standing:
                continue
            events = room.table.game.words.narrate(before, seat, action, room.table.state)
            reveals = any(event.reveals for event in events)
            seen.add(reveals)
            with pytest.raises(Refused, match="no_take_back"):
                await room.do(consent.propose, f"p{1 - seat}", 1 - seat, f"o{step}", "take_back")
            if reveals:
                with pytest.raises(Refused, match="no_take_back"):
                    await room.do(consent.propose, f"p{seat}", seat, f"t{step}", "take_back")
            else:
                await room.do(consent.propose, f"p{seat}", seat, f"t{step}", "take_back")
                await room.do(consent.decline, f"p{1 - seat}", 1 - seat, f"d{step}")
                assert room.table.proposal is None
        assert seen == {True, False}

    play(tmp_path, story)


def forgetful(room: Room) -> bytes:
    """The position without what was shown and taken back (ALL-4)."""
    state = room.table.state.clone()
    state.forget()
    return state.snapshot()


def test_take_backs_are_off_among_several_humans_unless_agreed_and_bots_always_consent(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        several, players = await seated(house, 2)
        player, action = await quiet_moment(house, players)
        await player.play("m", action)
        last = several.table.history.standing[-1]
        assert isinstance(last, Decided)
        mover = last.seat
        with pytest.raises(Refused, match="take_backs_off"):
            await several.do(consent.propose, f"p{mover}", mover, "t", "take_back")
        alone, (me,) = await seated(house, 1, "greedy", options={"starter": 1})
        _, action = await quiet_moment(house, [me])
        before = alone.table.state.snapshot()
        await me.play("m", action)
        await alone.do(consent.propose, "p0", 0, "t", "take_back")
        assert forgetful(alone) == before

    play(tmp_path, story)


# ---- together --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("what", "how"), [("draw", "draw"), ("end", "agreed")])
def test_all_humans_together_end_a_game(tmp_path: Path, what: str, how: str) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 3, "greedy")
        await room.do(consent.propose, "p0", 0, "a", what)
        with pytest.raises(NotYourSeat):
            await room.do(consent.agree, "p1", 2, "b")
        await room.do(consent.agree, "p1", 1, "b")
        await room.do(consent.decline, "p2", 2, "c")
        with pytest.raises(Refused, match="no_proposal"):
            await room.do(consent.agree, "p2", 2, "d")
        await room.do(consent.propose, "p0", 0, "e", what)
        await room.do(consent.agree, "p1", 1, "f")
        assert room.table.phase == "playing"
        await room.do(consent.agree, "p2", 2, "g")
        assert (room.table.phase, room.table.ended) == ("finished", how)
        assert players[1].updates[-1].table
        record = await house.record(room.id)
        assert (record.ended, record.winners) == (how, None)
        with pytest.raises(WrongPhase):
            await room.do(consent.propose, "p0", 0, "h", what)

    play(tmp_path, story)


# ---- the host --------------------------------------------------------------------------------------------------


def test_the_host_removes_swaps_fills_renews_and_closes(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, secret = await house.open(settings("host", "open", "link", "random"), "p0", "Eva")
        for call in (
            room.do(membership.remove, "p1", 0),
            room.do(membership.swap, "p1", 0, 1),
            room.do(membership.fill, "p1", "greedy"),
        ):
            with pytest.raises(NotHost):
                await call
        with pytest.raises(Refused, match="wrong_link"):
            await room.join("p1", "Jan")
        with pytest.raises(Refused, match="wrong_link"):
            await room.join("p1", "Jan", "guess")
        assert await room.join("p1", "Jan", secret) == 1
        assert await room.join("p1", "Jan", secret) == 1
        await room.do(membership.swap, "p0", 0, 1)
        assert room.table.seats_held("p0") == (1,)
        await room.do(membership.remove, "p0", 0)
        fresh = await room.renew_link("p0")
        with pytest.raises(Refused, match="wrong_link"):
            await room.join("p2", "Ota", secret)
        await room.join("p2", "Ota", fresh, seat=2)
        with pytest.raises(Refused, match="seat_taken"):
            await room.join("p3", "Iva", fresh, seat=2)
        await room.do(membership.fill, "p0", "greedy")
        assert room.table.phase == "shuffling"
        with pytest.raises(WrongPhase):
            await room.join("p3", "Iva", fresh)
        await room.do(membership.close, "p0")
        assert room.table.ended == "closed"

    play(tmp_path, story)


def test_link_seats_of_a_public_table_need_the_link(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await house.open(settings("host", "link", "open", public=True), "p0", "Eva")
        assert await room.join("p1", "Jan") == 2
        with pytest.raises(Refused, match="wrong_link"):
            await room.join("p2", "Ota")
        assert await house.log.tables(phases=["open"], public=True) == [(room.id, "gap", "open")]
        assert await house.log.tables_of("p1") == [(room.id, "gap", "open")]

    play(tmp_path, story)


def test_the_host_is_passed_on_after_five_minutes_away(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 3)
        players[0].leave()
        players[1].leave()
        await time_of(house).pass_by(299)
        assert room.table.host == "p0"
        await time_of(house).pass_by(2)
        assert room.table.host == "p2"
        with pytest.raises(WrongPhase):
            await room.do(membership.close, "p2")

    play(tmp_path, story)


def test_a_host_who_leaves_hands_the_table_on_and_with_nobody_left_it_closes(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await house.open(settings("host", "open", "open", public=True), "p0", "Eva")
        await room.join("p1", "Jan")
        jan = Player(room, "p1", 1)
        await jan.connect()
        await room.do(membership.leave, "p0", 0)
        await settle()
        assert room.table.host == "p1"
        (told,) = [event for update in jan.updates for event in update.events if event.kind == "passed_on"]
        assert replace(teller(room.table, "en"), reader=1).say(told) == "You are the host now."
        await room.do(membership.leave, "p1", 1)
        assert room.table.phase == "finished"

    play(tmp_path, story)


def test_a_host_who_holds_another_seat_stays_the_host(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, _ = await house.open(settings("host", "link", "link"), "p0", "Eva")
        await room.do(membership.share, "p0", 1, "Ota")
        await room.do(membership.leave, "p0", 0)
        assert (room.table.host, room.table.phase) == ("p0", "open")

    play(tmp_path, story)


# ---- after the game ----------------------------------------------------------------------------------------------


def test_a_rematch_seats_the_same_people_and_the_next_one_starts(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2, "greedy", options={"rounds": 1})
        starter = room.table.state.clone()
        await to_the_end(house, players)
        fresh, same = await asyncio.gather(house.rematch(room, "p0"), house.rematch(room, "p1"))
        assert fresh is same
        assert room.table.rematch == fresh.id
        assert [chair.name for chair in fresh.table.chairs] == [chair.name for chair in room.table.chairs]
        again = [Player(fresh, f"p{seat}", seat) for seat in (0, 1)]
        for player in again:
            await player.connect()
        await shuffle(fresh, again)
        assert fresh.table.phase == "playing"
        first = next(seat for seat in range(3) if starter.waiting() >> seat & 1)
        assert fresh.table.asked[(first + 1) % 3]

    play(tmp_path, story)


def halfway() -> Record:
    table = RecordedGame(get("gap"), [RecordedPlayer(f"P{seat}") for seat in range(3)])
    rng = Rng(5)
    table.deal_random(rng)
    for _ in range(5):
        seat = table.state.waiting().bit_length() - 1
        table.decide(seat, table.state.greedy(seat, rng))
    return table.record


def test_a_table_starts_from_the_position_of_a_record_and_names_it(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        record = halfway()
        room, _ = await house.open(settings("host", "greedy", "greedy"), "p0", "Eva", start=record)
        assert room.table.state.snapshot() == replayed(get("gap"), record).state.snapshot()
        player = Player(room, "p0", 0)
        await player.connect()
        await to_the_end(house, [player])
        whole = read(write(await house.record(room.id)))
        verify(get("gap"), whole)
        assert whole.parent == room.table.parent
        assert whole.proof is None
        assert whole.rounds[0].deal == record.rounds[0].deal
        with pytest.raises(OptionError, match="another number of players"):
            await house.open(settings("host", "greedy"), "p0", "Eva", start=record)
        with pytest.raises(OptionError, match="nothing to decide"):
            await house.open(settings("host", "greedy", "greedy"), "p0", "Eva", start=whole)

    play(tmp_path, story)


def test_everything_survives_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        house = sqlite_house(tmp_path)
        room, players = await seated(house, 2, "greedy", clock=("bank", 100, 1))
        await time_of(house).pass_by(3)
        await turn(players).play("m")
        await room.do(consent.propose, "p0", 0, "x", "draw")
        await settle()
        wanted = {name: value for name, value in vars(room.table).items() if name not in ("game", "history")}
        snapshot, standing = room.table.state.snapshot(), room.table.history.standing
        await shut(house)
        house = sqlite_house(tmp_path, "other")
        again = await house.room(room.id)
        assert {name: vars(again.table)[name] for name in wanted} == wanted
        assert (again.table.state.snapshot(), again.table.history.standing) == (snapshot, standing)
        await shut(house)

    asyncio.run(story())
