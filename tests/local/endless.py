"""A house of a device where a bot never comes to the end of its thought: natively, and in the worker of a browser."""

from __future__ import annotations

import asyncio

from kartarna import bots
from kartarna.bots.levels import Level
from tests.local.helpers import PATIENCE, Page, Visitor, new_files, new_house, play

ENDLESS = Level("expert", 1_000_000_000, fixed=True)


class EndlessHouse:
    """Two tables: at one the bot thinks, the other one is a hot seat that is played at meanwhile."""

    def __init__(self) -> None:
        self.house = new_house(new_files())
        self.visitor = Visitor(self.house)
        self.thinkers = self.house.house.services.thinkers
        self.pages: list[Page] = []

    async def begin(self) -> None:
        usual = bots.OWN[ENDLESS.name]
        bots.OWN[ENDLESS.name] = ENDLESS
        try:
            await self.house.open()
            mine = {"starter": 1}  # the first seat begins: a bot that begins never ends
            slow = self.visitor.sit(await self.visitor.open_table("gap", level=ENDLESS.name, options=mine))
            quick = self.visitor.sit(await self.visitor.open_table("gap", seats=[{"kind": "host"}, {"kind": "link"}]))
            self.pages = [slow, quick]
            await quick.ask(type="share", seat=1, name="Jan")
            quick.read = 0
            playing = asyncio.create_task(play(slow))  # one decision, or two in a turn of GAP
            await self.until_busy(1)
            playing.cancel()
        finally:
            bots.OWN[ENDLESS.name] = usual

    async def answer(self) -> int:
        """Plays on at the other table, then asks for something. How many bots think then."""
        await play(self.pages[1], 6)
        assert (await self.visitor.get("/me"))["name"] == "Eva"
        return self.thinkers.busy

    async def leave(self) -> None:
        """The table of the bot; then it does not think any more."""
        self.pages[0].close()
        await self.until_busy(0)
        await self.house.close()

    async def until_busy(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while self.thinkers.busy != count:
                await asyncio.sleep(0)


HOUSES: list[EndlessHouse] = []  # the one that was begun


async def begin() -> None:
    HOUSES.append(EndlessHouse())
    await HOUSES[0].begin()


async def answer() -> int:
    return await HOUSES[0].answer()


async def leave() -> None:
    await HOUSES.pop().leave()
