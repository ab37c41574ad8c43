"""The proxy of docs/server.md before two machines: a table lives at one of them, and moves when that one is killed."""

from __future__ import annotations

import asyncio
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from kartarna.client.account import Account
from tests.play.postgres_server import PostgresServer
from tests.server.helpers import run, seated, table_of
from tests.server.process import Serve
from tests.server.test_homes import Acknowledged, check_all, play

GUIDE = Path(__file__).parents[2] / "docs" / "server.md"
AROUND = """daemon off; pid nginx.pid; error_log stderr; events {{}}
http {{ access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
uwsgi_temp_path uwsgi; scgi_temp_path scgi; {} }}"""


def configuration(port: int, machines: list[str]) -> str:
    """As the guide has it, but for the addresses."""
    (told,) = re.findall(r"```nginx\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    assert len(re.findall(r"10\.0\.0\.\d:8000", told)) == len(machines)
    for machine in machines:
        told = re.sub(r"10\.0\.0\.\d:8000", machine.removeprefix("http://"), told, count=1)
    assert "listen 443 ssl;" in told
    return AROUND.format(told.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};"))


@contextmanager
def nginx(folder: Path, machines: list[str]) -> Iterator[str]:
    port = free_port()
    (folder / "nginx.conf").write_text(configuration(port, machines))
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    with subprocess.Popen([program, "-e", "stderr", "-p", str(folder), "-c", "nginx.conf"]) as process:
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_for(port: int) -> None:
    for _ in range(400):
        with socket.socket() as attempt:
            if attempt.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.03)
    raise AssertionError("the proxy does not listen")


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.stop()


def sockets_at(server: Serve) -> int:
    with urlopen(f"{server.url}/metrics") as answer:  # noqa: S310
        (sockets,) = re.findall(rb"^kartarna_sockets (\d+)", answer.read(), re.MULTILINE)
    return int(sockets)


def test_a_table_lives_at_one_machine_and_moves_when_that_is_killed(postgres: PostgresServer, tmp_path: Path) -> None:
    url, options = postgres.fresh(), ("--proxy", "127.0.0.1")

    async def story() -> None:
        people = [Account(proxy) for _ in range(2)]
        for number, account in enumerate(people):
            await account.call_me(f"Player {number}")
        tables = [(await table_of(*people, bots=1, options={"rounds": 1}, pace=0.02))[0] for _ in range(10)]
        placed = {table: await seated(table, *people) for table in tables}
        here = [await asyncio.to_thread(sockets_at, server) for server in (first, second)]
        assert sum(here) == 2 * len(tables)
        assert all(sockets and sockets % 2 == 0 for sockets in here)
        games: dict[str, Acknowledged] = {table: {} for table in tables}
        playing = asyncio.gather(*(play(place, games[table]) for table in tables for place in placed[table]))
        while not all(places[0].last and places[0].last > 12 for places in placed.values()):
            await asyncio.sleep(0.01)
        await asyncio.to_thread(second.kill)
        await playing
        assert all(one.last == two.last for one, two in placed.values())
        await check_all(url, games)

    with (
        Serve(url, *options) as first,
        Serve(url, *options) as second,
        nginx(tmp_path, [first.url, second.url]) as proxy,
    ):
        run(story, 120)
