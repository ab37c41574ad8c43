"""My devices: all that are signed in as me, and how to sign out one, or all others."""

from __future__ import annotations

from pathlib import Path

import pytest

from kartarna.client.account import Account, Refusal
from kartarna.play.people import SEEN_AGAIN
from kartarna.play.room.services import Services
from kartarna.server.http.device_name import device_name
from tests.play.helpers import FakeTime
from tests.server.helpers import Ear, run, served, table_of

PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1"


async def moved(account: Account, agent: str = PHONE) -> Account:
    """The same person on another device."""
    secret = (await account.call("POST", "/api/me/move"))["secret"]
    other = Account(account.server)
    await other.call("POST", "/api/move", {"secret": secret}, **{"User-Agent": agent})
    return other


async def names(account: Account) -> list[tuple[str, bool]]:
    found = (await account.call("GET", "/api/me/devices"))["devices"]
    return sorted((device["name"], device["this"]) for device in found)


def test_devices_have_names_and_one_is_this_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            phone = await moved(eva)
            assert await names(eva) == [("Kartárna", True), ("Safari, iPhone", False)]
            assert await names(phone) == [("Kartárna", False), ("Safari, iPhone", True)]
            assert await names(jan) == [("Kartárna", True)]
            with pytest.raises(Refusal, match="who_are_you"):
                await Account(here.url).call("GET", "/api/me/devices")

    run(story)


def test_a_device_is_signed_out_from_another_with_its_sockets(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, _ = await table_of(eva, bots=1)
            phone = await moved(eva)
            ear = await Ear.open(here.url, table, {"token": phone.token})
            await ear.until("update")
            devices = (await eva.call("GET", "/api/me/devices"))["devices"]
            (other,) = [device["id"] for device in devices if not device["this"]]
            with pytest.raises(Refusal, match="no_such_device") as found:
                await jan.call("DELETE", f"/api/me/devices/{other}")  # somebody else's
            assert found.value.status == 404
            await eva.call("DELETE", f"/api/me/devices/{other}")
            assert await ear.end() == 4401
            assert await phone.call("GET", "/api/me") == {"name": None}
            assert await names(eva) == [("Kartárna", True)]

    run(story)


def test_all_others_are_signed_out_and_a_link_on_its_way_is_void(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            others = [await moved(eva), await moved(eva, "Firefox on Windows")]
            secret = (await others[0].call("POST", "/api/me/move"))["secret"]
            await eva.call("DELETE", "/api/me/devices")
            assert await names(eva) == [("Kartárna", True)]
            for other in others:
                assert await other.call("GET", "/api/me") == {"name": None}
            with pytest.raises(Refusal, match="link_void"):
                await Account(here.url).call("POST", "/api/move", {"secret": secret})

    run(story)


def test_when_a_device_was_last_here(tmp_path: Path) -> None:
    async def story() -> None:
        time = FakeTime()
        async with served(tmp_path, services=Services(time=time)) as here:
            (eva,) = await here.people("Eva")
            phone = await moved(eva)
            came = time.time
            time.time += SEEN_AGAIN + 1
            found = (await phone.call("GET", "/api/me/devices"))["devices"]
            assert {device["this"]: device["seen"] for device in found} == {True: time.time, False: came}

    run(story)


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("<script>alert(1)</script>", ""),
        ("", ""),
    ],
)
def test_nothing_else_of_what_a_browser_says_is_kept(agent: str, name: str) -> None:
    assert device_name(agent) == name
