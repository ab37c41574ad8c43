"""Runs a table's bots, clock and shuffle: in one process at a time, and only while a human is there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import suppress

from kartarna import bots
from kartarna.play.commands import clock, decide, fair_shuffle, go_on, membership
from kartarna.play.errors import Refused
from kartarna.play.model.phases import FINISHED, PLAYING
from kartarna.play.model.proposal import TAKE_BACK
from kartarna.play.model.shuffle import SIZE
from kartarna.play.room.ask import account_at, bot_at
from kartarna.play.room.room import Room
from kartarna.play.storage.database import StorageError

LOGGER = logging.getLogger(__name__)
RETRY = 1.0  # seconds until a process that does not run the table, or cannot write, tries again
HOLD = 30.0  # so long bots wait for an answer to a take-back


class Runner:
    def __init__(self, room: Room) -> None:
        self.room = room
        self.thoughts: dict[int, tuple[int, asyncio.Future[int]]] = {}  # by seat: the question, and the answer to be
        self.leads = False
        self.woken = False
        self.task = asyncio.create_task(self._run(), name=f"runner {room.id}")

    async def close(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        self.leads = True  # it may have been stopped while it asked to lead: resign in any case
        with suppress(StorageError, Refused):
            await self._rest()

    async def _run(self) -> None:
        """Does what is due, then waits until something changes or the next thing is due."""
        room = self.room
        while True:
            room.changed.clear()
            try:
                moment = await self._step()
            except Exception as error:  # noqa: BLE001 – whatever it is, the table must not stand still
                if not isinstance(error, Refused | StorageError):
                    LOGGER.error("table %s: %s in its runner", room.id, type(error).__name__)  # noqa: TRY400 – no cards in logs
                moment = room.clock.now() + RETRY
            alarm = None if moment is None else room.clock.call_at(moment, room.changed.set)
            try:
                await room.changed.wait()
            finally:
                if alarm:
                    alarm.cancel()

    async def _step(self) -> float | None:
        """Returns the moment of the next thing to do; None: when something changes."""
        room = self.room
        if room.unsure:
            await room.read_on()
        await self._tell_presence()
        if not room.awake or room.table.phase == FINISHED:
            await self._rest()
            return None
        if not self.leads:
            self.leads = await room.log.database.lead(room.id)
            if not self.leads:
                return room.clock.now() + RETRY
            await room.read_on()
        await self._wake()
        await self._pass_on_host()
        await self._shuffle()
        await self._watch_clock()
        await self._deal_next()
        await self._bots()
        return min(self._moments(), default=None)

    async def _tell_presence(self) -> None:
        people, self.room.came_or_went = self.room.came_or_went, set()
        if people:
            await self.room.log.saw([self.room.presence(person) for person in sorted(people)])

    # ---- sleep -----------------------------------------------------------------------------------------

    async def _wake(self) -> None:
        if not self.woken:
            self.woken = True
            await self.room.do(clock.wake)

    async def _rest(self) -> None:
        self.room.services.thinkers.forget(self.room.id)
        for _, answer in self.thoughts.values():
            answer.cancel()
        self.thoughts.clear()
        if self.woken:
            self.woken = False
            if self.room.table.phase == PLAYING and not self.room.awake:
                await self.room.do(clock.sleep)
        if self.leads:
            self.leads = False
            await self.room.log.database.resign(self.room.id)

    # ---- what is due -----------------------------------------------------------------------------------

    def _moments(self) -> Iterator[float]:
        """When the clock, the bots, the shuffle, the next round or the host's absence ask for something."""
        room = self.room
        if (ends := fair_shuffle.patience_ends(room.table)) is not None:
            yield ends
        if (ends := room.table.interval_ends()) is not None:
            yield ends
        for seat in range(room.table.players):
            if (deadline := room.table.timer.deadline(seat)) is not None:
                yield deadline
        for seat in room.table.automatic() if not room.table.paused else ():
            _, answer = self.thoughts.get(seat, (0, None))
            if answer and answer.done():
                yield self._appears(seat)
        away = room.away_since(room.table.host)
        if away is not None and away + membership.HOST_AWAY > room.clock.now():
            yield away + membership.HOST_AWAY

    async def _pass_on_host(self) -> None:
        room = self.room
        away, there = room.away(room.table.host), room.there()
        if membership.pass_on_host(room.table, away, there):
            await room.do(membership.pass_on_host, away, there)

    async def _shuffle(self) -> None:
        room = self.room
        ends = fair_shuffle.patience_ends(room.table)
        if ends is not None and (now := room.clock.now()) >= ends:
            await room.do(fair_shuffle.give_up, now)
        if fair_shuffle.ready(room.table, room.there()):
            await room.do(fair_shuffle.commit, room.services.entropy(SIZE), room.deal)

    async def _watch_clock(self) -> None:
        now = self.room.clock.now()
        if clock.time_out(self.room.table, now):
            await self.room.do(clock.time_out, now)

    async def _deal_next(self) -> None:
        room = self.room
        if room.table.interval:
            await room.do(go_on.deal_next, room.there(), room.clock.now(), room.deal)

    # ---- bots ------------------------------------------------------------------------------------------

    async def _bots(self) -> None:
        table = self.room.table
        self._drop_stale()
        if table.paused:
            return
        for seat in table.automatic():
            if self.thoughts.get(seat, (0,))[0] != table.asked[seat]:
                await self._think(seat)
        for seat in table.automatic():
            asked, answer = self.thoughts.get(seat, (0, None))
            if answer and answer.done() and self.room.clock.now() >= self._appears(seat):
                del self.thoughts[seat]
                await self.room.do(decide.decide_for, seat, asked, answer.result())

    def _drop_stale(self) -> None:
        """Thoughts about what is no longer asked of a bot."""
        table = self.room.table
        for seat, (asked, answer) in list(self.thoughts.items()):
            if seat not in table.automatic() or table.asked[seat] != asked:
                answer.cancel()
                del self.thoughts[seat]

    async def _think(self, seat: int) -> None:
        """At once, while the pace runs; the answer wakes the runner."""
        room = self.room
        bot, account = bot_at(room.table, seat), bots.NOTHING
        if bots.reads_story(bot):
            account = account_at(room.table, (await room.log.rows(room.id))[: room.table.seq], seat)
        answer = room.services.thinkers.think(room.id, bot, room.table.state, seat, room.services.bot_rng(), account)
        answer.add_done_callback(lambda _: room.changed.set())
        self.thoughts[seat] = (room.table.asked[seat], answer)

    def _appears(self, seat: int) -> float:
        """A bot's answer appears after the table's pace, whatever the position; later while a take-back is asked."""
        table = self.room.table
        held = table.proposal is not None and table.proposal.what == TAKE_BACK
        return max(
            table.asked_at[seat] + table.settings.pace, table.proposal.at + HOLD if held and table.proposal else 0
        )
