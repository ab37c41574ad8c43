"""Plays tables until it is killed: `python -m tests.play.victim`.

For each line `DATABASE TABLE` on standard input it forks a process that plays that table (a fork starts
quicker than a Python), and tells its number. Every decision that was acknowledged is written to standard
output, after the acknowledgement. When the process is gone, it says so.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from kartarna.core.rng import Rng
from kartarna.play.commands import go_on
from kartarna.play.house import House
from kartarna.play.room.services import Services
from kartarna.play.storage.database import Database
from kartarna.play.storage.postgres import PostgresDatabase
from kartarna.play.storage.sqlite import SqliteDatabase


def connect(where: str) -> Database:
    return PostgresDatabase(where) if where.startswith("postgresql:") else SqliteDatabase(Path(where))


async def main(where: str, table: str) -> None:
    house = House(connect(where), Services())
    room = await house.room(table)
    for person in ("p0", "p1"):
        await room.attach(person, lambda _: None)
    rng = Rng(room.table.seq)
    while room.table.phase == "playing":
        seat = next((seat for seat in (0, 1) if room.table.asked[seat]), None)
        if room.table.interval:
            for other in (0, 1):
                await room.do(go_on.go_on, f"p{other}", other, f"on{room.table.seq}")
        if seat is None:
            await asyncio.sleep(0.0005)
            continue
        asked, action = room.table.asked[seat], room.table.state.greedy(seat, rng)
        message = f"m{asked}"
        row = await room.submit(f"p{seat}", seat, message, asked, action)
        say(f"{row} {seat} {message} {action}")


def say(line: str) -> None:
    """In one piece: a pipe takes so little at once or not at all."""
    os.write(1, f"{line}\n".encode())


def serve() -> None:
    for line in sys.stdin:
        where, table = line.split()
        child = os.fork()
        if child == 0:
            asyncio.run(main(where, table))
            os._exit(0)
        say(f"pid {child}")
        os.waitpid(child, 0)
        say("gone")


if __name__ == "__main__":
    serve()
