"""Kill −9 in the middle of play: what was acknowledged is there, once, and the table goes on."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

from kartarna.core.verification import verify
from kartarna.games import get
from kartarna.play.house import House
from kartarna.play.model.table_record import record_of
from kartarna.play.storage.log import Log, Row
from kartarna.play.storage.sqlite import SqliteDatabase
from tests.play.helpers import seated, shut, sqlite_house

ROOT = Path(__file__).parent.parent.parent
KILLS = 100


class Victims:
    """Processes that play, one after another."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
        command = [sys.executable, "-m", "tests.play.victim"]
        self.server = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT
        )

    def line(self) -> str:
        assert self.server.stdout
        return self.server.stdout.readline().strip()

    def start(self, where: str, table: str) -> int:
        assert self.server.stdin
        self.server.stdin.write(f"{where} {table}\n")
        self.server.stdin.flush()
        return int(self.line().removeprefix("pid "))

    def kill_in_play(self, where: str, table: str, chance: random.Random) -> list[str]:
        """Lets one play for a moment, kills it, and returns what it had acknowledged."""
        number = self.start(where, table)
        told = [self.line()]  # it is playing
        if told[0] != "gone":
            time.sleep(chance.random() * 0.03)
            with suppress(ProcessLookupError):  # it came to the end of its game just now
                os.kill(number, signal.SIGKILL)
        while told[-1] != "gone":
            told.append(self.line())
        return told[:-1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.server.communicate()


def check(rows: list[Row], acknowledged: dict[str, str]) -> None:
    """Every acknowledged decision is in the log as it was acknowledged, and no message twice."""
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    decided = {str(row.seq): row for row in rows if row.kind == "decided" and row.data["by"] == "human"}
    messages = [(row.seat, row.message) for row in decided.values()]
    assert len(set(messages)) == len(messages)
    for seq, told in acknowledged.items():
        row = decided[seq]
        assert told == f"{row.seq} {row.seat} {row.message} {row.data['action']}"


def test_killed_a_hundred_times_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    chance, kills = random.Random(1), 0
    with Victims() as victims:
        while kills < KILLS:
            kills += killed_through_a_game(victims, tmp_path, KILLS - kills, chance)


def killed_through_a_game(victims: Victims, folder: Path, kills: int, chance: random.Random) -> int:
    """Plays one table until it is over or has been killed so often; returns how often it was."""
    where, table = folder / "kartarna.db", asyncio.run(opened(folder, seed=str(kills)))
    acknowledged: dict[str, str] = {}
    for killed in range(1, kills + 1):
        lines = victims.kill_in_play(str(where), table, chance)
        acknowledged |= {line.split()[0]: line for line in lines}
        rows = asyncio.run(stored(where, table))
        check(rows, acknowledged)
        if rows[-1].kind == "ended":
            verify(get("gap"), record_of(table, rows))
            return killed
    return kills


async def opened(folder: Path, seed: str) -> str:
    """A table of its own: the same randomness would give the same table again."""
    house: House = sqlite_house(folder, seed)
    room, _ = await seated(house, 2, "random", options={"rounds": 100}, pace=0)
    await shut(house)
    return room.id


async def stored(path: Path, table: str) -> list[Row]:
    database = SqliteDatabase(path)
    rows = await Log(database).rows(table)
    await database.close()
    return rows
