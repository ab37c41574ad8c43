"""A house on a fake clock with numbered randomness: the same every time."""

from __future__ import annotations

import asyncio
import hashlib
import heapq
import itertools
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kartarna.core.errors import KartarnaError
from kartarna.play.commands import fair_shuffle, go_on
from kartarna.play.house import House
from kartarna.play.model.settings import ClockSetting, SeatPlan, Settings
from kartarna.play.model.shuffle import promise
from kartarna.play.model.updates import Update
from kartarna.play.room.room import Room
from kartarna.play.room.services import Services, fair_deal
from kartarna.play.room.session import Session
from kartarna.play.storage.sqlite import SqliteDatabase


@dataclass
class Alarm:
    call: Callable[[], None] | None

    def cancel(self) -> None:
        self.call = None


class FakeTime:
    """Stands still until it is moved. `wrong`: by how much the wall clock was set."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.time = now
        self.wrong = 0.0
        self.alarms: list[tuple[float, int, Alarm]] = []
        self.count = itertools.count()

    def now(self) -> float:
        return self.time + self.wrong

    def monotonic(self) -> float:
        return self.time

    def call_later(self, seconds: float, call: Callable[[], None]) -> Alarm:
        alarm = Alarm(call)
        heapq.heappush(self.alarms, (self.time + seconds, next(self.count), alarm))
        return alarm

    async def pass_by(self, seconds: float) -> None:
        """Lets the time pass, alarm by alarm, and everything that follows from each happen."""
        end = self.time + seconds
        await settle()
        while self.alarms and self.alarms[0][0] <= end:
            when, _, alarm = heapq.heappop(self.alarms)
            self.time = max(self.time, when)
            if alarm.call:
                alarm.call()
                await settle()
        self.time = end
        await settle()


HOUSES: list[House] = []


async def settle() -> None:
    """Until nothing moves any more: all writes are durable, all bots have thought."""
    quiet = 0
    while quiet < 3:
        for _ in range(10):
            await asyncio.sleep(0)
        quiet += 1
        while any(map(_busy, HOUSES)):
            quiet = 0
            await asyncio.sleep(0.0003)


def _busy(house: House) -> bool:
    database, thinkers = house.database, house.services.thinkers
    assert isinstance(database, SqliteDatabase)
    return bool(database.writer.waiting or database.reader.waiting or thinkers.busy or thinkers.waiting)


def numbered_bytes(seed: str = "") -> Callable[[int], bytes]:
    """Randomness that is the same in every run."""
    counter = itertools.count()
    return lambda size: hashlib.shake_128(f"{seed}{next(counter)}".encode()).digest(size)


@dataclass
class Player:
    """A client at a table: keeps what it was told, and goes on to the next round by itself."""

    room: Room
    person: str
    seat: int | None
    session: Session | None = None
    updates: list[Update] = field(default_factory=list)
    goes_on: bool = True
    going: set[asyncio.Task[None]] = field(default_factory=set)

    async def connect(self, last: int | None = None) -> None:
        self.session = await self.room.attach(self.person, self._hear, last)

    def _hear(self, update: Update) -> None:
        self.updates.append(update)
        if self.goes_on and self.seat is not None and self.room.table.interval:
            task = asyncio.create_task(self.go_on(f"on-{update.seq}"))
            self.going.add(task)
            task.add_done_callback(self.going.discard)

    async def go_on(self, message: str) -> None:
        assert self.seat is not None
        with suppress(KartarnaError):
            await self.room.do(go_on.go_on, self.person, self.seat, message)

    def leave(self) -> None:
        assert self.session
        self.room.detach(self.session)

    async def play(self, message: str, action: int | None = None) -> int:
        """The first legal decision, unless another is named."""
        assert self.seat is not None
        if action is None:
            action = self.room.table.state.legal_actions(self.seat)[0]
        row = await self.room.submit(self.person, self.seat, message, self.room.table.asked[self.seat], action)
        while self.goes_on and (self.going or self.room.table.interval):
            await asyncio.sleep(0.0005)
        return row


def settings(*seats: str, game: str = "gap", **more: Any) -> Settings:
    """Seats as "host", "open", "link" or the name of a bot."""
    plans = [SeatPlan(kind) if kind in ("host", "open", "link") else SeatPlan("bot", kind) for kind in seats]
    if isinstance(clock := more.get("clock"), tuple):
        more["clock"] = ClockSetting(*clock)
    return Settings(game=game, seats=tuple(plans), **more)


def services(seed: str = "", **more: Any) -> Services:
    return Services(time=FakeTime(), entropy=numbered_bytes(seed), **{"dealer": fair_deal, **more})


def sqlite_house(folder: Path, seed: str = "", **more: Any) -> House:
    HOUSES.append(House(SqliteDatabase(folder / "kartarna.db"), services(seed, **more)))
    return HOUSES[-1]


def time_of(house: House) -> FakeTime:
    assert isinstance(house.services.time, FakeTime)
    return house.services.time


async def shut(house: House) -> None:
    HOUSES.remove(house)
    await house.close()
    await house.database.close()


async def seated(house: House, count: int, *bots: str, **more: Any) -> tuple[Room, list[Player]]:
    """A table with so many humans (and bots), all connected, cards dealt."""
    more.setdefault("public", True)
    room, _ = await house.open(settings("host", *["open"] * (count - 1), *bots, **more), "p0", "Player 0")
    players = [Player(room, "p0", 0)]
    await players[0].connect()
    for number in range(1, count):
        seat = await room.join(f"p{number}", f"Player {number}")
        players.append(Player(room, f"p{number}", seat))
        await players[-1].connect()
    await shuffle(room, players)
    return room, players


async def shuffle(room: Room, players: list[Player]) -> None:
    await settle()
    parts = {player.seat: bytes([player.seat or 0]) * 32 for player in players}
    for player in players:
        if player.seat is not None:
            await room.do(fair_shuffle.send_promise, player.person, player.seat, promise(parts[player.seat]))
    for player in players:
        if player.seat is not None:
            await room.reveal(player.person, player.seat, parts[player.seat])


def turn(players: list[Player]) -> Player:
    """Whoever is asked (the first, if several are)."""
    return next(player for player in players if player.seat is not None and player.room.table.asked[player.seat])
