"""The fault run: two people and a bot play while the server is killed, stopped and frozen, its disk fills up and its
clock is set. Whatever was acknowledged is in the log once, and after every fault the table goes on by itself.

`make test` has each fault once on each database, `make test-long` many rounds of them in random order.
"""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest

from kartarna.client.account import Account, Place, Refusal, Unreachable
from kartarna.play.storage.address import is_sqlite, open_database
from kartarna.play.storage.log import Log, Row
from kartarna.protocol import messages as wire
from tests.play.postgres_server import PostgresServer
from tests.play.test_crash import check
from tests.server.helpers import finished, run, seated, table_of
from tests.server.process import Serve

ROUNDS = 20 if os.environ.get("KARTARNA_LONG") else 1
PATIENCE = 20.0  # seconds until a table goes on
SECONDS = 150.0  # that one round may take
HOUR = 3600


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.stop()


@dataclass
class Machine:
    """A server with its database and its clock, and what can happen to them."""

    database: str
    clock: Path
    server: Serve = field(init=False)

    def __post_init__(self) -> None:
        self.set_clock(0)
        self.start()

    def start(self) -> None:
        self.server = Serve(self.database, program=("tests.server.wrong_clock", str(self.clock)))

    def set_clock(self, wrong: float) -> None:
        fresh = self.clock.with_suffix(".new")
        fresh.write_text(str(wrong))
        fresh.replace(self.clock)

    # ---- faults ------------------------------------------------------------------------------------------

    def killed(self) -> None:
        self.server.kill()
        self.start()

    def stopped(self) -> None:
        assert self.server.stop()[0] in (0, -signal.SIGTERM)
        self.start()

    def frozen(self) -> None:
        self.server.process.send_signal(signal.SIGSTOP)
        time.sleep(1)
        self.server.process.send_signal(signal.SIGCONT)

    def set_back(self) -> None:
        self.set_clock(-HOUR)

    def set_forward(self) -> None:
        self.set_clock(HOUR)

    def restarted_with_an_old_clock(self) -> None:
        self.server.kill()
        self.set_clock(-30 * HOUR)
        self.start()

    def full(self) -> None:
        """Nothing can be stored for a while: the server says so, and reads on."""
        self.fill()
        try:
            self.until_ready(503)
            assert self.status("/api/health") == 200
        finally:
            self.make_room()
        self.until_ready(200)

    def fill(self) -> None:
        if is_sqlite(self.database):  # no file may be written beyond its first byte
            resource.prlimit(self.server.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        else:
            self.let_write("off")

    def make_room(self) -> None:
        if is_sqlite(self.database):
            free = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            resource.prlimit(self.server.process.pid, resource.RLIMIT_FSIZE, free)
        else:
            self.let_write("on")

    def let_write(self, how: str) -> None:
        """PostgreSQL stops if its disk is full; when it is back it takes no writes until there is room."""
        with psycopg.connect(f"{self.database}&options=-cdefault_transaction_read_only%3Doff", autocommit=True) as line:
            name = line.info.dbname
            line.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = {'off' if how == 'on' else 'on'}")
            line.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()",
                (name,),
            )

    def status(self, path: str) -> int:
        try:
            Account(self.server.url)._call("GET", path, None, {})
        except Refusal as refusal:
            return refusal.status
        return 200

    def until_ready(self, status: int) -> None:
        deadline = time.monotonic() + PATIENCE
        while (now := self.status("/api/ready")) != status:
            assert time.monotonic() < deadline, f"/api/ready says {now}, not {status}"
            time.sleep(0.05)


FAULTS = (
    *(Machine.killed, Machine.full, Machine.frozen, Machine.set_back, Machine.stopped),
    *(Machine.set_forward, Machine.restarted_with_an_old_clock),
)


@dataclass
class Guest:
    """Plays whatever happens to the server, and keeps what was acknowledged."""

    machine: Machine
    place: Place
    seat: int
    acknowledged: dict[str, str] = field(default_factory=dict)  # by row

    async def play(self) -> None:
        while not finished(self.place):
            try:
                await self.play_on()
            except (Unreachable, Refusal):
                await asyncio.sleep(0.05)
                await self.come_back()

    async def play_on(self) -> None:
        answered = 0
        while not finished(self.place):
            update = self.place.update
            if update and update.asked > answered and update.options:
                await self.decide(update.asked, update.options.choices[0].action)
                answered = update.asked
            else:
                await self.place.next()

    async def decide(self, asked: int, action: int) -> None:
        """The same message for the same question, however often it has to be sent."""
        message = f"{self.seat}-{asked}"
        done = await self.place.ask(wire.Decide(id=message, seat=self.seat, seq=asked, action=action))
        self.acknowledged[str(done.seq)] = f"{done.seq} {self.seat} {message} {action}"
        await asyncio.sleep(0.01)

    async def come_back(self) -> None:
        self.place.account.server = self.machine.server.url
        try:
            await self.place.connect()
        except Unreachable:
            await asyncio.sleep(0.1)


async def goes_on(guests: list[Guest], after: str) -> None:
    """Both have made decisions since."""
    before = [len(guest.acknowledged) for guest in guests]
    deadline = time.monotonic() + PATIENCE
    while not all(len(guest.acknowledged) > had + 1 for guest, had in zip(guests, before, strict=True)):
        assert time.monotonic() < deadline, f"the table stands still after: {after}"
        await asyncio.sleep(0.02)


async def suffer(machine: Machine, faults: list[Callable[[Machine], None]]) -> tuple[str, list[Guest]]:
    accounts = [Account(machine.server.url), Account(machine.server.url)]
    for account, name in zip(accounts, ("Eva", "Jan"), strict=True):
        await account.call_me(name)
    table, _ = await table_of(
        *accounts, bots=1, options={"rounds": 100}, pace=0.02, clock={"kind": "decision", "seconds": 90}
    )
    guests = [Guest(machine, place, seat) for seat, place in enumerate(await seated(table, *accounts))]
    playing = [asyncio.create_task(guest.play()) for guest in guests]
    try:
        for fault in faults:
            await goes_on(guests, "the last fault, for a while")
            await asyncio.to_thread(fault, machine)
            await goes_on(guests, fault.__name__)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for guest in guests:
            await guest.place.close()
    return table, guests


async def stored(database: str, table: str) -> list[Row]:
    opened = open_database(database)
    try:
        return await Log(opened).rows(table)
    finally:
        await opened.close()


async def fault_run(database: str, folder: Path, chance: random.Random) -> None:
    machine = await asyncio.to_thread(Machine, database, folder / "clock")
    try:
        faults = chance.sample(FAULTS, len(FAULTS))
        table, guests = await suffer(machine, [*faults])
    finally:
        code, log = await asyncio.to_thread(machine.server.stop)
    assert code in (0, -signal.SIGTERM)
    assert "trace" not in log
    rows = await stored(database, table)
    check(rows, {seq: told for guest in guests for seq, told in guest.acknowledged.items()})
    assert [row.at for row in rows] == sorted(row.at for row in rows)
    assert "stood_in" not in {row.kind for row in rows}, "someone lost time because a clock was set"


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_the_fault_run_on_sqlite(seed: int, tmp_path: Path) -> None:
    run(lambda: fault_run(f"sqlite:///{tmp_path / 'kartarna.db'}", tmp_path, random.Random(seed)), SECONDS)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_the_fault_run_on_postgresql(seed: int, postgres: PostgresServer, tmp_path: Path) -> None:
    run(lambda: fault_run(postgres.fresh(), tmp_path, random.Random(seed)), SECONDS)
