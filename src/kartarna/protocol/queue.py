"""Whose turn it is to have a record worked through, or a change tried out: one at a time, few may wait, and of one
client fewer."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from math import inf

from kartarna.protocol.failures import Failed


@dataclass(frozen=True)
class QueueLimits:
    """All may take what they need, unless a house says otherwise."""

    waiting: float = inf  # pieces of work that are done or wait for it …
    of_client: float = inf  # … of a client
    seconds: float = inf  # of processor time for one of them
    answer: float = inf  # bytes of a replay


class WorkQueue:
    def __init__(self, limits: QueueLimits, work: str = "replay") -> None:
        self.limits = limits
        self.work = work  # names its refusals
        self.working = asyncio.Lock()
        self.clients: Counter[str] = Counter()  # at work or waiting

    @asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[None]:
        """Who finds it full is refused at once, with all that it brought along."""
        if self.clients[client] >= self.limits.of_client:
            raise Failed(429, f"too_many_{self.work}s")
        if self.clients.total() >= self.limits.waiting:
            raise Failed(503, f"{self.work}s_busy")
        self.clients[client] += 1
        try:
            async with self.working:
                yield
        finally:
            self.clients[client] -= 1
            self.clients = +self.clients  # forgets those who have none
