"""`python -m tests.examples.answering_house FOLDER`, where Brod is installed: a game in Python in a house with others.

While something thinks about Brod at one table, two people play GAP at another. Prints JSON: for a bot's thought and for
a hint, how many of their decisions were answered meanwhile, and how often the thought imagined a world in this process.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

from kartarna.games import get
from kartarna.play.house import House
from kartarna.play.room.room import Room
from kartarna.play.room.services import Services
from kartarna.play.storage.sqlite import SqliteDatabase
from tests.play.helpers import Player, settings, shuffle, turn

ENOUGH = 20  # decisions


class Imagined:
    """Counts the worlds that are imagined here."""

    def __init__(self) -> None:
        self.count = 0
        rules = type(get("brod").new(2))
        redeal = rules.redeal  # type: ignore[attr-defined]

        def counting(state: Any, *told: Any) -> None:
            self.count += 1
            redeal(state, *told)

        rules.redeal = counting  # type: ignore[attr-defined]


async def table_of(house: House, game: str, *people: str, bot: str = "") -> tuple[Room, list[Player]]:
    seats = ["host", *["open"] * (len(people) - 1), *([bot] if bot else [])]
    starter = len(seats) if bot == "expert" else 1
    room, _ = await house.open(settings(*seats, game=game, public=True, options={"starter": starter}), people[0], "A")
    for person in people[1:]:
        await room.join(person, "B")
    players = [Player(room, person, seat) for seat, person in enumerate(people)]
    for player in players:
        await player.connect()
    while not room.table.ceremony:
        await asyncio.sleep(0.001)
    await shuffle(room, players)
    return room, players


async def answered_during(thought: Awaitable[Any], others: list[Player]) -> int:
    """How many decisions of the others were answered before the thought was over."""
    thinking = asyncio.ensure_future(thought)
    for count in range(ENOUGH):
        if thinking.done():
            return count
        while not any(others[0].room.table.asked):  # the next round is dealt
            await asyncio.sleep(0.001)
        await turn(others).play(f"{id(thinking)}-{count}")
    await thinking
    return ENOUGH


async def decided(room: Room, seat: int) -> None:
    while room.table.asked[seat]:
        await asyncio.sleep(0.001)


async def story(folder: Path) -> dict[str, dict[str, int]]:
    house = House(SqliteDatabase(folder / "answering.db"), Services())
    imagined = Imagined()
    _, others = await table_of(house, "gap", "p0", "p1")
    room, _ = await table_of(house, "brod", "against an expert", bot="expert")
    found = {"bot": {"answered": await answered_during(decided(room, 1), others), "imagined": imagined.count}}
    room, _ = await table_of(house, "brod", "asks for a hint", bot="greedy")
    imagined.count = 0
    answered = await answered_during(room.hints.hint("asks for a hint", 0, 3), others)
    found["hint"] = {"answered": answered, "imagined": imagined.count}
    await house.close()
    await house.database.close()
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(story(Path(sys.argv[1])))))
