"""Limits of the house as a whole: processes on one database tell each other who has used up much of one.

Whoever stays below a tenth of a limit is not told about, which is nearly everyone: so a client may use as many tenths
more as there are processes. What is counted by the hour is told before it is done.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice

from kartarna.play.storage.database import Database, Execute, StorageError
from kartarna.play.storage.news import News, OpenSockets, Spent, write_news
from kartarna.server.limits import Limits, Rates

MUCH = 10  # a tenth
TOGETHER = 80  # clients in one piece of news: it has 8,000 bytes
TOLD = 20.0  # seconds that another process's sockets count without being told again


class SharedLimits:
    def __init__(self, database: Database, rates: Mapping[str, Rates], limits: Limits) -> None:
        self.database = database
        self.rates = rates
        self.many = max(1, limits.sockets // MUCH)
        self.told = OpenSockets({})
        self.sockets: Counter[str] = Counter()  # here, by client and by address
        self.elsewhere: dict[str, tuple[float, dict[str, int]]] = {}  # by process, and when it was told

    def open_sockets(self, client: str) -> int:
        """At all processes."""
        now = time.monotonic()
        others = [told.get(client, 0) for at, told in self.elsewhere.values() if now - at < TOLD]
        return self.sockets[client] + sum(others)

    async def tell(self) -> None:
        """What other processes do not know yet."""
        if not self.database.shared:
            return
        untold: list[News] = [*self._spent(), *self._sockets()]
        texts = [write_news(news) for news in untold]

        def work(execute: Execute) -> None:
            for text in texts:
                self.database.spread(execute, text)

        if texts:
            with suppress(StorageError):  # nobody is turned away because others do not know
                await self.database.write(work)

    def _sockets(self) -> Iterator[OpenSockets]:
        """Told every time, as long as there are any."""
        many = {client: count for client, count in self.sockets.most_common(TOGETHER) if count >= self.many}
        if many or self.told.clients:
            self.told = OpenSockets(many)
            yield self.told

    def _spent(self) -> Iterator[Spent]:
        for limit, rates in self.rates.items():
            spent = rates.told(MUCH)
            while piece := dict(islice(spent.items(), TOGETHER)):
                yield Spent(limit, piece)
                spent = {client: count for client, count in spent.items() if client not in piece}

    def learn(self, process: str, news: News) -> None:
        now = time.monotonic()
        match news:
            case Spent(limit, clients):
                for client, count in clients.items():
                    self.rates[limit].add(client, count, now)
            case OpenSockets(clients):
                self.elsewhere = {who: told for who, told in self.elsewhere.items() if now - told[0] < TOLD}
                self.elsewhere[process] = now, clients
