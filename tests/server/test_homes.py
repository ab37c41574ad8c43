"""Several processes on one machine: all sockets of a table are in one of them; when it dies, they move to another."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from kartarna.client.account import Account, Place, Unreachable
from kartarna.play.storage.log import Log
from kartarna.play.storage.postgres import PostgresDatabase
from kartarna.protocol import messages as wire
from kartarna.server.homes import Homes, table_of
from tests.play.postgres_server import PostgresServer
from tests.play.test_crash import check
from tests.server.helpers import finished, run, seated
from tests.server.helpers import table_of as open_table
from tests.server.process import Serve

WORKERS = 3


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.stop()


def children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def sockets_of(process: int) -> set[str]:
    """The inodes of its sockets."""
    found = set()
    for link in Path(f"/proc/{process}/fd").iterdir():
        try:
            target = str(link.readlink())
        except OSError:
            continue  # closed meanwhile
        if kind := re.match(r"socket:\[(\d+)\]", target):
            found.add(kind[1])
    return found


def inode_of(server: Serve, place: Place) -> str:
    """Of the server's end of a client's socket."""
    assert place.line
    ends = f":{int(server.url.rpartition(':')[2]):04X}", f":{place.line.local_address[1]:04X}"
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    (inode,) = (row[9] for row in rows if (row[1][-5:], row[2][-5:]) == ends)
    return inode


async def home_of(server: Serve, place: Place) -> int:
    """The process that has the other end of a client's socket, once the one that accepted it has let go."""
    inode = inode_of(server, place)
    while len(homes := [child for child in children(server.process.pid) if inode in sockets_of(child)]) != 1:
        await asyncio.sleep(0.01)
    return homes[0]


Acknowledged = dict[str, str]  # by the number of its row, a decision as `check` wants it told


async def play(place: Place, acknowledged: Acknowledged) -> None:
    """To the end; comes back as often as the connection is lost, and asks again what was not acknowledged."""
    while not finished(place):
        try:
            await play_and_note(place, acknowledged)
        except Unreachable:
            await asyncio.sleep(0.05)
            with suppress(Unreachable):
                await place.connect(place.last)


async def play_and_note(place: Place, acknowledged: Acknowledged) -> None:
    asked, sent = 0, {}
    while not finished(place):
        update = place.update
        if update and update.asked > asked and update.options and place.you and place.you.seat is not None:
            asked, seat, action = update.asked, place.you.seat, update.options.choices[0].action
            id = f"{place.name}-{asked}"
            sent[id] = f"{seat} {id} {action}"
            await place.post(wire.Decide(id=id, seat=seat, seq=asked, action=action))
        answer = await place.next()
        if isinstance(answer, wire.Done) and answer.id in sent:
            acknowledged[str(answer.seq)] = f"{answer.seq} {sent[answer.id]}"


async def check_all(url: str, games: dict[str, Acknowledged]) -> None:
    """What was acknowledged at these tables is in their logs, once."""
    database = PostgresDatabase(url)
    for table, acknowledged in games.items():
        assert len(acknowledged) > 5
        check(await Log(database).rows(table), acknowledged)
    await database.close()


@pytest.mark.parametrize("count", range(2, 9))
def test_every_process_has_its_share_of_the_tables(count: int, tmp_path: Path) -> None:
    homes, tables = Homes(tmp_path, count), 4000
    found = Counter(homes.order(f"table{number}")[0] for number in range(tables))
    assert len(found) == count
    assert max(found.values()) < 1.2 * tables / count


def test_a_table_lives_in_one_process_and_moves_when_that_is_killed(postgres: PostgresServer) -> None:
    async def story() -> None:
        url = postgres.fresh()
        with await asyncio.to_thread(Serve, url, "--workers", str(WORKERS)) as server:
            people = [Account(server.url) for _ in range(2)]
            for number, account in enumerate(people):
                await account.call_me(f"Player {number}")
            tables = [(await open_table(*people, bots=1, options={"rounds": 1}, pace=0.02))[0] for _ in range(6)]
            placed = {table: await seated(table, *people) for table in tables}
            homes = [{await home_of(server, place) for place in places} for places in placed.values()]
            assert all(len(home) == 1 for home in homes)
            assert len(set.union(*homes)) > 1
            games: dict[str, Acknowledged] = {table: {} for table in tables}
            playing = asyncio.gather(*(play(place, games[table]) for table in tables for place in placed[table]))
            while not all(places[0].last and places[0].last > 12 for places in placed.values()):
                await asyncio.sleep(0.01)
            os.kill(homes[0].pop(), signal.SIGKILL)
            await playing
            assert all(one.last == two.last for one, two in placed.values())
        await check_all(url, games)

    run(story, 60)


def test_who_has_the_place_before_is_the_home_of_a_table(tmp_path: Path) -> None:
    async def story() -> None:
        first, second = Homes(tmp_path, 2), Homes(tmp_path, 2)
        received: list[tuple[bytes, str]] = []

        def accept(request: bytes, connection: socket.socket) -> None:
            with connection:
                received.append((request, connection.recv(5).decode()))

        first.open(accept)
        second.open(lambda *_: None)
        assert (first.place, second.place) == (0, 1)
        table = next(f"t{number}" for number in range(99) if second.order(f"t{number}") == [0, 1])
        request = f"GET /api/tables/{table}/socket HTTP/1.1\r\n\r\n".encode()
        client, accepted = socket.socketpair()
        client.send(b"hello")
        assert second.hand_on(request, accepted.fileno())
        assert not first.hand_on(request, accepted.fileno())
        while not received:
            await asyncio.sleep(0.005)
        assert received == [(request, "hello")]
        assert not second.is_here(table)
        first.close()
        assert second.is_here(table)
        assert not second.hand_on(request, accepted.fileno())
        again = Homes(tmp_path, 2)
        again.open(lambda *_: None)
        assert again.place == 0
        assert not second.is_here(table)
        for end in (client, accepted):
            end.close()
        again.close()
        second.close()

    run(story)


@pytest.mark.parametrize("request_line", [b"GET /api/tables HTTP/1.1", b"POST /x", b"", b"GET /api/tables/../socket "])
def test_what_is_not_for_a_table_stays_where_it_is(request_line: bytes) -> None:
    assert table_of(request_line) is None


def test_a_process_that_is_slow_to_read_is_there_all_the_same(tmp_path: Path) -> None:
    """It is asked about every table, many times in a row: its box may be full."""

    async def story() -> None:
        first, second = Homes(tmp_path, 2), Homes(tmp_path, 2)
        first.open(lambda *_: None)
        second.open(lambda *_: None)
        table = next(f"t{number}" for number in range(99) if second.order(f"t{number}") == [0, 1])
        assert not any(second.is_here(table) for _ in range(10_000))  # nothing is read in between
        for home in (first, second):
            home.close()

    run(story)
