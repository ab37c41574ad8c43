"""What all handlers and connections share: the house, and who is connected to it here."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, Protocol

from kartarna.core.deck import FOR_GUESTS
from kartarna.games import get
from kartarna.play.house import House
from kartarna.play.room.room import Room
from kartarna.play.room.session import Session
from kartarna.play.tokens import fits
from kartarna.protocol import bodies
from kartarna.protocol import messages as wire
from kartarna.protocol.close_codes import COME_AGAIN, UNKNOWN
from kartarna.protocol.encoder import UpdateEncoder
from kartarna.protocol.failures import Failed
from kartarna.protocol.queue import QueueLimits, WorkQueue
from kartarna.protocol.table_list import TableList

USUAL = QueueLimits()


class Tryout(NamedTuple):
    """A change to a game that somebody wants to see in figures; all of it has been checked."""

    game: str
    players: int
    options: dict[str, Any]
    deck: dict[str, Any] | None
    seed: int


TryOut = Callable[[Tryout], Awaitable[bytes]]  # a bodies.Report


class TableConnection(Protocol):
    """What is needed of a connection to a table here."""

    room: Room
    session: Session
    person: str | None
    token: str | None  # its hash
    presence: wire.Presence | None

    def look_around(self) -> None: ...

    def end(self, code: int) -> None: ...


class HouseContext:
    def __init__(self, house: House, try_out: TryOut, limits: QueueLimits = USUAL) -> None:
        self.house = house
        self.table_list = TableList(house)
        self.connections: dict[str, set[TableConnection]] = {}  # by table
        self.encoders: dict[str, UpdateEncoder] = {}
        self.reading = asyncio.Semaphore(2)  # pasts that are being told: a connection waits for one at a time
        self.replays = WorkQueue(limits)  # of games that were played here
        self.uploads = WorkQueue(limits)  # strangers' records: they keep nobody from looking at a game of their own
        self.try_out = try_out
        self.tryouts = WorkQueue(replace(limits, of_client=min(limits.of_client, 1)), "tryout")

    # ---- how often: a house of many limits it ----------------------------------------------------------------

    async def count_table(self, person: str) -> None:
        """A table is about to be opened; raises Failed if there were too many."""

    async def count_person(self, address: str) -> None:
        """Somebody new is about to be welcomed."""

    async def count_name(self, person: str) -> None:
        """Somebody is about to be called otherwise."""

    async def count_deck(self, address: str) -> None:
        """A deck that nobody has played with here is about to be brought in."""

    async def admit_deck(self, address: str, game: str, data: dict[str, Any]) -> None:
        """From now on tables and records may have this deck. Its place is never free again, so they are counted."""
        decks = get(game).decks
        if len(json.dumps(data)) > bodies.LONGEST_DECK and data not in [deck.data for deck in decks.installed]:
            raise Failed(413, "too_large", bytes=bodies.LONGEST_DECK)
        if decks.find(data) is None:
            if len(decks.loaded) >= FOR_GUESTS:
                raise Failed(503, "too_many_decks")
            decks.examine(data)
            await self.count_deck(address)
            decks.add(data)

    # ---- who may see what ------------------------------------------------------------------------------

    @staticmethod
    def may_look(room: Room, person: str | None, secret: str | None) -> bool:
        """Public tables show themselves to all, others to who sits there, the host, and who has the link."""
        table = room.table
        return table.public or room.belongs(person) or (secret is not None and fits(secret, table.link))

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

    def connected(self) -> list[TableConnection]:
        return [connection for here in self.connections.values() for connection in here]

    def hang_up(self, person: str, token: str | None = None) -> None:
        """Closes the connections of a person (of one device of theirs, by the hash of its token)."""
        for connection in self.connected():
            if connection.person == person and token in (None, connection.token):
                connection.end(UNKNOWN)
