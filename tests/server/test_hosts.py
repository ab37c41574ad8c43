"""The names that a server answers to: a stranger's page must not have it under a name of its own (DNS rebinding)."""

from __future__ import annotations

from pathlib import Path
from socket import gethostname

import pytest

from kartarna.server.http.hosts import answers_to, own_names
from kartarna.server.launch import Serving
from tests.server.helpers import run, served, table_of
from tests.server.test_limits import answered

OWN = own_names("Cards.Example")
UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg==",
}


@pytest.mark.parametrize(
    "host",
    [
        "localhost:8000",
        "LOCALHOST",
        "127.0.0.1:8000",
        "192.168.1.7",
        "[::1]:8000",
        "cards.example",
        gethostname(),
        None,
    ],
)
def test_addresses_and_own_names_are_answered_to(host: str | None) -> None:
    assert answers_to(host, OWN)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "localhost.evil.example", "", "[::1", "1.2.3"])
def test_foreign_names_are_not(host: str) -> None:
    assert not answers_to(host, OWN)


def test_behind_a_proxy_any_name_will_do_unless_some_are_given() -> None:
    assert Serving("", proxies=("127.0.0.1",)).names is None
    assert not answers_to("evil.example", Serving("", proxies=("127.0.0.1",), hosts=("cards.example",)).names or OWN)
    assert answers_to("cards.example", Serving("", hosts=("cards.example",)).names or frozenset())


def test_a_page_under_a_foreign_name_gets_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, names=OWN) as here:
            (eva,) = await here.people("Eva")
            table, _ = await table_of(eva, bots=1)
            foreign = {"Host": "evil.example", "Origin": "http://evil.example", "Cookie": f"kartarna={eva.token}"}
            for path in ("/", "/api/me", f"/api/tables/{table}"):
                status, _, body = await answered(here, "GET", path, **foreign)
                assert (status, b"wrong_host" in body, b"Eva" in body) == (403, True, False)
            socket = f"/api/tables/{table}/socket"
            status, _, body = await answered(here, "GET", socket, **UPGRADE, **foreign)
            assert (status, body) == (403, b"")
            status, _, _ = await answered(here, "GET", socket, **UPGRADE, Host="localhost")
            assert status == 101

    run(story)
