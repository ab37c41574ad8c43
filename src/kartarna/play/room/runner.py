"""Runs a table's bots, clock and shuffle: in one process at a time, and only while a human is there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import suppress

from kartarna import bots
from kartarna.play.commands import fair_shuffle, membership
from kartarna.play.errors import Refused
from kartarna.play.model.phases import FINISHED, PLAYING
from kartarna.play.model.proposal import TAKE_BACK
from kartarna.play.model.settings import bot_for
from kartarna.play.model.table_record import game_steps
from kartarna.play.room.room import Room
from kartarna.play.room.writer import Draft
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
        room, time = self.room, self.room.services.time
        while True:
            room.changed.clear()
            try:
                moment = await self._step()
            except Exception as error:  # noqa: BLE001 – whatever it is, the table must not stand still
                if not isinstance(error, Refused | StorageError):
                    LOGGER.error("table %s: %s in its runner", room.id, type(error).__name__)  # noqa: TRY400 – no cards in logs
                moment = time.now() + RETRY
            alarm = None if moment is None else time.call_at(moment, room.changed.set)
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
                return room.services.time.now() + RETRY
            await room.read_on()
        await self._wake()
        await self._pass_on_host()
        await self._shuffle()
        await self._watch_clock()
        await self._bots()
        return min(self._moments(), default=None)

    async def _tell_presence(self) -> None:
        people, self.room.came_or_went = self.room.came_or_went, set()
        if people:
            await self.room.log.saw([self.room.presence(person) for person in sorted(people)])

    # ---- sleep -----------------------------------------------------------------------------------------

    def _clock_sleeps(self) -> bool:
        """A live clock stands still while nobody is there; a clock over days runs on."""
        table = self.room.table
        return table.timer.runs and not table.settings.days and table.phase == PLAYING and not table.paused

    async def _wake(self) -> None:
        if not self.woken:
            self.woken = True
            await self.room.write(lambda: [Draft("woke")] if self._clock_sleeps() else [])

    async def _rest(self) -> None:
        self.room.services.thinkers.forget(self.room.id)
        self.thoughts.clear()
        if self.woken:
            self.woken = False
            if self.room.table.phase == PLAYING and not self.room.awake:
                asleep = lambda: [Draft("slept")] if self._clock_sleeps() and not self.room.table.timer.stopped else []  # noqa: E731
                await self.room.write(asleep)
        if self.leads:
            self.leads = False
            await self.room.log.database.resign(self.room.id)

    # ---- what is due -----------------------------------------------------------------------------------

    def _moments(self) -> Iterator[float]:
        """When the clock, the bots, the shuffle or the host's absence ask for something."""
        room = self.room
        if (ends := fair_shuffle.patience_ends(room)) is not None:
            yield ends
        for seat in range(room.table.players):
            if (deadline := room.table.timer.deadline(seat)) is not None:
                yield deadline
        for seat in room.table.automatic() if not room.table.paused else ():
            _, answer = self.thoughts.get(seat, (0, None))
            if answer and answer.done():
                yield self._appears(seat)
        away = room.away_since(room.table.host)
        if away is not None and away + membership.HOST_AWAY > room.services.time.now():
            yield away + membership.HOST_AWAY

    async def _pass_on_host(self) -> None:
        def make() -> list[Draft]:
            person = membership.host_to_be(self.room, self.room.services.time.now())
            return [Draft("passed_on", data={"person": person})] if person else []

        if make():
            await self.room.write(make)

    async def _shuffle(self) -> None:
        ends = fair_shuffle.patience_ends(self.room)
        if ends is not None and self.room.services.time.now() >= ends:
            await fair_shuffle.give_up(self.room)
        if fair_shuffle.ready(self.room):
            await fair_shuffle.commit(self.room)

    async def _watch_clock(self) -> None:
        def make() -> list[Draft]:
            table, now = self.room.table, self.room.services.time.now()
            late = [seat for seat in range(table.players) if now >= (table.timer.deadline(seat) or now + 1)]
            return [Draft("stood_in", seat, data={"why": "clock"}) for seat in late]

        if make():
            await self.room.write(make)

    # ---- bots ------------------------------------------------------------------------------------------

    async def _bots(self) -> None:
        table = self.room.table
        if table.paused:
            return
        for seat in table.automatic():
            if self.thoughts.get(seat, (0,))[0] != table.asked[seat]:
                await self._think(seat)
        for seat in table.automatic():
            asked, answer = self.thoughts.get(seat, (0, None))
            if answer and answer.done() and self.room.services.time.now() >= self._appears(seat):
                del self.thoughts[seat]
                await self._decide(seat, asked, answer.result())

    async def _think(self, seat: int) -> None:
        """At once, while the pace runs; the answer wakes the runner."""
        room = self.room
        bot = bot_for(room.table.chairs[seat].bot or room.table.settings.stand_in)
        account = await self._account(seat) if bots.reads_story(bot) else bots.NOTHING
        answer = room.services.thinkers.think(room.id, bot, room.table.state, seat, room.services.bot_rng(), account)
        answer.add_done_callback(lambda _: room.changed.set())
        self.thoughts[seat] = (room.table.asked[seat], answer)

    async def _account(self, seat: int) -> bots.Account:
        """The game so far, for this seat: few bots want it, so it is put together when one does."""
        room = self.room
        rows = (await room.log.rows(room.id))[: room.table.seq]
        return bots.account_of(room.table.game, room.table.players, game_steps(room.id, rows), seat)

    def _appears(self, seat: int) -> float:
        """A bot's answer appears after the table's pace, whatever the position; later while a take-back is asked."""
        table = self.room.table
        held = table.proposal is not None and table.proposal.what == TAKE_BACK
        return max(
            table.asked_at[seat] + table.settings.pace, table.proposal.at + HOLD if held and table.proposal else 0
        )

    async def _decide(self, seat: int, asked: int, action: int) -> None:
        def make() -> list[Draft]:
            table = self.room.table
            if table.asked[seat] != asked or not table.chairs[seat].automatic:
                return []  # the human is back, or another process was quicker
            by = "bot" if table.chairs[seat].bot else "resigned" if table.chairs[seat].resigned else "stand_in"
            return self.room.decision(seat, action, by)

        await self.room.write(make)
