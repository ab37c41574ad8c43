"""Hints and the coach over the socket: where they are given, what they mark, and that no decision waits for them."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kartarna.bots.observation import Observation
from kartarna.bots.slices import Slices, in_one
from kartarna.client.account import Account
from kartarna.coach import hint as coach
from kartarna.coach.worth import Ranking, Worth
from kartarna.core.record import Happening, read, write
from kartarna.core.words import Event, Seat
from kartarna.games import get
from kartarna.play.model.table_record import record_of
from kartarna.protocol import messages as wire
from kartarna.protocol.encoder import catalogue
from kartarna.terminal.play.visit import Visit
from kartarna.terminal.voice import Voice
from tests.server.helpers import GENEROUS, Ear, Served, dealt, run, seated, served, sit, table_of, until


async def at_table(here: Served, *others: Account, bots: int = 1, **settings: Any) -> tuple[Account, str, Ear]:
    """Eva is to decide first; her socket."""
    (eva,) = await here.people("Eva")
    options = {"starter": 1, **settings.pop("options", {})}
    table, _ = await table_of(eva, *others, bots=bots, **{"options": options, **settings})
    place, *_ = await seated(table, eva, *others)
    await until(place, lambda place: bool(place.update and place.update.asked))
    ear = await Ear.open(here.url, table, {"token": eva.token})
    await ear.until("update")
    return eva, table, ear


def hinted(here: Served, table: str) -> int:
    rows = here.house.rooms[table].table
    return len(rows.hinted)


def test_three_depths_are_one_hint_and_the_game_is_practice(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, table, ear = await at_table(here)
            seq = here.house.rooms[table].table.seq
            answers = [await ear.ask(type="hint", id=f"h{depth}", seat=0, depth=depth) for depth in (1, 2, 3)]
            assert [answer["type"] for answer in answers] == ["hint"] * 3
            first, second, third = answers
            assert [answer["depth"] for answer in answers] == [1, 2 if second["costly"] else 3, 3]
            assert (first["costly"], first["choices"]) == ([], {})
            assert first["look"]
            assert second["costly"] == third["costly"]
            legal = here.house.rooms[table].table.state.legal_actions(0)
            assert third["choices"]["choice"] in legal
            assert third["choices"]["choice"] not in third["costly"]
            assert any(told["kind"] == "hint_best" for told in third["told"])
            now = here.house.rooms[table].table
            assert (now.seq, now.practice, now.hinted) == (seq + 1, True, {0: third["seq"]})
            info = await eva.call("GET", f"/api/tables/{table}")
            assert info["practice"]
            record = record_of(table, await here.house.log.rows(table))
            assert read(write(record)) == record
            assert record.practice
            assert Happening("hinted", 0) in record.rounds[0].play

    run(story)


def test_among_people_only_where_the_table_allows_it_for_all(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (jan,) = await here.people("Jan")
            _, _, ear = await at_table(here, jan, bots=0)
            assert (await ear.ask(type="hint", id="h", seat=0))["reason"]["kind"] == "hints_off"
            _, table, ear = await at_table(here, jan, bots=0, hints=True)
            watching = await Ear.open(here.url, table, {"token": jan.token})
            await watching.until("update")
            assert (await ear.ask(type="hint", id="h", seat=0, depth=3))["type"] == "hint"
            assert (await ear.ask(type="coach", id="c", seat=0))["reason"]["kind"] == "coach_off"
            heard = await watching.until("update")
            assert heard["kind"] == "hinted"
            assert [told["kind"] for told in heard["events"]] == ["hinted"]
            assert heard["table"]["hinted"] == [0]
            assert heard["table"]["practice"]
            assert b"hint_best" not in b"".join(watching.frames)
            assert (await watching.ask(type="hint", id="w", seat=0))["reason"]["kind"] == "not_your_seat"
            assert (await watching.ask(type="hint", id="o", seat=1))["reason"]["kind"] == "out_of_turn"

    run(story)


def test_hints_can_be_switched_off_against_bots_too(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            _, table, ear = await at_table(here, hints=False)
            assert (await ear.ask(type="hint", id="h", seat=0))["reason"]["kind"] == "hints_off"
            assert not here.house.rooms[table].table.hinted

    run(story)


class Slow(coach.Advisor):
    go = threading.Event()

    def ponder(self) -> Slices[None]:
        return in_one(lambda: self.go.wait(10) and None)


def test_a_decision_does_not_wait_for_a_hint_and_the_hint_is_stale_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coach, "Advisor", Slow)

    async def story() -> None:
        async with served(tmp_path) as here:
            _, table, ear = await at_table(here)
            room = here.house.rooms[table]
            await ear.send({"type": "hint", "id": "h", "seat": 0, "depth": 3})
            assert (await ear.ask(type="hint", id="again", seat=0))["reason"]["kind"] == "hint_coming"
            decision = {"seat": 0, "seq": room.table.asked[0], "action": room.table.state.legal_actions(0)[0]}
            assert (await ear.ask(type="decide", id="d", **decision))["type"] == "done"
            Slow.go.set()
            answer = await ear.until("refused")
            assert (answer["id"], answer["reason"]["kind"]) == ("h", "stale")

    run(story)


async def thinking(here: Served, table: str, so: bool = True) -> None:
    """Until somebody thinks about a hint for the first seat, or nobody does."""
    while here.house.rooms[table].hints.thinking[0].locked() != so:
        await asyncio.sleep(0.005)


def test_whoever_leaves_and_comes_back_is_not_told_by_the_advisor_that_still_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coach, "Advisor", Slow)
    monkeypatch.setattr(Slow, "go", threading.Event())

    async def story() -> None:
        async with served(tmp_path) as here:
            eva, table, ear = await at_table(here)
            hints = here.house.rooms[table].hints
            other = await Ear.open(here.url, table, {"token": eva.token})
            await other.until("update")
            await ear.send({"type": "hint", "id": "h", "seat": 0, "depth": 3})
            await thinking(here, table)
            _, left = hints.advisors[0]
            await ear.line.close()
            await thinking(here, table, False)
            Slow.go.set()
            assert (await other.ask(type="hint", id="again", seat=0, depth=3))["type"] == "hint"
            assert hints.advisors[0][1] is not left

    run(story)


def test_on_a_shared_device_a_hint_does_not_outlast_the_curtain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Karma both are asked at once: the next one to look would be told what the other one holds."""
    monkeypatch.setattr(coach, "Advisor", Slow)
    monkeypatch.setattr(Slow, "go", threading.Event())

    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            seats = [{"kind": "host"}, {"kind": "link"}]
            table, _ = await eva.open_table(game="karma", seats=seats, pace=0.0, hints=True)
            place = await sit(eva, table)
            await place.ask(wire.Share(id="s", seat=1, name="Jan"))
            await until(place, dealt)
            ear = await Ear.open(here.url, table, {"token": eva.token})
            await ear.until("update")
            await ear.ask(type="lift", id="first", seat=0)
            await ear.send({"type": "hint", "id": "h", "seat": 0, "depth": 3})
            await thinking(here, table)
            await ear.ask(type="lift", id="second", seat=1)
            Slow.go.set()
            answer = await ear.until("refused")
            assert (answer["id"], answer["reason"]["kind"]) == ("h", "stale")

    run(story)


def ranked(shares: dict[int, float]) -> Ranking:
    return Ranking(tuple(Worth(action, share, 0.001) for action, share in shares.items()))


def test_the_coach_speaks_before_a_costly_decision_and_not_twice_about_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By made-up values: the second choice costs 7 points, all others 20."""

    def rank(observation: Observation) -> Ranking:
        best, second, *rest = observation.legal()
        return ranked({best: 0.6, second: 0.53, **dict.fromkeys(rest, 0.4)})

    monkeypatch.setattr(coach, "ranking", lambda observation: in_one(lambda: rank(observation)))
    monkeypatch.setattr(coach, "find_reason", lambda *_: in_one(lambda: None))

    async def story() -> None:
        async with served(tmp_path) as here:
            _, table, ear = await at_table(here)
            best, second, bad, worse, *_ = here.house.rooms[table].table.state.legal_actions(0)
            assert (await ear.ask(type="coach", id="early", seat=0, action=bad))["depth"] == 0  # not ready: silent
            assert (await ear.ask(type="coach", id="ready", seat=0))["type"] == "done"
            assert (await ear.ask(type="coach", id="best", seat=0, action=best))["depth"] == 0
            assert (await ear.ask(type="coach", id="second", seat=0, action=second))["depth"] == 0
            assert hinted(here, table) == 0
            spoken = await ear.ask(type="coach", id="bad", seat=0, action=bad)
            assert spoken["told"][0] == {"kind": "coach_costs", "facts": {"points": 20}, "rule": None}
            assert spoken["choices"] == {"other": bad}  # the best is not given away
            assert hinted(here, table) == 1
            assert (await ear.ask(type="coach", id="worse", seat=0, action=worse))["depth"] == 0  # the same thing
            assert (await ear.ask(type="coach", id="none", seat=0, action=10**6))["type"] == "refused"
            bad = (await next_choice(here, table, ear))[2]
            assert (await ear.ask(type="coach", id="ready again", seat=0))["type"] == "done"
            assert (await ear.ask(type="coach", id="bad again", seat=0, action=bad))["depth"] > 0  # another question

    run(story)


async def next_choice(here: Served, table: str, ear: Ear) -> list[int]:
    """The decisions of the next question that leaves seat 0 three or more of them."""
    room = here.house.rooms[table]
    while True:
        asked, legal = room.table.asked[0], room.table.state.legal_actions(0)
        assert (await ear.ask(type="decide", id=f"on {asked}", seat=0, seq=asked, action=legal[0]))["type"] == "done"
        while room.table.asked[0] <= asked:
            await asyncio.sleep(0.01)
        if len(legal := list(room.table.state.legal_actions(0))) > 2:
            return legal


def test_hints_are_limited(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=replace(GENEROUS, hints=2)) as here:
            _, _, ear = await at_table(here)
            kinds = [(await ear.ask(type="hint", id=f"h{n}", seat=0))["type"] for n in range(3)]
            assert kinds == ["hint", "hint", "refused"]

    run(story)


def test_a_fault_of_the_coach_ends_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: Observation) -> Ranking:
        raise RuntimeError("broken")

    monkeypatch.setattr(coach, "ranking", fails)

    async def story() -> None:
        async with served(tmp_path) as here:
            _, table, ear = await at_table(here)
            assert (await ear.ask(type="hint", id="h", seat=0))["reason"]["kind"] == "server_error"
            room = here.house.rooms[table]
            decision = {"seat": 0, "seq": room.table.asked[0], "action": room.table.state.legal_actions(0)[0]}
            assert (await ear.ask(type="decide", id="d", **decision))["type"] == "done"

    run(story)


def test_what_a_hint_tells_has_its_words(tmp_path: Path) -> None:
    """In every game, from the catalogue that the browser has."""

    async def story() -> None:
        async with served(tmp_path) as here:
            for game in ("three", "dnup", "trop", "karma", "gap"):
                options = {"starter": 1} if "starter" in {option.name for option in get(game).options} else {}
                (eva,) = await here.people("Eva")
                table, _ = await table_of(eva, bots=2, game=game, options=options)
                (place,) = await seated(table, eva)
                await until(place, lambda place: bool(place.update and place.update.asked))
                ear = await Ear.open(here.url, table, {"token": eva.token})
                await ear.until("update")
                for depth in (1, 2, 3):
                    answer = await ear.ask(type="hint", id=f"h{depth}", seat=0, depth=depth)
                    assert answer["told"], game
                    assert all(told["kind"] in catalogue(game) for told in answer["told"])

    run(story)


def test_hint_by_kartarna_join_again_for_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    monkeypatch.setattr(Visit, "_listen", lambda *_: None)
    monkeypatch.setattr(Voice, "line", staticmethod(lambda text="": lines.append(text)))

    async def story() -> None:
        async with served(tmp_path) as here:
            eva, table, _ = await at_table(here)
            visit = Visit(Voice("en"), eva, table, None)
            visiting = asyncio.ensure_future(visit.run())
            await visit.asked.wait()
            for signs in (("Look here: ",), ("turns grey", "turn grey", "Best: "), ("Best: ",)):
                before = len(lines)
                visit.typed.put_nowait("hint")
                while not any(sign in line for line in lines[before:] for sign in signs):
                    await asyncio.sleep(0.01)
            visit.typed.put_nowait("quit")
            with pytest.raises(EOFError):
                await visiting
            assert "{" not in "".join(lines)

    run(story)


def test_a_note_of_a_hint_is_told_in_a_replay() -> None:
    assert (
        get("gap").teller(get("gap").new(2), "en", ("Eva", "Jan")).say(Event("hinted", {"seat": Seat(0)}))
        == "Eva has a hint."
    )
