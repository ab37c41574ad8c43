"""Hints and the coach at a table: thought about beside the bots, told only if the question still stands."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import TypeVar

from kartarna.bots import Forfeited
from kartarna.bots.slices import Slices
from kartarna.coach.apart import AdvisorApart
from kartarna.coach.hint import COACHED, Advisor, Hint
from kartarna.core.words import Event
from kartarna.play.commands.hints import check_coach, check_hint
from kartarna.play.errors import Illegal, Refused, Stale
from kartarna.play.model.table import Table
from kartarna.play.room.services import Services

T = TypeVar("T")
Mark = Callable[[str, int], Awaitable[int]]  # writes down that this person has had a hint for this seat
SILENCE = Hint(0, ())  # the coach has nothing to say


class Hints:
    """Of one table. Each seat has one advisor for each question, so that all depths tell of the same thoughts."""

    def __init__(self, table: Table, services: Services, mark: Mark) -> None:
        self.table = table
        self.services = services
        self.mark = mark
        self.advisors: dict[int, tuple[int, Advisor]] = {}  # by seat: the question, and who knows about it
        self.thinking: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)  # by seat: one thought at a time
        self.asking: set[int] = set()  # seats that wait for a hint
        self.spoken: dict[
            int, str | int
        ] = {}  # by seat: what the coach last spoke about; without a reason, the question

    async def hint(self, person: str, seat: int, depth: int) -> Hint:
        """The row is written first: nobody is told anything that is not marked."""
        check_hint(self.table, person, seat)
        if seat in self.asking:
            raise Refused("hint_coming")
        self.asking.add(seat)
        try:
            await self.mark(person, seat)
            if not self._advisor(seat).ready:
                await self._think(seat, Advisor.ponder)
            return self._advisor(seat).hint(depth)
        finally:
            self.asking.discard(seat)

    async def prepare(self, person: str, seat: int) -> None:
        """The coach begins to think, so that it is ready when the seat decides; it tells nothing."""
        check_coach(self.table, person, seat)
        if not self.thinking[seat].locked():
            await self._think(seat, Advisor.ponder_ranking)

    async def coach(self, person: str, seat: int, action: int) -> Hint:
        """What the coach says to this decision before it is made. Silent if it is not ready: nobody waits for it."""
        check_coach(self.table, person, seat)
        advised = self._advisor(seat)
        if not advised.ranked or self.thinking[seat].locked():
            return SILENCE
        if action not in advised.offered:
            raise Illegal(Event("no_such_decision"))
        if action not in advised.costly(COACHED):
            return SILENCE
        risk = await self._think(seat, lambda advised: advised.ponder_risk(action))
        about = risk.reason or self.table.asked[seat]
        if self.spoken.get(seat) == about:
            return SILENCE
        await self.mark(person, seat)
        self.spoken[seat] = about
        return risk

    async def _think(self, seat: int, what: Callable[[Advisor], Slices[T]]) -> T:
        """As the bots think; the answer to a question that no longer stands is thrown away."""
        asked = self.table.asked[seat]

        def wanted() -> bool:
            return self.table.asked[seat] == asked

        async with self.thinking[seat]:
            if not wanted():
                raise Stale
            advised = self._advisor(seat)
            apart = isinstance(advised, AdvisorApart)
            try:
                thought = await self.services.thinkers.advise(what(advised), wanted, apart=apart)
            except Forfeited:
                raise Refused("hint_failed") from None
            except asyncio.CancelledError:
                self.advisors.pop(seat, None)  # a thread may still be thinking with this one
                raise
        if not wanted():
            raise Stale
        return thought

    def _advisor(self, seat: int) -> Advisor:
        asked, known = self.table.asked[seat], self.advisors.get(seat)
        if not asked:
            raise Stale
        if known is None or known[0] != asked:
            made = self.services.thinkers.advisor(self.table.state, seat, self.services.bot_rng())
            known = self.advisors[seat] = asked, made
        return known[1]
