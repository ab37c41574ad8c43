"""The load: tables whose four players are sockets of their own, and decisions that are due at even distances.

A decision is measured from the moment it was due (not from when it could be sent, so a server that lags is not spared)
to the moment when all four have its update with their new view.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from dataclasses import dataclass, field

from lay_tables import PLAYERS, LaidTable
from quick_socket import QuickSocket, quick_connect

ROUND = 24  # decisions in a round of GAP, more or less
HOST = "127.0.0.1"

UPDATE = re.compile(rb'\{"type":"update","seq":(\d+)')  # the little that the generator reads of a message
ASKED = re.compile(rb'"asked":([1-9]\d*),"options":\{"choices":\[\{"action":(\d+)')
ROUND_ENDS = b'"interval":{"gone_on":[],'


@dataclass
class Load:
    """What was measured in one stretch."""

    taken: list[float] = field(default_factory=list)  # seconds
    refused: int = 0
    late: int = 0  # due while the table's last decision was still under way


class PlayedTable:
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
            elif ROUND_ENDS in data:
                self.sockets[seat].send(b'{"type":"go_on","id":"on-%d","seat":%d}' % (self.seqs[seat], seat))
            if self.target and min(self.seqs) >= self.target:
                self.load.taken.append(time.perf_counter() - self.due)
                self.target = 0
                if self.waiting:
                    self.decide(self.waiting.pop(0))
        elif data.startswith(b'{"type":"refused"'):
            self.load.refused += 1
            self.target = 0

    def decide(self, due: float) -> None:
        if self.target:
            self.load.late += 1
            self.waiting.append(due)
            return
        if self.turn is None:
            return  # between two rounds nobody is asked
        (seat, asked, action), self.turn = self.turn, None
        self.due, self.target = due, max(self.seqs) + 1
        self.sockets[seat].send(
            b'{"type":"decide","id":"%d","seat":%d,"seq":%d,"action":%d}' % (self.target, seat, asked, action)
        )

    def ready(self) -> bool:
        return self.turn is not None and min(self.seqs) > 0


async def drive(tables: list[PlayedTable], rate: float, seconds: float) -> Load:
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


async def scatter(tables: list[PlayedTable], rate: float) -> None:
    """As in life, tables are not all at the same point of their rounds (a deal is several times the work of a move)."""
    for step in range(1, ROUND):
        some = tables[: len(tables) * step // ROUND]
        await drive(some, rate, len(some) / rate)


async def connected(port: int, laid: list[LaidTable]) -> list[PlayedTable]:
    """All tables with all their sockets, all asked for their first decision."""
    tables = [PlayedTable(id, tokens, Load()) for id, tokens in laid]
    for table in tables:
        await table.connect(port)
    while not all(table.ready() for table in tables):
        await asyncio.sleep(0.05)
    return tables
