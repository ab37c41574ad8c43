"""What all routes and sockets share: the house, and who is connected to this process."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from functools import partial
from typing import Any, Protocol

from starlette.requests import HTTPConnection

from kartarna.core.deck import Deck
from kartarna.games import GAMES, get
from kartarna.play.house import House
from kartarna.play.room.room import Room
from kartarna.play.room.session import Session
from kartarna.play.tokens import fits
from kartarna.server.http.hosts import answers_to
from kartarna.server.http.table_list import TableList
from kartarna.server.limits import Limits, Rates
from kartarna.server.metrics import Metrics
from kartarna.server.socket import messages as wire
from kartarna.server.socket.encoder import UpdateEncoder

MINUTE, HOUR = 60.0, 3600.0
COME_AGAIN = 1013  # closes a socket that is too slow, or may no longer look: when it comes back it is told why
GLANCE = 1.0  # seconds between looks at who is connected to other processes


class TableConnection(Protocol):
    """What is needed of a socket at a table here."""

    room: Room
    session: Session
    person: str | None
    token: str | None
    presence: wire.Presence | None

    def look_around(self) -> None: ...

    def end(self, code: int) -> None: ...


class ServerContext:
    def __init__(
        self, house: House, limits: Limits, origins: tuple[str, ...] = (), names: frozenset[str] | None = None
    ) -> None:
        self.house = house
        self.limits = limits
        self.origins = frozenset(origins)
        self.names = names  # that it answers to; None: a proxy sees to that
        self.metrics = Metrics()
        self.table_list = TableList(house)
        self.connections: dict[str, set[TableConnection]] = {}  # by table
        self.encoders: dict[str, UpdateEncoder] = {}
        self.sockets: Counter[str] = Counter()  # by client, and by address
        self.handshakes = Rates(limits.sockets_of_address, MINUTE)  # by address
        self.messages = Rates(limits.messages, limits.messages_seconds)  # by client, over all its sockets
        self.said = Rates(limits.said, MINUTE)  # by person and table
        self.bodies: Counter[str] = Counter()  # that are being read, by address
        self.new_tables = Rates(limits.tables, HOUR)
        self.new_people = Rates(limits.people, HOUR)
        self.requests = Rates(limits.requests, limits.requests_seconds)
        self.installed = {game: self._decks(game) for game in GAMES}
        self.reading = asyncio.Semaphore(2)  # records that are being replayed
        self.metrics.forfeits = house.services.thinkers.forfeits.by_bot
        self.metrics.gauges = {
            "kartarna_sockets": ("Open sockets", lambda: sum(map(len, self.connections.values()))),
            "kartarna_tables": ("Tables in memory", lambda: len(house.rooms)),
            "kartarna_thoughts": ("Bots that think", lambda: house.services.thinkers.busy),
        }

    def now(self) -> float:
        return self.house.services.time.now()

    def admits(self, address: str) -> bool:
        """An address has so many sockets, and opens so many in a minute, whether they say hello or not."""
        free = self.sockets[everyone_at(address)] < self.limits.sockets_of_address
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

    @staticmethod
    def may_look(room: Room, person: str | None, secret: str | None) -> bool:
        """Public tables show themselves to all, others to who sits there, the host, and who has the link."""
        table = room.table
        belongs = person is not None and (person == table.host or bool(table.seats_held(person)))
        return table.settings.public or belongs or (secret is not None and fits(secret, table.link))

    # ---- decks -------------------------------------------------------------------------------------------

    @staticmethod
    def _decks(game: str) -> list[Deck]:
        """Those that were there when the server started. Nobody else brings in decks: their number is limited."""
        decks = get(game).decks
        return [decks.standard, *decks.loaded[1:]]

    def has_deck(self, game: str, data: dict[str, Any]) -> bool:
        wanted = json.dumps(data)
        return any(json.dumps(deck.data) == wanted for deck in self.installed[game])

    # ---- presence ------------------------------------------------------------------------------------------

    def came(self, room: Room, connection: TableConnection) -> UpdateEncoder:
        self.connections.setdefault(room.id, set()).add(connection)
        connection.session.dismiss = partial(connection.end, COME_AGAIN)
        return self.encoders.setdefault(room.id, UpdateEncoder(room.table.settings.game))

    def went(self, room: Room, connection: TableConnection) -> None:
        here = self.connections.get(room.id, set())
        here.discard(connection)
        if here:
            self.glance(room.id)
        else:
            self.connections.pop(room.id, None)
            self.encoders.pop(room.id, None)

    @staticmethod
    def presence(room: Room) -> wire.Presence:
        """Spectators who have not said their name are counted where they are connected, all others everywhere."""
        there, chairs = room.there(), room.table.chairs
        seats = tuple([seat for seat, chair in enumerate(chairs) if chair.person in there])
        nameless = sum([session.person is None for session in room.sessions])
        return wire.Presence(seats, len(there.difference([chair.person for chair in chairs])) + nameless)

    def glance(self, table: str) -> None:
        """Someone came or went: every connection looks whether that is news for it."""
        for connection in tuple(self.connections.get(table, ())):
            connection.look_around()

    async def keep_glancing(self) -> None:
        """People also come and go at other processes. Runs until cancelled."""
        while True:
            await asyncio.sleep(GLANCE)
            for table, here in tuple(self.connections.items()):
                one = next(iter(here))  # all were told the same
                if one.room.gone or self.presence(one.room) != one.presence:
                    self.glance(table)
            self.sockets, self.bodies = +self.sockets, +self.bodies  # forgets those who have none

    def hang_up(self, person: str, token: str | None = None) -> None:
        """Closes the connections of a person (of one browser of theirs) that is no longer known."""
        for connections in self.connections.values():
            for connection in connections:
                if connection.person == person and token in (None, connection.token):
                    connection.end(4401)


def everyone_at(address: str) -> str:
    """Counted beside the address itself, which stands for those there who have no name."""
    return f"all of {address}"


def context_of(connection: HTTPConnection) -> ServerContext:
    context: ServerContext = connection.app.state.context
    return context
