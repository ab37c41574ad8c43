"""The server under load: 250 tables, 1,000 sockets, 1,000 decisions a second, each durable before it is told.

A table's four players are sockets of their own. A decision is measured from the moment it was due (not from when it
could be sent, so a server that lags is not spared) to the moment when all four have its update with their new view.
The generator runs beside the server, on the other core if there is one. `--rates` asks for a ladder of rates; the
highest that was held (98 % of it, p99 below a quarter of a second) is named; `processor time` is the server's for one
decision, all its threads: it depends least on what else the machine does. Then boardgame.io's server gets the same
load (server_peer.py), unless `--alone`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import uvloop
from house_process import HouseProcess
from processes import memory, processor
from quick_socket import QuickSocket, quick_connect
from rows import show, show_head
from server_peer import measure_peer

from kartarna.play.commands import fair_shuffle
from kartarna.play.house import House
from kartarna.play.model.settings import SeatPlan, Settings
from kartarna.play.model.shuffle import promise
from kartarna.play.storage.sqlite import SqliteDatabase

PLAYERS = 4
ROUND = 24  # decisions in a round of GAP, more or less
HOST = "127.0.0.1"


UPDATE = re.compile(rb'\{"type":"update","seq":(\d+)')  # the little that the generator reads of a message
ASKED = re.compile(rb'"asked":([1-9]\d*),"options":\{"choices":\[\{"action":(\d+)')


@dataclass
class Load:
    """What was measured in one stretch."""

    taken: list[float] = field(default_factory=list)  # seconds
    refused: int = 0
    late: int = 0  # due while the table's last decision was still under way


class Table:
    """Four sockets at one table; one decision at a time."""

    def __init__(self, id: str, tokens: list[str], load: Load) -> None:
        self.id = id
        self.tokens = tokens
        self.load = load
        self.sockets: list[QuickSocket] = []
        self.seqs = [0] * PLAYERS
        self.turn: tuple[int, int, int] | None = None  # seat, asked, action
        self.waiting: list[float] = []  # when the decisions that wait here were due
        self.due = 0.0  # of the one under way
        self.target = 0  # the seq that all must have seen; 0: nothing is under way

    async def connect(self, port: int) -> None:
        for seat, token in enumerate(self.tokens):
            path = f"/api/tables/{self.id}/socket"
            socket = await quick_connect(HOST, port, path, lambda data, seat=seat: self.heard(seat, data))  # type: ignore[misc]
            socket.send(json.dumps({"type": "hello", "version": 1, "token": token}).encode())
            self.sockets.append(socket)

    def heard(self, seat: int, data: bytes) -> None:
        if update := UPDATE.match(data):
            self.seqs[seat] = int(update[1])
            if asked := ASKED.search(data, update.end()):
                self.turn = (seat, int(asked[1]), int(asked[2]))
            if self.target and min(self.seqs) >= self.target:
                self.load.taken.append(time.perf_counter() - self.due)
                self.target = 0
                if self.waiting:
                    self.decide(self.waiting.pop(0))
        elif data.startswith(b'{"type":"refused"'):
            self.load.refused += 1
            self.target = 0

    def decide(self, due: float) -> None:
        if self.target or self.turn is None:
            self.load.late += 1
            self.waiting.append(due)
            return
        (seat, asked, action), self.turn = self.turn, None
        self.due, self.target = due, max(self.seqs) + 1
        self.sockets[seat].send(
            b'{"type":"decide","id":"%d","seat":%d,"seq":%d,"action":%d}' % (self.target, seat, asked, action)
        )

    def ready(self) -> bool:
        return self.turn is not None and min(self.seqs) > 0


async def lay_tables(file: Path, count: int) -> list[tuple[str, list[str]]]:
    """Tables of GAP that go on for a hundred rounds, with all four players seated and the cards dealt."""
    house = House(SqliteDatabase(file))
    settings = Settings(
        game="gap", seats=(SeatPlan("host"), *[SeatPlan("open")] * (PLAYERS - 1)), options={"rounds": 100}, public=True
    )

    async def lay(number: int) -> tuple[str, list[str]]:
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


async def drive(tables: list[Table], rate: float, seconds: float) -> Load:
    """Decisions at even distances, table by table in turn."""
    load = Load()
    for table in tables:
        table.load = load
    began = time.perf_counter()
    count = 0
    while (now := time.perf_counter()) < began + seconds:
        while count < (now - began) * rate:
            tables[count % len(tables)].decide(began + count / rate)
            count += 1
        await asyncio.sleep(0.001)
    for table in tables:
        table.waiting.clear()
    for _ in range(100):
        if not any(table.target for table in tables):
            break
        await asyncio.sleep(0.05)
    return load


async def scatter(tables: list[Table], rate: float) -> None:
    """As in life, tables are not all at the same point of their rounds (a deal is several times the work of a move)."""
    for step in range(1, ROUND):
        some = tables[: len(tables) * step // ROUND]
        await drive(some, rate, len(some) / rate)


async def measure(
    port: int, process: int, laid: list[tuple[str, list[str]]], rates: list[float], seconds: float
) -> str:
    """Prints a row for each rate; returns the rest that is to be told."""
    before = memory(process)
    tables = [Table(id, tokens, Load()) for id, tokens in laid]
    for table in tables:
        await table.connect(port)
    while not all(table.ready() for table in tables):
        await asyncio.sleep(0.05)
    held = (memory(process) - before) / len(tables) * 1024
    await scatter(tables, min(rates))
    highest, refused, made, own = 0.0, 0, 0, time.process_time()
    for rate in rates:
        computed = processor(process)
        load = await drive(tables, rate, seconds)
        each = 1000 * (processor(process) - computed) / max(1, len(load.taken))
        if show("Kartárna, durable", rate, seconds, sorted(1000 * taken for taken in load.taken), each):
            highest = max(highest, rate)
        refused, made = refused + load.refused, made + len(load.taken)
    own = 1000 * (time.process_time() - own) / max(1, made)
    for table in tables:
        for socket in table.sockets:
            socket.close()
    return (
        f"Kartárna: highest rate held {highest:.0f}/s, refused {refused}; {held:.0f} KiB of memory a table with its "
        f"{PLAYERS} sockets, {memory(process):.0f} MiB at the end; the generator computed {own:.2f} ms a decision"
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--tables", type=int, default=250)
    arguments.add_argument("--seconds", type=float, default=20)
    arguments.add_argument("--rates", type=float, nargs="+", default=[500, 1000, 1250, 1500, 2000])
    arguments.add_argument("--alone", action="store_true", help="leave out boardgame.io")
    chosen = arguments.parse_args()
    show_head()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kartarna.db"
        laid = uvloop.run(lay_tables(file, chosen.tables))
        server = HouseProcess(file)
        try:
            told = [uvloop.run(measure(server.port, server.pid, laid, chosen.rates, chosen.seconds))]
        finally:
            server.stop()
    if not chosen.alone:
        told.append(measure_peer(chosen.tables, chosen.rates, chosen.seconds))
    print("", *told, sep="\n")


if __name__ == "__main__":
    main()
