"""Who sees what on which connection: spectators, tabs, the hot seat, presence, coming back."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import UNSET

from kartarna.client.account import Refusal
from kartarna.play.room.services import Services
from kartarna.protocol import messages as wire
from tests.play.helpers import FakeTime
from tests.server.helpers import Ear, run, seated, served, shows_nothing, sit, table_of, turn, until


def hands(update: wire.UpdateJson | None) -> set[int]:
    """The seats whose hand is seen."""
    assert update
    assert update.view
    return {zone.seat for zone in update.view.zones if zone.name == "hand" and zone.cards and zone.seat is not None}


def test_spectators_see_no_hand_and_get_no_options(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan, viewer = await here.people("Eva", "Jan", "Viewer")
            table, secret = await table_of(eva, jan)
            players = await seated(table, eva, jan)
            watcher = await sit(viewer, table, secret)
            await until(watcher, lambda place: place.update is not None)
            assert hands(watcher.update) == set()
            assert watcher.you == wire.You((), host=False, seat=None, acts=True)
            mover = turn(players)
            assert mover.update
            assert mover.update.options
            await mover.decide(mover.you.seats[0], mover.update.options.choices[0].action)  # type: ignore[union-attr]
            await until(watcher, lambda place: place.update is not None and place.update.kind == "decided")
            assert hands(watcher.update) == set()
            assert watcher.update
            assert watcher.update.options is None
            assert watcher.update.asked == 0

    run(story)


def test_a_table_without_spectators(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, secret = await table_of(eva, bots=1, spectators=False, public=True)
            ear = await Ear.open(here.url, table, {"token": jan.token, "secret": secret})
            answer = await ear.hear()
            assert answer
            assert answer["reason"]["kind"] == "no_spectators"
            assert await ear.end() == 4404
            assert shows_nothing(ear.frames)

    run(story)


def test_whoever_leaves_a_table_without_spectators_is_sent_away_and_told_why_on_coming_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            seats = [{"kind": "host"}, {"kind": "open"}, {"kind": "open"}]
            table, _ = await eva.open_table(game="gap", seats=seats, public=True, spectators=False)
            await jan.join(table)
            ear = await Ear.open(here.url, table, {"token": jan.token})
            await ear.until("update")
            await ear.send({"type": "leave", "id": "l", "seat": 1})
            assert await ear.end() == 1013
            again = await Ear.open(here.url, table, {"token": jan.token, "last": ear.seq})
            answer = await again.hear()
            assert answer
            assert answer["reason"]["kind"] == "no_spectators"
            assert await again.end() == 4404

    run(story)


def test_the_newest_tab_acts_the_others_follow(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            table, _ = await table_of(eva, bots=1, options={"starter": 1})
            (old,) = await seated(table, eva)
            new = await sit(eva, table)
            await until(new, lambda place: place.update is not None)
            await until(old, lambda place: place.you is not None and not place.you.acts)
            assert old.update
            assert old.update.options
            action = old.update.options.choices[0].action
            with pytest.raises(Refusal, match="older_tab"):
                await old.decide(0, action)
            await new.decide(0, action)
            await until(old, lambda place: place.update is not None and place.update.kind == "decided")
            await new.close()
            await until(old, lambda place: place.you is not None and place.you.acts)

    run(story)


def test_hot_seat_shows_nobodys_cards_until_the_curtain_is_lifted(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            seats = [{"kind": "host"}, {"kind": "link"}]
            table, _ = await eva.open_table(game="gap", seats=seats, options={"starter": 1})
            place = await sit(eva, table)
            await until(place, lambda place: place.you is not None)
            await place.ask(wire.Share(id="friend", seat=1, name="Jan"))
            await until(place, lambda place: place.update is not None and place.update.view is not None)
            assert place.you == wire.You((0, 1), host=True, seat=None, acts=True)
            assert hands(place.update) == set()
            assert place.update
            assert place.update.asked == 0
            await place.ask(wire.Lift(id="l", seat=0))
            assert hands(place.update) == {0}
            while place.update.asked and place.update.options:  # a card may bring another choice
                await place.decide(0, place.update.options.choices[0].action)
            await until(place, lambda place: place.you is not None and place.you.seat is None)
            await place.ask(wire.Lift(id="m", seat=1))
            assert hands(place.update) == {1}
            await place.ask(wire.Cover(id="c"))
            assert hands(place.update) == set()
            with pytest.raises(Refusal, match="no_such_seat"):
                await place.ask(wire.Lift(id="n", seat=2))
            again = await sit(eva, table)
            await until(again, lambda place: place.update is not None)
            assert hands(again.update) == set()

    run(story)


def test_what_only_one_seat_is_told_is_marked_as_private(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, _ = await table_of(eva, jan)
            for place in await seated(table, eva, jan):
                assert place.update
                marks = {told.kind: told.private for told in place.update.events}
                assert marks.pop("hand_dealt") is True
                assert set(marks.values()) == {UNSET}
                assert "round_starts" in marks

    run(story)


def test_whoever_comes_later_is_told_what_has_happened_and_no_hand_but_their_own(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, secret = await table_of(eva, jan)
            players = await seated(table, eva, jan)
            mover = turn(players)
            assert mover.update
            assert mover.update.options
            await mover.decide(mover.you.seats[0], mover.update.options.choices[0].action)  # type: ignore[union-attr]
            for who, hello, eyes in (("spectator", {"secret": secret}, None), ("Jan", {"token": jan.token}, 1)):
                ear = await Ear.open(here.url, table, hello)
                assert (await ear.until("update"))["kind"] == "sync"
                past = await ear.ask(type="past", id="p")
                assert (past["seat"], past["whole"]) == (eyes, False), who
                assert [entry["kind"] for entry in past["entries"]][:2] == ["dealt", "decided"]
                assert past["entries"][1]["by"] == mover.you.seats[0]  # type: ignore[union-attr]
                told = [event for entry in past["entries"] for event in entry["events"]]
                assert any(event.get("private") for event in told) is (eyes is not None)
                everything = await ear.ask(type="past", id="w", whole=True)
                assert (everything["whole"], everything["entries"][0]["kind"]) == (True, "opened")

    run(story)


def test_presence_is_told_as_people_come_and_go(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, secret = await table_of(eva, jan)
            one = await sit(eva, table)
            await until(one, lambda place: place.presence == wire.Presence((0,), 0))
            two = await sit(jan, table)
            await until(one, lambda place: place.presence == wire.Presence((0, 1), 0))
            watcher = await Ear.open(here.url, table, {"secret": secret})
            await until(one, lambda place: place.presence == wire.Presence((0, 1), 1))
            await two.close()
            await watcher.line.close()
            await until(one, lambda place: place.presence == wire.Presence((0,), 0))

    run(story)


def test_coming_back_brings_exactly_what_was_missed(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, _ = await table_of(eva, jan, options={"starter": 1})
            one, two = await seated(table, eva, jan)
            follower = await Ear.open(here.url, table, {"token": jan.token})
            seen = (await follower.until("update"))["seq"]
            for phrase in ("hello", "luck", "wow"):
                await one.ask(wire.Say(id=phrase, seat=0, phrase=phrase))
            await follower.catch_up(seen + 3)
            updates = [frame for frame in follower.frames if b'"type":"update"' in frame]
            for missed in (0, 1, 3):
                back = await Ear.open(here.url, table, {"token": jan.token, "last": seen + 3 - missed})
                await back.ask(type="ping", id="p")
                assert [frame for frame in back.frames if b'"type":"update"' in frame] == updates[
                    len(updates) - missed :
                ]
            for unknown in (seen + 50, 0):
                back = await Ear.open(here.url, table, {"token": jan.token, "last": unknown})
                assert (await back.until("update"))["kind"] == "sync"
            assert two.you

    run(story)


def test_a_message_sent_twice_is_carried_out_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, _ = await table_of(eva, jan, options={"starter": 1})
            one, _ = await seated(table, eva, jan)
            assert one.update
            assert one.update.options
            decision = wire.Decide(id="once", seat=0, seq=one.update.asked, action=one.update.options.choices[0].action)
            first = await one.ask(decision)
            await one.connect(one.last)
            assert await one.ask(decision) == first
            rows = await here.house.log.rows(table)
            assert [row.message for row in rows if row.kind == "decided"] == ["once"]

    run(story)


def test_a_clock_is_told_and_runs_out(tmp_path: Path) -> None:
    """Who does not decide in time is stood in for, and comes back by deciding."""

    async def story() -> None:
        time = FakeTime()
        async with served(tmp_path, services=Services(time=time)) as here:
            eva, jan = await here.people("Eva", "Jan")
            clock = {"kind": "decision", "seconds": 30}
            table, _ = await table_of(eva, jan, clock=clock, options={"starter": 1})
            one, _ = await seated(table, eva, jan)
            assert one.update
            assert [entry.ends for entry in one.update.clocks] == [time.now() + 30, None]
            await time.pass_by(31)
            await until(one, lambda place: place.table is not None and place.table.seats[0].stand_in)
            await one.ask(wire.ComeBack(id="back", seat=0))
            await until(one, lambda place: place.table is not None and not place.table.seats[0].stand_in)

    run(story)
