"""Tables of GAP with all four players seated and the cards dealt, laid by whichever tree's Python runs this."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys

from kartarna.play.commands import fair_shuffle
from kartarna.play.house import House
from kartarna.play.model.settings import SeatPlan, Settings
from kartarna.play.model.shuffle import promise
from kartarna.play.storage.address import open_database

PLAYERS = 4
LaidTable = tuple[str, list[str]]  # its id, and the players' tokens


def laid_by(python: str, url: str, count: int) -> list[LaidTable]:
    done = subprocess.run([python, __file__, url, str(count)], stdout=subprocess.PIPE, check=True)
    return [(id, tokens) for id, tokens in json.loads(done.stdout)]


async def lay_tables(url: str, count: int) -> list[LaidTable]:
    """Tables of GAP that go on for a hundred rounds, with all four players seated and the cards dealt."""
    house = House(open_database(url))
    settings = Settings(
        game="gap", seats=(SeatPlan("host"), *[SeatPlan("open")] * (PLAYERS - 1)), options={"rounds": 100}, public=True
    )

    async def lay(number: int) -> LaidTable:
        people = [await house.people.welcome(f"Player {number} {seat}") for seat in range(PLAYERS)]
        room, _ = await house.open(settings, people[0][0].id, people[0][0].name)
        for person, _ in people[1:]:
            await room.join(person.id, person.name)
        await room.do(fair_shuffle.commit, house.services.entropy(32), room.deal)
        parts = [bytes([seat]) * 32 for seat in range(PLAYERS)]
        for seat, (person, _) in enumerate(people):
            await room.do(fair_shuffle.send_promise, person.id, seat, promise(parts[seat]))
        for seat, (person, _) in enumerate(people):
            await room.reveal(person.id, seat, parts[seat])
        return room.id, [token for _, token in people]

    tables = await asyncio.gather(*(lay(number) for number in range(count)))
    await house.close()
    await house.database.close()
    return tables


if __name__ == "__main__":
    print(json.dumps(asyncio.run(lay_tables(sys.argv[1], int(sys.argv[2])))))
