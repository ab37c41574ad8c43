"""What has happened, told to those who were not there: the same events as the updates told, and for no other eyes."""

from __future__ import annotations

from pathlib import Path

import pytest

from kartarna.play.commands import consent, membership
from kartarna.play.house import House
from kartarna.play.model import past as past_module
from kartarna.play.model.past import Past, PastEntry, past
from kartarna.play.model.updates import Update
from kartarna.play.room.room import Room
from tests.play.helpers import Player, seated, settings, shuffle, time_of, turn
from tests.play.test_table import play, to_the_end_of


async def told(room: Room, eyes: int | None, *, whole: bool) -> Past:
    return past(room.id, await room.log.rows(room.id), eyes, whole=whole)


def entries(updates: list[Update]) -> tuple[PastEntry, ...]:
    """What a client that was there all the time has heard."""
    rows = [update for update in updates if update.kind != "sync" and update.events]
    words = [tuple(event._replace(moves=()) for event in row.events) for row in rows]
    return tuple(PastEntry(row.seq, row.kind, row.at, row.by, told) for row, told in zip(rows, words, strict=True))


def of_round(all_entries: tuple[PastEntry, ...]) -> tuple[PastEntry, ...]:
    first = max(place for place, entry in enumerate(all_entries) if entry.kind == "dealt")
    return all_entries[first:]


@pytest.mark.parametrize("game", ["gap", "karma", "trop", "dnup", "three"])
def test_the_past_is_what_updates_told_these_eyes_and_no_others(tmp_path: Path, game: str) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 3, game=game)
        watcher = Player(room, "nobody", None)
        await watcher.connect()
        for step in range(40):
            if room.table.phase == "playing" and any(room.table.asked):
                await turn(players).play(f"d{step}")
        for player in players:
            live = entries(player.updates)
            assert (await told(room, player.seat, whole=False)).entries == of_round(live)
            assert (await told(room, player.seat, whole=True)).entries[-len(live) :] == live
        public = entries(watcher.updates)
        assert (await told(room, None, whole=True)).entries[-len(public) :] == public
        assert not any(not event.seen_by(None) for entry in public for event in entry.events)

    play(tmp_path, story)


def test_only_the_whole_past_begins_with_the_table_and_of_the_shuffle_it_tells_nothing(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2)
        await to_the_end_of(house, players, 3)
        now, all_of_it = await told(room, 0, whole=False), await told(room, 0, whole=True)
        assert [entry.kind for entry in now.entries] == ["dealt", "decided", "decided", "decided"]
        assert (now.whole, all_of_it.whole) == (False, True)
        assert [entry.kind for entry in all_of_it.entries] == ["opened", "sat", *(entry.kind for entry in now.entries)]
        assert [entry.by for entry in now.entries[1:]] == [row.seat for row in (await room.log.rows(room.id))[-3:]]

    play(tmp_path, story)


def test_a_long_past_is_told_from_where_it_is_not_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 2)
        await to_the_end_of(house, players, 8)
        everything = (await told(room, 0, whole=True)).entries
        monkeypatch.setattr(past_module, "LONGEST", 5)
        cut = await told(room, 0, whole=True)
        assert (cut.entries, cut.whole) == (everything[-5:], False)

    play(tmp_path, story)


def test_what_was_taken_back_and_said_is_still_told(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, players = await seated(house, 1, "greedy", game="three", pace=60.0, options={"starter": 1})
        await players[0].play("m")
        await room.do(consent.propose, "p0", 0, "t", "take_back")
        await room.do(consent.say, "p0", 0, "s", "hello")
        kinds = [entry.kind for entry in (await told(room, 0, whole=False)).entries]
        assert kinds == ["dealt", "decided", "proposed", "taken_back", "said"]

    play(tmp_path, story)


async def hot_seat(house: House) -> tuple[Room, Player]:
    """One person with two seats, the cards dealt, the curtain down."""
    room, _ = await house.open(settings("host", "link", options={"starter": 1}), "p0", "Eva")
    eva = Player(room, "p0", 0)
    await room.do(membership.share, "p0", 1, "Jan")
    await eva.connect()
    await shuffle(room, [eva, Player(room, "p0", 1)])
    await time_of(house).pass_by(0)
    return room, eva


def private(found: Past) -> list[str]:
    return [event.kind for entry in found.entries for event in entry.events if not event.seen_by(None)]


def test_behind_a_curtain_only_what_all_may_know_is_told(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, eva = await hot_seat(house)
        assert eva.session
        covered = await room.past(eva.session, lambda found: found, whole=True)
        assert (covered.seat, private(covered)) == (None, [])
        room.lift_curtain(eva.session, 1)
        lifted = await room.past(eva.session, lambda found: found, whole=False)
        assert (lifted.seat, private(lifted)) == (1, ["hand_dealt"])

    play(tmp_path, story)


def test_a_curtain_that_falls_while_the_past_is_put_together_hides_it(tmp_path: Path) -> None:
    async def story(house: House) -> None:
        room, eva = await hot_seat(house)
        session = eva.session
        assert session
        room.lift_curtain(session, 0)
        seen: list[Past] = []

        def write(found: Past) -> Past:
            seen.append(found)
            session.drop_curtain()
            return found

        answered = await room.past(session, write, whole=False)
        assert [found.seat for found in seen] == [0, None]
        assert (answered.seat, private(answered)) == (None, [])

    play(tmp_path, story)
