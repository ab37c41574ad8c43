"""The house of one device: one person, all that is asked of it, and the connections to its tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from kartarna.local.connection import LocalConnection
from kartarna.local.database import LocalDatabase
from kartarna.local.journal import JournalFile
from kartarna.local.requests import Request, Response, respond
from kartarna.local.thinkers import LocalThinkers
from kartarna.local.tryouts import try_out
from kartarna.play.house import House
from kartarna.play.people import Person
from kartarna.play.retention import wipe
from kartarna.play.room.services import Services
from kartarna.protocol.caller import Caller, Recognised
from kartarna.protocol.context import HouseContext

ADDRESS = "this device"
MARK = "0"  # before the names of tables: no table of a server begins with it (play/tokens.py), so a page can tell them


class LocalHouse:
    def __init__(
        self,
        files: tuple[JournalFile, JournalFile],
        services: Services | None = None,
        *,
        tell: Callable[[int, str], None],
        hang_up: Callable[[int, int], None],
    ) -> None:
        """`tell` and `hang_up` go to the page: which connection, and the text, or the code that it ends with."""
        self.tell, self.hang_up = tell, hang_up
        self.database = LocalDatabase(files)
        self.house = House(self.database, services or Services(thinkers=LocalThinkers()), MARK)
        self.context = HouseContext(self.house, try_out)
        self.person: Person | None = None
        self.connections: dict[int, LocalConnection] = {}  # by the number that the page gave it
        self.tasks: dict[int, asyncio.Task[None]] = {}
        self.beating: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self._recognise()
        self.beating = asyncio.create_task(self.house.keep_beating())

    async def request(self, request: Request) -> Response:
        caller = Caller(ADDRESS, None, self.person)
        response, answer = await respond(self.context, caller, request)
        if isinstance(answer, Recognised):
            await self._recognise()
        if caller.person and not self.person:
            await wipe(self.house)
        return response

    async def _recognise(self) -> None:
        """Whoever has said a name here is at this device; there is no other."""
        found = await self.database.read(lambda execute: execute("SELECT id, name FROM people LIMIT 1"))
        self.person = Person(*found[0]) if found else None

    # ---- connections ---------------------------------------------------------------------------------------

    def connect(self, number: int, table: str) -> None:
        tell, hang_up = partial(self.tell, number), partial(self.hang_up, number)
        connection = LocalConnection(self.context, self.person, tell, hang_up)
        self.connections[number] = connection
        self.tasks[number] = asyncio.create_task(self._run(number, connection, table))

    async def _run(self, number: int, connection: LocalConnection, table: str) -> None:
        try:
            await connection.run(table)
        finally:
            del self.connections[number], self.tasks[number]

    def hear(self, number: int, text: str | None) -> None:
        """From the page; None: it has gone. A connection that is over hears nothing."""
        if number in self.connections:
            self.connections[number].texts.put_nowait(text)

    async def close(self) -> None:
        if self.beating:
            self.beating.cancel()
        for number in list(self.connections):
            self.hear(number, None)
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)
        await self.house.close()
        await self.database.close()
