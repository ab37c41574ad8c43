"""Bots wait their turn in a line that is bounded and fair, and nobody waits for them."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from itertools import takewhile
from pathlib import Path
from typing import Any, ClassVar

import pytest

from kartarna import bots
from kartarna.bots import Move, Observation, Told, gil
from kartarna.bots.processes import parent
from kartarna.bots.processes.parent import ProcessBot
from kartarna.bots.slices import Slices, in_one
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import get
from kartarna.play.errors import Refused, Stale
from kartarna.play.house import House
from kartarna.play.room import thinkers as thinking
from kartarna.play.room.forfeits import PAUSE, Forfeits
from kartarna.play.room.services import Services
from kartarna.play.room.thinkers import OUTSIDE, Thinkers
from kartarna.play.storage.sqlite import SqliteDatabase
from tests.bots.outside import outside
from tests.play.helpers import Player, seated, settings, shuffle, time_of, turn
from tests.play.test_table import play

__all__ = ["outside"]


class Slow:
    """Thinks until it is told to answer; remembers whose turn it was."""

    name = "slow"

    def __init__(self) -> None:
        self.go = threading.Event()
        self.seats: list[int] = []

    def choose(self, observation: Observation) -> int:
        self.go.wait(10)
        self.seats.append(observation.seat)
        return observation.legal()[0]


class Elsewhere(Slow, ProcessBot):
    """The same, as if from a process of its own."""

    def __init__(self, name: str = "outsider") -> None:
        ProcessBot.__init__(self, name, patience=10)
        Slow.__init__(self)


def dealt() -> State:
    """A position in which the first seat decides."""
    state: State = get("gap").new(2, {"starter": 1})
    state.deal(state.draw(Rng(1)))
    return state


def asked(thinkers: Thinkers, bot: bots.Bot, *tables: str) -> list[asyncio.Future[int]]:
    return [thinkers.think(table, bot, dealt(), 0, Rng(1)) for table in tables]


async def at_once(answers: list[asyncio.Future[int]]) -> None:
    await asyncio.wait_for(asyncio.gather(*answers), 5)  # slow ones take ten seconds if nobody tells them to answer


@pytest.mark.parametrize("kind", [Slow, Elsewhere])
def test_tables_take_turns_and_a_table_of_many_bots_waits_longer(kind: type[Slow]) -> None:
    async def story() -> None:
        bot, thinkers = kind(), Thinkers()
        thinkers.line_of(bot).threads = 1
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


@pytest.mark.parametrize(("patience", "hint_at"), [(60.0, 3), (0.0, 1)])
def test_a_hint_comes_after_the_bots_unless_it_has_waited_for_long(
    patience: float, hint_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "HINT_WAITS", patience)

    async def story() -> None:
        bot, thinkers = Slow(), Thinkers(threads=1)
        first, *others = asked(thinkers, bot, "a")
        hint = thinkers.advise(in_one(lambda: bot.seats.append(99)), lambda: True)
        others = asked(thinkers, bot, "b", "c")
        bot.go.set()
        await asyncio.gather(first, hint, *others)
        assert bot.seats.index(99) == hint_at
        thinkers.close()

    asyncio.run(story())


def test_however_many_hints_have_waited_for_long_bots_think_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or those who ask for hints without end would stop the bots of all tables."""
    monkeypatch.setattr(thinking, "HINT_WAITS", 0.0)

    async def story() -> None:
        thinkers, bot = Thinkers(threads=1), Slow()
        first = asked(thinkers, bot, "any")
        hints = [thinkers.advise(in_one(lambda: bot.seats.append(99)), lambda: True) for _ in range(4)]
        others = asked(thinkers, bot, "a", "b")
        bot.go.set()
        await asyncio.gather(*first, *hints, *others)
        assert [seat == 99 for seat in bot.seats] == [False, True, False, True, False, True, True]
        thinkers.close()

    asyncio.run(story())


def test_a_hint_whose_question_no_longer_stands_is_not_thought_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "MOST_HINTS", 1)

    async def story() -> None:
        bot, thinkers = Slow(), Thinkers(threads=1)
        (answer,) = asked(thinkers, bot, "a")
        hint = thinkers.advise(in_one(lambda: bot.seats.append(99)), lambda: False)
        with pytest.raises(Refused, match="hints_busy"):
            thinkers.advise(in_one(lambda: None), lambda: True)
        bot.go.set()
        await answer
        with pytest.raises(Stale):
            await hint
        assert bot.seats == [0]
        thinkers.close()

    asyncio.run(story())


def test_when_the_line_is_too_long_a_quick_bot_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        bot, thinkers = Slow(), Thinkers(threads=1, most_waiting=2)
        names: list[str] = []
        consulting = bots.consulting

        def listening(bot: bots.Bot, *rest: Any, **more: Any) -> Slices[bots.BotAnswer]:
            names.append(bot.name)
            return consulting(bot, *rest, **more)

        monkeypatch.setattr(bots, "consulting", listening)
        answers = asked(thinkers, bot, "a", "b", "c", "d", "e")
        bot.go.set()
        await asyncio.gather(*answers)
        assert names == ["slow", "slow", "slow", "greedy", "greedy"]
        thinkers.close()

    asyncio.run(story())


@pytest.mark.parametrize("kind", [Slow, Elsewhere])
def test_what_a_table_no_longer_wants_is_not_thought(kind: type[Slow]) -> None:
    async def story() -> None:
        bot, thinkers = kind(), Thinkers()
        thinkers.line_of(bot).threads = 1
        first, second = asked(thinkers, bot, "a", "b")
        thinkers.forget("b")
        bot.go.set()
        await first
        assert second.cancelled()
        assert bot.seats == [0]
        thinkers.close()

    asyncio.run(story())


class TestBotsInOtherProcesses:
    def test_those_that_never_answer_hold_up_none_of_ours(self) -> None:
        async def story() -> None:
            looping, thinkers = Elsewhere(), Thinkers(threads=1)
            stuck = asked(thinkers, looping, *map(str, range(OUTSIDE + 1)))
            await at_once(asked(thinkers, bots.get("greedy"), "another", "0"))
            assert (thinkers.busy, thinkers.waiting) == (OUTSIDE, 1)
            looping.go.set()
            await at_once(stuck)
            thinkers.close()

        asyncio.run(story())

    def test_one_that_never_answers_does_not_hold_up_the_others(self) -> None:
        async def story() -> None:
            looping, other, thinkers = Elsewhere(), Elsewhere("other"), Thinkers(threads=1)
            (stuck,) = asked(thinkers, looping, "a")
            other.go.set()
            await at_once(asked(thinkers, other, "b", "c"))
            assert not stuck.done()
            looping.go.set()
            await at_once([stuck])
            thinkers.close()

        asyncio.run(story())

    def test_when_their_line_is_too_long_a_quick_bot_answers_out_of_line(self) -> None:
        async def story() -> None:
            looping, thinkers = Elsewhere(), Thinkers(threads=1, most_waiting=2)
            *stuck, last = asked(thinkers, looping, *map(str, range(OUTSIDE + 3)))
            await at_once([last])
            assert not any(answer.done() for answer in stuck)
            looping.go.set()
            await at_once(stuck)
            assert len(looping.seats) == OUTSIDE + 2
            thinkers.close()

        asyncio.run(story())

    def test_ours_burn_no_more_cores_there_than_they_would_here(self) -> None:
        """Without compiled rules our levels think in processes, too: a core each, while the others are answered."""

        async def story() -> None:
            expert, other, thinkers = Elsewhere("expert"), Elsewhere(), Thinkers(threads=2)
            thoughts = asked(thinkers, expert, "a", "b", "c")
            other.go.set()
            await at_once(asked(thinkers, other, "d") + asked(thinkers, bots.get("greedy"), "e"))
            assert (thinkers.busy, thinkers.waiting) == (2, 1)
            expert.go.set()
            await at_once(thoughts)
            thinkers.close()

        asyncio.run(story())


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> pytest.LogCaptureFixture:
    """The log of a server that has just started."""
    monkeypatch.setattr(logging.getLogger("kartarna"), "propagate", True)
    return caplog


def thought_of(bot: bots.Bot, times: int = 1) -> None:
    async def story() -> None:
        thinkers = Thinkers(threads=1)
        await asyncio.gather(*asked(thinkers, bot, *map(str, range(times))))
        thinkers.close()

    asyncio.run(story())


class TestTheOperatorIsTold:
    def test_how_often_a_bot_fails_but_not_which_cards_it_names(self, log: pytest.LogCaptureFixture) -> None:
        class Talkative:
            name = "talkative"

            def choose(self, observation: Observation) -> int:
                raise ValueError(f"what to do with {observation.legal()}?")

        thought_of(Talkative(), times=3)
        assert [(record.levelname, record.getMessage()) for record in log.records] == [
            ("WARNING", "bot talkative forfeits: it fails"),
            ("WARNING", "bot talkative forfeits 2 decisions: it fails"),  # when the server ends
        ]
        assert "what to do" not in log.text + "".join(str(vars(record)) for record in log.records)

    def test_of_every_forfeit_once_a_minute(self, log: pytest.LogCaptureFixture) -> None:
        times = [0.0, 1.0, PAUSE - 1, PAUSE, PAUSE + 1, 2 * PAUSE, 3 * PAUSE]
        clock = iter([*times, 3 * PAUSE])
        forfeits = Forfeits(lambda: next(clock))
        for _ in times:
            forfeits.add("broken", "it fails")
        forfeits.add("broken", "it does not answer")
        forfeits.close()
        assert log.messages == [
            "bot broken forfeits: it fails",
            "bot broken forfeits 3 decisions: it fails",
            "bot broken forfeits 2 decisions: it fails",
            "bot broken forfeits: it fails",
            "bot broken forfeits: it does not answer",
        ]
        assert forfeits.by_bot == {"broken": 8}

    def test_that_a_bot_was_not_asked_because_too_many_wait(self, log: pytest.LogCaptureFixture) -> None:
        async def story() -> None:
            thinkers = Thinkers(threads=1, most_waiting=0)
            await asyncio.gather(*asked(thinkers, bots.get("expert"), "a"))
            assert thinkers.forfeits.by_bot == {"expert": 1}
            thinkers.close()

        asyncio.run(story())
        assert log.messages == ["bot expert forfeits: too many thoughts wait before it"]

    def test_nothing_of_a_bot_that_answers(self, log: pytest.LogCaptureFixture) -> None:
        thought_of(bots.get("greedy"))
        assert not log.records

    @pytest.mark.usefixtures("outside")
    @pytest.mark.parametrize(
        ("name", "kind"),
        [
            ("crash", "it fails"),
            ("missing", "it cannot be loaded"),
            ("dies", "its process has ended"),
            ("garbage", "its answer is garbage"),
            ("illegal", "its decision is not allowed"),
            ("huge", "its decision is not allowed"),
        ],
    )
    def test_what_is_wrong_with_a_bot_from_outside(self, name: str, kind: str, log: pytest.LogCaptureFixture) -> None:
        thought_of(bots.get(name))
        assert log.messages == [f"bot {name} forfeits: {kind}"]

    @pytest.mark.usefixtures("outside")
    def test_that_a_bot_is_too_slow_and_then_that_it_is_given_up(
        self, log: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(parent, "MOST_BROKEN", 1)
        bot = ProcessBot("slow", patience=0.1)
        thought_of(bot)
        thought_of(bot)
        assert log.messages == [
            "bot slow forfeits: it does not answer",
            "bot slow forfeits: it is not asked any more",
        ]

    def test_no_word_that_a_bot_puts_in_place_of_a_reason(self, log: pytest.LogCaptureFixture) -> None:
        class Sly:
            name = "sly"

            def choose(self, observation: Observation) -> int:
                raise bots.Forfeited(bots.Fault.ERROR, f"seat {observation.seat} holds the seven")

        thought_of(Sly())
        assert log.messages == ["bot sly forfeits: it fails"]


def test_interpreted_bots_keep_nobody_waiting_and_know_that_they_are_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[float | None, bool]] = []

    class Watchful:
        name = "watchful"

        def choose(self, observation: Observation) -> int:
            given.append((observation.seconds, observation.watched))
            return observation.legal()[0]

    monkeypatch.setattr(gil, "COMPILED", False)
    thought_of(Watchful())
    assert given == [(1.0, True)]


async def table_of(house: House, *people: str, bot: str | None = None) -> list[Player]:
    """A table that is being played, on the real clock."""
    seats = ["host", *["open"] * (len(people) - 1), *([bot] if bot else [])]
    starter = {"starter": len(seats)}
    room, _ = await house.open(settings(*seats, public=True, options=starter), people[0], people[0])
    for person in people[1:]:
        await room.join(person, person)
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
        line = house.services.thinkers.line_of(bots.get("expert"))
        threads, line.threads = line.threads, 0  # nobody thinks before all are there
        for number in range(100):
            await table_of(house, f"q{number}", bot="expert")
        players = await table_of(house, "p0", "p1")
        assert line.waiting == 100
        line.threads = threads
        await table_of(house, "last", bot="expert")  # and all begin
        taken = []
        for step in range(20):
            start = time.perf_counter()
            await turn(players).play(f"m{step}")
            taken.append(time.perf_counter() - start)
        assert line.waiting > 10  # they are far from done
        assert sorted(taken)[10] < 0.1
        await house.close()
        await house.database.close()

    asyncio.run(story())


def test_a_bot_that_reads_stories_is_told_what_its_seat_saw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Reader:
        name = "reader"
        reads_story = True
        stories: ClassVar[list[tuple[Told, ...]]] = []

        def choose(self, observation: Observation) -> int:
            self.stories.append(observation.story)
            return observation.legal()[0]

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
    monkeypatch.setattr(gil, "COMPILED", True)  # or else it would have to play from another process
    play(tmp_path, story)
