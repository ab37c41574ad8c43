"""A connection to a table of this device: its messages go through a queue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kartarna.play.people import Person
from kartarna.protocol import messages as wire
from kartarna.protocol.connection import Connection, HungUp
from kartarna.protocol.context import HouseContext

MANY = 100_000  # updates that may wait: the page is here, and does nothing but read them


class LocalConnection(Connection):
    def __init__(
        self, context: HouseContext, who: Person | None, post: Callable[[str], None], hang_up: Callable[[int], None]
    ) -> None:
        super().__init__(context, MANY, offer=self._offer)
        self.person = who.id if who else None
        self.post, self.hang_up = post, hang_up
        self.texts: asyncio.Queue[str | None] = asyncio.Queue()  # from the page; None: it has gone

    async def receive(self) -> str:
        text = await self.texts.get()
        if text is None:
            raise HungUp
        return text

    def _offer(self, text: bytes) -> bool:
        self.post(text.decode())
        return True

    async def send(self, text: bytes) -> None:
        self.post(text.decode())

    async def close(self, code: int) -> None:
        self.hang_up(code)

    async def identify(self, hello: wire.Hello) -> None:
        """Whoever is at this device."""
