"""What a stranger could have the house write down without end: rematches, names, shuffles that are given up."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from kartarna.client.account import Refusal
from kartarna.play.model.facts import MOST_SPOILT
from kartarna.play.model.shuffle import promise
from tests.server.helpers import GENEROUS, Ear, play_on, run, seated, served, table_of


def test_rematches_count_as_tables(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=replace(GENEROUS, tables=2)) as here:
            (eva,) = await here.people("Eva")
            table, _ = await table_of(eva, bots=1, options={"rounds": 1})
            for left in (True, False):
                (place,) = await seated(table, eva)
                await play_on(place)
                if left:
                    again = (await eva.call("POST", f"/api/tables/{table}/rematch"))["id"]
                    assert (await eva.call("POST", f"/api/tables/{table}/rematch"))["id"] == again  # not counted twice
                    table = again
            with pytest.raises(Refusal, match="too_many_tables") as found:
                await eva.call("POST", f"/api/tables/{table}/rematch")
            assert found.value.status == 429

    run(story)


def test_a_table_that_was_closed_before_the_deal_has_no_rematch(tmp_path: Path) -> None:
    """Or whoever closes one after the other fills the lists of all who sat there."""

    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, secret = await eva.open_table(game="gap", seats=[{"kind": "host"}, *[{"kind": "link"}] * 2])
            await jan.join(table, secret)
            ear = await Ear.open(here.url, table, {"token": eva.token})
            await ear.until("update")
            assert (await ear.ask(type="close", id="x"))["type"] == "done"
            with pytest.raises(Refusal, match="wrong_phase"):
                await eva.call("POST", f"/api/tables/{table}/rematch")
            assert len((await jan.call("GET", "/api/me/finished"))["tables"]) == 1

    run(story)


def test_names_change_so_often_and_the_same_name_is_no_change(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=replace(GENEROUS, names=3)) as here:
            (eva,) = await here.people("Eva")
            table, _ = await table_of(eva, bots=1)
            for name in ("Eva", "Eva", "Eva 1", "Eva 1", "Eva 2", "Eva 3"):
                await eva.call_me(name)
            with pytest.raises(Refusal, match="too_many_names") as found:
                await eva.call_me("Eva 4")
            assert found.value.status == 429
            assert await eva.call("GET", "/api/me") == {"name": "Eva 3"}
            rows = await here.house.log.rows(table)
            assert [row.data["name"] for row in rows if row.kind == "renamed"] == ["Eva 1", "Eva 2", "Eva 3"]

    run(story)


def test_where_shuffles_are_spoilt_again_and_again_only_the_link_leads_in(tmp_path: Path) -> None:
    """A player's device takes part in fifty shuffles of a table: strangers must not be able to use them up."""

    async def story() -> None:
        async with served(tmp_path) as here:
            eva, zed, jan = await here.people("Eva", "Zed", "Jan")
            table, secret = await eva.open_table(game="gap", seats=[{"kind": "host"}, {"kind": "open"}], public=True)
            host = await Ear.open(here.url, table, {"token": eva.token})
            await host.until("update")
            part = bytes(32)
            for start in range(MOST_SPOILT):
                await zed.join(table)
                ear = await Ear.open(here.url, table, {"token": zed.token})
                while here.house.rooms[table].table.ceremony is None:
                    await asyncio.sleep(0.005)
                await ear.until("update")
                for who, seat in ((host, 0), (ear, 1)):
                    await who.ask(type="promise", id=f"p{start}", seat=seat, hash=promise(part).hex())
                await ear.ask(type="leave", id=f"l{start}", seat=1)
                await ear.line.close()
            with pytest.raises(Refusal, match="no_such_table"):
                await zed.join(table)
            assert table not in str(await jan.call("GET", "/api/tables"))
            assert await jan.join(table, secret) == 1

    run(story)
