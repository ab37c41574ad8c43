"""What all routes and sockets share, besides what handlers need: limits, counters, names, other processes."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress

from starlette.requests import HTTPConnection

from kartarna.play.house import House
from kartarna.play.storage.database import StorageError
from kartarna.play.storage.news import News, SignedOut
from kartarna.protocol.close_codes import COME_AGAIN, UNKNOWN
from kartarna.protocol.context import HouseContext
from kartarna.protocol.decks import installed_decks
from kartarna.protocol.failures import Failed
from kartarna.server.homes import Homes
from kartarna.server.http.hosts import answers_to
from kartarna.server.limits import Limits, Rates
from kartarna.server.metrics import Metrics
from kartarna.server.shared_limits import SharedLimits
from kartarna.server.tryouts import try_out

MINUTE, HOUR = 60.0, 3600.0
GLANCE = 1.0  # seconds between looks at who is connected to other processes
CHECK = 20.0  # … at whether all who are connected here are still known
TOGETHER = 500  # tokens looked up in one go


class ServerContext(HouseContext):
    def __init__(
        self,
        house: House,
        limits: Limits,
        origins: tuple[str, ...] = (),
        names: frozenset[str] | None = None,
        homes: Homes | None = None,
    ) -> None:
        super().__init__(house, try_out, limits.of_replays())
        installed_decks()  # on a device a game is loaded when it is played; here nobody is to wait for it
        self.limits = limits
        self.origins = frozenset(origins)
        self.names = names  # that it answers to; None: a proxy sees to that
        self.homes = homes
        self.metrics = Metrics()
        self.handshakes = Rates(limits.sockets_of_address, MINUTE)  # by address
        self.messages = Rates(limits.messages, limits.messages_seconds)  # by client, over all its sockets
        self.pasts = Rates(limits.pasts, MINUTE)  # by client
        self.hints = Rates(limits.hints, MINUTE)  # by client
        self.said = Rates(limits.said, MINUTE)  # by person and table
        self.bodies: Counter[str] = Counter()  # that are being read, by address
        self.new_tables = Rates(limits.tables, HOUR)
        self.new_people = Rates(limits.people, HOUR)
        self.new_decks = Rates(limits.decks, HOUR)  # by address
        self.new_names = Rates(limits.names, HOUR)
        self.requests = Rates(limits.requests, limits.requests_seconds)
        self.files = Rates(limits.files, limits.requests_seconds)
        rates = {name: value for name, value in vars(self).items() if isinstance(value, Rates)}
        self.shared = SharedLimits(house.database, rates, limits)
        house.learners += [self.shared.learn, self._learn]
        self.metrics.forfeits = house.services.thinkers.forfeits.by_bot
        self.metrics.gauges = {
            "kartarna_sockets": ("Open sockets", lambda: sum(map(len, self.connections.values()))),
            "kartarna_tables": ("Tables in memory", lambda: len(house.rooms)),
            "kartarna_thoughts": ("Bots that think", lambda: house.services.thinkers.busy),
        }

    def admits(self, address: str) -> bool:
        """An address has so many sockets, and opens so many in a minute, whether they say hello or not."""
        free = self.shared.open_sockets(everyone_at(address)) < self.limits.sockets_of_address
        return free and self.handshakes.take(address, time.monotonic())

    # ---- who may see what ------------------------------------------------------------------------------

    def own_name(self, connection: HTTPConnection) -> bool:
        return self.names is None or answers_to(connection.headers.get("host"), self.names)

    def own_origin(self, connection: HTTPConnection) -> bool:
        """Not from a browser, or from a page of ours."""
        origin = connection.headers.get("origin")
        if origin is None or origin in self.origins:
            return True
        return origin.partition("://")[2] == connection.headers.get("host")

    # ---- how often -----------------------------------------------------------------------------------------

    async def count_table(self, person: str) -> None:
        await self._count(self.new_tables, person, "too_many_tables")

    async def count_deck(self, address: str) -> None:
        await self._count(self.new_decks, address, "too_many_decks")

    async def count_person(self, address: str) -> None:
        await self._count(self.new_people, address, "too_many_requests")

    async def count_name(self, person: str) -> None:
        await self._count(self.new_names, person, "too_many_names")

    async def _count(self, rates: Rates, client: str, refusal: str) -> None:
        """By the hour: other processes are told before it is done."""
        if not rates.take(client, time.monotonic()):
            raise Failed(429, refusal)
        await self.shared.tell()

    # ---- looking around --------------------------------------------------------------------------------------

    def routines(self) -> tuple[Coroutine[None, None, None], ...]:
        return self.keep_glancing(), self.keep_checking()

    async def keep_glancing(self) -> None:
        """People also come and go at other processes. Runs until cancelled."""
        while True:
            await asyncio.sleep(GLANCE)
            for table, here in tuple(self.connections.items()):
                one = next(iter(here))  # all were told the same
                if one.room.gone or self.presence(one.room) != one.presence:
                    self.glance(table)
            self.shared.sockets, self.bodies = +self.shared.sockets, +self.bodies  # forgets those who have none
            await self.shared.tell()

    # ---- those who are no longer known -----------------------------------------------------------------------

    def _learn(self, _process: str, news: News) -> None:
        if isinstance(news, SignedOut):
            self.hang_up(news.person, news.token)

    async def keep_checking(self) -> None:
        """Whether all who are connected are still known, and at the right process. Runs until cancelled."""
        while True:
            await asyncio.sleep(CHECK)
            self.send_home()
            with suppress(StorageError):  # the next time will do
                await self.check_tokens()

    def send_home(self) -> None:
        """Tables whose process is back move there: whoever comes again is handed on to it."""
        for table in tuple(self.connections) if self.homes else ():
            if self.homes and not self.homes.is_here(table):
                for connection in tuple(self.connections.get(table, ())):
                    connection.end(COME_AGAIN)

    async def check_tokens(self) -> None:
        tokens = sorted({connection.token for connection in self.connected() if connection.token})
        for start in range(0, len(tokens), TOGETHER):
            some = tokens[start : start + TOGETHER]
            gone = {*some} - await self.house.people.storage.known_tokens(some)
            for connection in self.connected() if gone else ():
                if connection.token in gone:
                    connection.end(UNKNOWN)


def everyone_at(address: str) -> str:
    """Counted beside the address itself, which stands for those there who have no name."""
    return f"all of {address}"


def context_of(connection: HTTPConnection) -> ServerContext:
    context: ServerContext = connection.app.state.context
    return context
