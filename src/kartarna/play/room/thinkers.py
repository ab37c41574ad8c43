"""Bots think on threads of their own, table by table in turn: a hundred experts slow no human's move.

Search releases the GIL while it thinks. Every table gets one thought after another; a table with many
bots waits longer, not its neighbours. Bots in other processes wait in other lines, so that one which never
answers keeps none of ours from thinking. When a line is full, the bot forfeits the decision to a quick one.
Hints are thought about on the same threads when no bot waits for them, or in turn with bots when they have
waited for long.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from kartarna import bots
from kartarna.bots.processes.parent import ProcessBot
from kartarna.bots.slices import Slices
from kartarna.coach.apart import advisor_among_others
from kartarna.coach.hint import Advisor
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.play.errors import Refused, Stale
from kartarna.play.model.settings import FALLBACK, bot_for
from kartarna.play.room.ask import asking
from kartarna.play.room.forfeits import Forfeits
from kartarna.play.room.workers import Threads, Workers

MOST_WAITING = 2000  # thoughts in a line
MOST_HINTS = 50  # that wait
HINT_WAITS = 0.3  # seconds; then it comes before the bots: a person has asked for it
LINE_FULL = "too many thoughts wait before it"
# Bots from outside that are asked at once. Our thread only waits, but their process may well burn a core and takes
# some 30 MB: so few that the machine bears it, so many that others are answered while two or three never are.
OUTSIDE = 4


T = TypeVar("T")


@dataclass
class _Advice:
    """A hint that is to be thought about, as long as its question stands."""

    slices: Slices[Any]
    stands: Callable[[], bool]
    answer: asyncio.Future[Any]
    since: float = field(default_factory=time.monotonic)

    def think(self) -> Slices[Any]:
        return self.slices

    def wanted(self) -> bool:
        """Stale if it is no longer wanted."""
        if not self.answer.done() and not self.stands():
            self.answer.set_exception(Stale())
        return not self.answer.done()


@dataclass
class _Thought:
    bot: bots.Bot
    world: State
    seat: int
    rng: Rng
    account: bots.SeatStory
    answer: asyncio.Future[int]

    def think(self) -> Slices[bots.BotAnswer]:
        return asking(self.bot, self.world, self.seat, self.rng, self.account)

    def wanted(self) -> bool:
        return not self.answer.done()


class Line:
    """Thoughts that wait for the same threads: the tables in turn, one thought each."""

    def __init__(self, threads: int, most_waiting: int, forfeits: Forfeits, workers: Workers | None = None) -> None:
        self.threads = threads
        self.workers = workers or Threads(threads)
        self.most_waiting = most_waiting
        self.forfeits = forfeits
        self.tables: OrderedDict[str, deque[_Thought]] = OrderedDict()  # the first is next
        self.hints: deque[_Advice] = deque()  # they come after the bots
        self.hinted = False  # the last thought was a hint: however many have waited for long, a bot is next
        self.busy = 0

    @property
    def waiting(self) -> int:
        return sum(map(len, self.tables.values()))

    @property
    def full(self) -> bool:
        return self.waiting >= self.most_waiting

    def add(self, table: str, thought: _Thought) -> None:
        self.tables.setdefault(table, deque()).append(thought)
        self._next()

    def advise(self, advice: _Advice) -> None:
        self.hints.append(advice)
        self._next()

    def forget(self, table: str) -> None:
        for thought in self.tables.pop(table, ()):
            thought.answer.cancel()

    def _next(self) -> None:
        while self.busy < self.threads and (self.tables or self.hints):
            thought = self._first()
            if not thought.wanted():
                continue
            self.busy += 1
            work = self.workers.work(thought.think(), thought.wanted)
            work.add_done_callback(lambda done, thought=thought: self._done(thought, done))  # type: ignore[misc]

    def _first(self) -> _Thought | _Advice:
        late = self.hints and not self.hinted and time.monotonic() - self.hints[0].since >= HINT_WAITS
        self.hinted = bool(late or (self.hints and not self.tables))
        if self.hinted:
            return self.hints.popleft()
        table, thoughts = self.tables.popitem(last=False)
        thought = thoughts.popleft()
        if thoughts:
            self.tables[table] = thoughts  # to the end of the line
        return thought

    def _done(self, thought: _Thought | _Advice, done: asyncio.Future[Any]) -> None:
        self.busy -= 1
        if done.cancelled():
            thought.answer.cancel()
        elif not thought.answer.done():
            if error := done.exception():
                thought.answer.set_exception(error)
            else:
                self._answer(thought, done.result())
        self._next()

    def _answer(self, thought: _Thought | _Advice, answer: Any) -> None:
        if isinstance(thought, _Advice):
            thought.answer.set_result(answer)
            return
        if answer.fault:
            self.forfeits.add(thought.bot.name, answer.fault)
        thought.answer.set_result(answer.action)

    def close(self) -> None:
        self.workers.close()


class Thinkers:
    def __init__(self, threads: int = 0, most_waiting: int = MOST_WAITING) -> None:
        threads = threads or max(1, (os.cpu_count() or 2) - 1)
        self.forfeits = Forfeits()
        self.here = Line(threads, most_waiting, self.forfeits)
        # Ours in other processes, where each thought burns a core.
        self.interpreted = Line(threads, most_waiting, self.forfeits)
        self.outside = Line(OUTSIDE, most_waiting, self.forfeits)
        self.lines: tuple[Line, ...] = (self.here, self.interpreted, self.outside)

    @property
    def waiting(self) -> int:
        return sum(line.waiting for line in self.lines)

    @property
    def busy(self) -> int:
        return sum(line.busy for line in self.lines)

    def suited(self, bot: bots.Bot, state: State) -> bots.Bot:
        """This bot, as it can think here."""
        return bots.apart(bot, state)

    def line_of(self, bot: bots.Bot) -> Line:
        if not isinstance(bot, ProcessBot):
            return self.here
        return self.interpreted if bot.name in bots.OWN else self.outside

    def think(
        self, table: str, bot: bots.Bot, state: State, seat: int, rng: Rng, account: bots.SeatStory = bots.NOTHING
    ) -> asyncio.Future[int]:
        """The bot's decision. The state is copied now: it may change while the thought waits."""
        bot = self.suited(bot, state)
        if self.line_of(bot).full:
            self.forfeits.add(bot.name, LINE_FULL)
            bot = bot_for(FALLBACK)
        thought = _Thought(bot, state.clone(), seat, rng, account, asyncio.get_running_loop().create_future())
        self.line_of(bot).add(table, thought)
        return thought.answer

    def advisor(self, state: State, seat: int, rng: Rng) -> Advisor:
        """As it can think here."""
        return advisor_among_others(state, seat, rng)

    def advise(self, slices: Slices[T], wanted: Callable[[], bool], *, apart: bool = False) -> asyncio.Future[T]:
        """A hint, after the bots' thoughts; Stale if it is no longer wanted when its turn comes."""
        line = self.interpreted if apart else self.here
        if len(line.hints) >= MOST_HINTS:
            raise Refused("hints_busy")
        advice = _Advice(slices, wanted, asyncio.get_running_loop().create_future())
        line.advise(advice)
        return advice.answer

    def forget(self, table: str) -> None:
        """Nobody is interested any more in what this table's bots were to think about."""
        for line in self.lines:
            line.forget(table)

    def close(self) -> None:
        for line in self.lines:
            line.close()
        self.forfeits.close()
