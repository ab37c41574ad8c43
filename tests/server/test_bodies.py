"""Bodies that do not come, and whom an address stands for."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from kartarna.server.http.identity import network_of
from kartarna.server.limits import Limits
from tests.server.helpers import PATIENCE, Served, run, served
from tests.server.test_limits import answered


async def half_a_request(here: Served) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Promises a body of which only the beginning comes."""
    host, port = here.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"POST /api/replay HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000\r\n\r\n{{".encode())
    await writer.drain()
    return reader, writer


async def being_read(here: Served, count: int) -> None:
    """Until the server reads so many bodies."""
    async with asyncio.timeout(PATIENCE):
        while here.context.bodies.total() != count:
            await asyncio.sleep(0.005)


def test_a_body_that_never_ends_is_not_waited_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=Limits(body_seconds=0.1)) as here:
            reader, writer = await half_a_request(here)
            answer = await asyncio.wait_for(reader.read(), PATIENCE)  # up to the end: the server hangs up
            head, _, body = answer.partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 408")
            assert json.loads(body)["refused"]["facts"] == {"reason": "it was not here within 0.1 seconds"}
            assert here.context.bodies.total() == 0
            writer.close()

    run(story)


def test_an_address_has_so_many_bodies_under_way(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=Limits(bodies=2)) as here:
            writers = [(await half_a_request(here))[1] for _ in range(2)]
            await being_read(here, 2)
            status, _, body = await answered(here, "PUT", "/api/me", b'{"name": "Eva"}')
            assert (status, json.loads(body)["refused"]["kind"]) == (429, "too_many_requests")
            writers[0].close()
            await being_read(here, 1)
            status, _, _ = await answered(here, "PUT", "/api/me", b'{"name": "Eva"}')
            assert status == 200
            writers[1].close()
            await being_read(here, 0)

    run(story)


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_of_ipv6_the_network_counts(host: str, counted: str) -> None:
    assert network_of(host) == counted
