"""What a message is answered with: the last row that it brought, or what is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.server.helpers import Ear, Served, run, served

GUESTS = [{"kind": "host"}, *[{"kind": "link"}] * 3]


async def waiting_host(here: Served) -> tuple[str, Ear]:
    """At a table whose other seats are free; the table, and what the host hears."""
    (eva,) = await here.people("Eva")
    table, _ = await eva.open_table(game="gap", seats=GUESTS)
    ear = await Ear.open(here.url, table, {"token": eva.token})
    await ear.until("update")
    return table, ear


def test_the_host_is_told_the_last_row_that_each_message_brought(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            table, ear = await waiting_host(here)
            for message in (
                {"type": "share", "seat": 1, "name": "Ota"},
                {"type": "swap", "seat": 1, "other": 2},
                {"type": "renew_link"},
                {"type": "remove", "seat": 2},
                {"type": "share", "seat": 3, "name": "Ota"},
                {"type": "leave", "seat": 3},
            ):
                before = len(await here.house.log.rows(table))
                done = await ear.ask(id="x", **message)
                assert (done["type"], done["seq"]) == ("done", before + 1), message
            before = len(await here.house.log.rows(table))
            assert (await ear.ask(type="fill", id="x", bot="greedy"))["seq"] == before + 3  # a row for each bot
            assert (await ear.ask(type="close", id="x"))["seq"] == len(await here.house.log.rows(table))

    run(story)


def test_what_changes_nothing_brings_no_row(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            _, ear = await waiting_host(here)
            for message in (
                {"type": "remove", "seat": 2},
                {"type": "swap", "seat": 1, "other": 1},
                {"type": "resume", "seat": 0},
                {"type": "come_back", "seat": 0},
            ):
                done = await ear.ask(id="x", **message)
                assert (done["type"], done["seq"]) == ("done", 0), message

    run(story)


@pytest.mark.parametrize(
    ("frame", "fault"),
    [
        ("{", "no JSON"),
        ({"type": "ping"}, "Object missing required field `id`"),
        (
            {"type": "decide", "id": "x", "seat": "s3cret", "seq": 1, "action": 1},
            "Expected `int`, got `str` - at `$.seat`",
        ),
        ({"type": "decide", "id": "x", "seat": 12, "seq": 1, "action": 1}, "Expected `int` <= 11 - at `$.seat`"),
        ({"type": "s3cret", "id": "x"}, "Unknown value - at `$.type`"),
        ({"type": "s3cret - at `s3cret", "id": "x"}, "Unknown value - at `$.type`"),
        (
            {"type": "propose", "id": "x", "seat": 0, "what": "s3cret"},
            "Expected `str` matching regex '^[a-z][a-z_]{0,39}$' - at `$.what`",
        ),
    ],
)
def test_a_malformed_message_is_told_its_field_and_not_its_content(tmp_path: Path, frame: Any, fault: str) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            _, ear = await waiting_host(here)
            await ear.send(frame)
            assert await ear.end() == 4400
            reason = json.loads(ear.frames[-1])["reason"]
            assert reason["kind"] == "bad_request"
            assert reason["facts"] == {"reason": f"not a message of this protocol: {fault}"}

    run(story)
