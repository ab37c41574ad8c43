"""Tables that begin from a position that somebody chose: all who look are told, and nothing of the cards goes out."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import pytest

from kartarna.client.account import Refusal
from kartarna.core.record import read, write
from kartarna.play.model.draft import Draft
from kartarna.play.storage.log import Row
from tests.server.helpers import Ear, play_on, run, served, sit, table_of
from tests.server.test_records import played

BOT = {"kind": "bot", "bot": "greedy"}


def start() -> dict[str, Any]:
    return {"record": write(played("gap")), "round": 1, "entry": 3}


def test_such_a_table_is_not_public(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            with pytest.raises(Refusal, match="arranged_public") as found:
                await table_of(eva, bots=2, start=start(), public=True)
            assert found.value.status == 400
            assert (await eva.call("GET", "/api/me/tables"))["tables"] == []

    run(story)


def test_one_of_an_older_server_is_public_no_more(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, zed = await here.people("Eva", "Zed")
            seats = [{"kind": "host"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"}]
            table, _ = await eva.open_table(game="gap", seats=seats, start=start())
            (opening,) = await here.house.log.rows(table)
            settings = {**opening.data["settings"], "public": True}
            old: Row = Draft("opened", data={**opening.data, "settings": settings}).row(1, opening.at)
            await here.house.log.append("old", [old])
            with pytest.raises(Refusal, match="no_such_table"):
                await zed.call("GET", "/api/tables/old")
            with pytest.raises(Refusal, match="no_such_table"):
                await zed.join("old")

    run(story)


def test_it_says_so_in_list_waiting_room_board_and_record(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, secret = await table_of(eva, start=start(), seats=[{"kind": "host"}, {"kind": "link"}, BOT])
            fair, _ = await table_of(eva, bots=2)
            lines = (await eva.call("GET", "/api/me/tables"))["tables"]
            assert {line["id"]: line["arranged"] for line in lines} == {table: True, fair: False}
            assert (await jan.call("GET", f"/api/tables/{table}", **{"Link-Secret": secret}))["arranged"]
            waiting = await sit(eva, table)
            while not waiting.table:
                await waiting.next()
            assert (waiting.table.phase, waiting.table.arranged) == ("open", True)
            await jan.join(table, secret)
            board = await sit(jan, table)
            await asyncio.gather(play_on(waiting), play_on(board))
            assert board.table
            assert board.table.arranged
            record = await eva.call("GET", f"/api/tables/{table}/record")
            assert record["parent"]
            assert (await eva.call("GET", f"/api/tables/{table}/replay"))["parent"]

    run(story)


def test_nothing_that_was_made_of_the_cards_goes_out_before_the_end(tmp_path: Path) -> None:
    """A hash of the record would let anyone try deals until one fits."""

    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            table, secret = await table_of(eva, bots=2, start=start())
            stored = here.house.rooms[table].table.parent
            assert stored == hashlib.sha256(write(read(start()["record"]), compact=True).encode()).hexdigest()
            ear = await Ear.open(here.url, table, {"secret": secret})
            await ear.until("update")
            line = await eva.call("GET", f"/api/tables/{table}", **{"Link-Secret": secret})
            assert stored.encode() not in b"".join(ear.frames)
            assert stored not in str(line)

    run(story)
