"""Bots wait their turn in a line that is bounded and fair, and nobody waits for them."""

from __future__ import annotations

import asyncio
import threading
import time
from itertools import takewhile
from pathlib import Path
from typing import Any, ClassVar

import pytest

from kartarna import bots
from kartarna.bots import Move, Sight, Told
from kartarna.core.rng import Rng
from kartarna.games import get
from kartarna.play import seating
from kartarna.play.house import House
from kartarna.play.services import Services
from kartarna.play.sqlite import SqliteDatabase
from kartarna.play.thinkers import Thinkers
from tests.play.helpers import Player, seated, settings, shuffle, time_of, turn
from tests.play.test_table import play


class Slow:
    """Thinks until it is told to answer; remembers whose turn it was."""

    name = "slow"

    def __init__(self) -> None:
        self.go = threading.Event()
        self.seats: list[int] = []

    def choose(self, sight: Sight) -> int:
        self.go.wait(10)
        self.seats.append(sight.seat)
        return sight.legal()[0]


def test_tables_take_turns_and_a_table_of_many_bots_waits_longer() -> None:
    async def story() -> None:
        bot, thinkers = Slow(), Thinkers(threads=1)
        states = [get("gap").new(4, {"starter": seat}) for seat in (1, 2, 3, 4)]
        for state in states:
            state.deal(state.draw(Rng(1)))
        lines = [("many", 0), ("many", 0), ("many", 0), ("one", 1), ("other", 2), ("one", 1)]
        answers = [thinkers.think(table, bot, states[seat], seat, Rng(1)) for table, seat in lines]
        bot.go.set()
        await asyncio.gather(*answers)
        assert bot.seats == [0, 0, 1, 2, 0, 1]  # the first was thinking already when the others came
        thinkers.close()

    asyncio.run(story())


def test_when_the_line_is_too_long_a_quick_bot_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        bot, thinkers = Slow(), Thinkers(threads=1, most_waiting=2)
        asked: list[str] = []
        consult = bots.consult

        def listening(bot: bots.Bot, *rest: Any, **more: Any) -> bots.Answer:
            asked.append(bot.name)
            return consult(bot, *rest, **more)

        monkeypatch.setattr(bots, "consult", listening)
        state = get("gap").new(2, {"starter": 1})
        state.deal(state.draw(Rng(1)))
        answers = [thinkers.think(str(number), bot, state, 0, Rng(1)) for number in range(5)]
        bot.go.set()
        await asyncio.gather(*answers)
        assert asked == ["slow", "slow", "slow", "greedy", "greedy"]
        thinkers.close()

    asyncio.run(story())


def test_what_a_table_no_longer_wants_is_not_thought() -> None:
    async def story() -> None:
        bot, thinkers = Slow(), Thinkers(threads=1)
        state = get("gap").new(2, {"starter": 1})
        state.deal(state.draw(Rng(1)))
        first, second = (thinkers.think(table, bot, state, 0, Rng(1)) for table in ("a", "b"))
        thinkers.forget("b")
        bot.go.set()
        await first
        assert second.cancelled()
        assert bot.seats == [0]
        thinkers.close()

    asyncio.run(story())


async def table_of(house: House, *people: str, bot: str | None = None) -> list[Player]:
    """A table that is being played, on the real clock."""
    seats = ["host", *["open"] * (len(people) - 1), *([bot] if bot else [])]
    starter = {"starter": len(seats)}
    room, _ = await house.open(settings(*seats, public=True, options=starter), people[0], people[0])
    for person in people[1:]:
        await seating.join(room, person, person)
    players = [Player(room, person, seat) for seat, person in enumerate(people)]
    for player in players:
        await player.connect()
    for _ in range(1000):
        if room.table.ceremony:
            break
        await asyncio.sleep(0.001)
    await shuffle(room, players)
    return players


def test_a_hundred_experts_slow_no_humans_move(tmp_path: Path) -> None:
    """At a hundred tables an expert is to decide; at one more two humans play."""

    async def story() -> None:
        house = House(SqliteDatabase(tmp_path / "k.db"), Services())
        thinkers = house.services.thinkers
        threads, thinkers.threads = thinkers.threads, 0  # nobody thinks before all are there
        for number in range(100):
            await table_of(house, f"q{number}", bot="expert")
        players = await table_of(house, "p0", "p1")
        assert len(thinkers.waiting) == 100
        thinkers.threads = threads
        await table_of(house, "last", bot="expert")  # and all begin
        taken = []
        for step in range(20):
            start = time.perf_counter()
            await turn(players).play(f"m{step}")
            taken.append(time.perf_counter() - start)
        assert len(thinkers.waiting) > 10  # they are far from done
        assert sorted(taken)[10] < 0.1
        await house.close()
        await house.database.close()

    asyncio.run(story())


def test_a_bot_that_reads_stories_is_told_what_its_seat_saw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Reader:
        name = "reader"
        reads_story = True
        stories: ClassVar[list[tuple[Told, ...]]] = []

        def choose(self, sight: Sight) -> int:
            self.stories.append(sight.story)
            return sight.legal()[0]

    async def story(house: House) -> None:
        room, players = await seated(house, 1, "reader", options={"starter": 1}, pace=0)
        while room.table.asked[0]:
            await players[0].play(f"m{room.table.seq}")
        await time_of(house).pass_by(1)
        decided = [row for row in await house.log.rows(room.id) if row.kind == "decided"]
        before = list(takewhile(lambda row: row.seat == 0, decided))
        moves = [told for told in Reader.stories[0] if isinstance(told, Move)]
        assert [(move.seat, move.action) for move in moves] == [(0, row.data["action"]) for row in before]

    monkeypatch.setitem(bots.OWN, "reader", Reader())
    play(tmp_path, story)
