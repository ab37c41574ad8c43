"""Bots think on threads of their own, table by table in turn: a hundred experts slow no human's move.

Search releases the GIL while it thinks. Every table gets one thought after another; a table with many
bots waits longer, not its neighbours. When the queue is full, a quick bot answers instead.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict, deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from kartarna import bots
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.play.settings import FALLBACK, bot_for

MOST_WAITING = 2000


@dataclass
class _Thought:
    bot: bots.Bot
    world: State
    seat: int
    rng: Rng
    account: bots.Account
    answer: asyncio.Future[int]

    def think(self) -> int:
        return bots.consult(self.bot, self.world, self.seat, self.rng, account=self.account).action


class Thinkers:
    def __init__(self, threads: int = 0, most_waiting: int = MOST_WAITING) -> None:
        self.threads = threads or max(1, (os.cpu_count() or 2) - 1)
        self.most_waiting = most_waiting
        self.waiting: OrderedDict[str, deque[_Thought]] = OrderedDict()  # by table; the first is next
        self.busy = 0
        self.pool = ThreadPoolExecutor(self.threads, "thinker")

    def think(
        self, table: str, bot: bots.Bot, state: State, seat: int, rng: Rng, account: bots.Account = bots.NOTHING
    ) -> asyncio.Future[int]:
        """The bot's decision. The state is copied now: it may change while the thought waits."""
        if sum(map(len, self.waiting.values())) >= self.most_waiting:
            bot = bot_for(FALLBACK)
        thought = _Thought(bot, state.clone(), seat, rng, account, asyncio.get_running_loop().create_future())
        self.waiting.setdefault(table, deque()).append(thought)
        self._next()
        return thought.answer

    def forget(self, table: str) -> None:
        """Nobody is interested any more in what this table's bots were to think about."""
        for thought in self.waiting.pop(table, ()):
            thought.answer.cancel()

    def _next(self) -> None:
        while self.busy < self.threads and self.waiting:
            table, thoughts = self.waiting.popitem(last=False)
            thought = thoughts.popleft()
            if thoughts:
                self.waiting[table] = thoughts  # to the end of the line
            if not thought.answer.cancelled():
                self.busy += 1
                work = asyncio.get_running_loop().run_in_executor(self.pool, thought.think)
                work.add_done_callback(lambda done, thought=thought: self._done(thought, done))  # type: ignore[misc]

    def _done(self, thought: _Thought, done: asyncio.Future[int]) -> None:
        self.busy -= 1
        if not thought.answer.done():
            if error := done.exception():
                thought.answer.set_exception(error)
            else:
                thought.answer.set_result(done.result())
        self._next()

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)
