"""A name, other devices, lost ones, and being forgotten."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kartarna.client.account import Account, Refusal
from tests.server.helpers import Ear, play_on, run, seated, served, sit, table_of, until


def test_a_name_is_asked_once_and_can_be_changed_everywhere(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("  Eva   Nováková ", "Jan")
            assert await eva.call("GET", "/api/me") == {"name": "Eva Nováková"}
            table, _ = await table_of(eva, jan)
            (place,) = [await sit(jan, table)]
            await until(place, lambda place: place.table is not None)
            await eva.call_me("Evička")
            await until(place, lambda place: place.table is not None and place.table.seats[0].name == "Evička")

    run(story)


@pytest.mark.parametrize("name", ["", "   ", "x" * 31, "<script>", "a\nb\u202e", "🂡", "x" * 10_000])
def test_names_that_are_none(tmp_path: Path, name: str) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            nobody = Account(here.url)
            with pytest.raises(Refusal) as found:
                await nobody.call_me(name)
            assert found.value.event.kind in ("bad_name", "bad_request")
            assert found.value.status == 400
            assert nobody.token is None

    run(story)


def test_a_recovery_phrase_brings_back_the_tables_of_a_lost_browser(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            table, _ = await table_of(eva, bots=1)
            old = (await eva.call("POST", "/api/me/phrase"))["phrase"]
            phrase = (await eva.call("POST", "/api/me/phrase"))["phrase"]
            found = Account(here.url)
            await found.call("POST", "/api/recover", {"phrase": f"  {phrase.upper().replace(' ', '-')} "})
            assert [line["id"] for line in (await found.call("GET", "/api/me/tables"))["tables"]] == [table]
            with pytest.raises(Refusal, match="phrase_wrong"):
                await Account(here.url).call("POST", "/api/recover", {"phrase": old})

    run(story)


def test_delete_my_data(tmp_path: Path) -> None:
    """The seat of a running game is played on by a bot, an open one is free; the name and the token are gone."""

    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Evženie", "Jan")
            over, _ = await table_of(eva, jan, options={"rounds": 1})
            await asyncio.gather(*map(play_on, await seated(over, eva, jan)))
            running = (await eva.call("POST", f"/api/tables/{over}/rematch"))["id"]
            _, other = await seated(running, eva, jan)
            waiting, _ = await jan.open_table(game="gap", seats=[{"kind": "host"}, {"kind": "open"}], public=True)
            await eva.join(waiting)
            ear = await Ear.open(here.url, running, {"token": eva.token})
            await ear.until("update")
            token = eva.token
            await eva.call("DELETE", "/api/me")
            assert eva.token is None
            assert await ear.end() == 4401
            await until(other, lambda place: place.table is not None and place.table.seats[0].resigned)
            assert await Account(here.url, token).call("GET", "/api/me") == {"name": None}
            assert (await jan.call("GET", f"/api/tables/{waiting}"))["seats"][1]["free"]
            assert [seat["name"] for seat in (await jan.call("GET", f"/api/tables/{over}"))["seats"]] == ["", "Jan"]
            for id in (over, running, waiting):
                assert all("Evženie" not in str(row.data) for row in await here.house.log.rows(id))

    run(story)
