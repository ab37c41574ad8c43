"""The settings of a table are one struct: HTTP, the log and the socket read and write the same."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kartarna.core.errors import OptionError
from kartarna.play.model.settings import ClockSetting, SeatPlan, Settings, read_settings
from kartarna.server.app import create_app
from tests.server.helpers import run, seated, served, table_of
from tests.server.test_limits import answered
from tests.server.test_protocol import nothing

STORED = {  # as a log of October 2026 has it
    "game": "gap",
    "seats": [{"kind": "host", "bot": None}, {"kind": "bot", "bot": "greedy"}],
    "options": {"rounds": 3},
    "deck": None,
    "clock": {"kind": "bank", "seconds": 60, "increment": 5},
    "days": False,
    "public": True,
    "spectators": True,
    "take_backs": None,
    "seen_cards": True,
    "stand_in": "medium",
    "pace": 0.8,
}
HOST = {"kind": "host"}


def test_a_log_of_before_can_be_read_and_is_written_alike() -> None:
    settings = read_settings(STORED)
    assert settings.clock == ClockSetting("bank", 60, 5)
    assert settings.seats == (SeatPlan("host"), SeatPlan("bot", "greedy"))
    assert json.loads(json.dumps(settings.write())) == {**STORED, "hints": None}  # that came later


@pytest.mark.parametrize(
    "wrong",
    [
        {"pace": "fast"},
        {"pace": -1},
        {"days": 1},
        {"unknown": 1},
        {"clock": {"kind": "hourglass"}},
        {"clock": {"kind": "bank", "seconds": 0}},
        {"seats": []},
        {"seats": [{"kind": "bot"}, HOST]},
        {"game": "chess"},
        {"stand_in": "nobody"},
        {"take_backs": "yes"},
    ],
)
def test_a_log_with_other_settings_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        read_settings({**STORED, **wrong})


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (b'{"game": "gap", "seats": [', "malformed"),
        (b'{"game": "gap", "seats": [{}, {}], "pace": NaN}', "malformed"),
        (b'{"game": "\\ud800", "seats": [{}, {}]}', "malformed"),
        (b'{"seats": [{}, {}]}', "Object missing required field `game`"),
        (b'{"game": "gap", "seats": []}', "Expected `array` of length >= 1 - at `$.seats`"),
        (b'{"game": "gap", "seats": [{}, {"kind": "s3cret"}]}', "Unknown value - at `$.seats[1].kind`"),
        (b'{"game": "gap", "seats": [{}, {}], "s3cret": 1}', "Unknown field"),
        (b'{"game": "gap", "seats": [{}, {}], "days": "s3cret"}', "Expected `bool`, got `str` - at `$.days`"),
        (b'{"game": "gap", "seats": [{}, {}], "pace": 61}', "Expected `float` <= 60.0 - at `$.pace`"),
    ],
)
def test_a_wrong_body_is_told_its_field_and_not_its_content(tmp_path: Path, body: bytes, fault: str) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            status, _, answer = await answered(here, "POST", "/api/tables", body, Cookie=f"kartarna={eva.token}")
            wanted = {"kind": "bad_request", "facts": {"reason": fault}, "rule": None}
            assert (status, json.loads(answer)["refused"]) == (400, wanted)

    run(story)


def test_what_is_asked_over_http_is_what_the_log_keeps_and_the_table_tells(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            clock = {"kind": "bank", "seconds": 60.0, "increment": 5.0}
            table, _ = await table_of(eva, bots=1, clock=clock, options={"rounds": 3}, public=True, take_backs=True)
            (opened, *_) = await here.house.log.rows(table)
            assert opened.data["settings"].keys() == {*STORED, "hints"}
            assert read_settings(opened.data["settings"]).clock == ClockSetting("bank", 60, 5)
            (place,) = await seated(table, eva)
            assert place.table
            assert (place.table.clock, place.table.options) == (ClockSetting("bank", 60, 5), {"rounds": 3})
            assert (place.table.public, place.table.take_backs, place.table.deck) == (True, True, "GAP")

    run(story)


def test_openapi_shows_every_setting_and_allows_no_other() -> None:
    page = create_app(nothing).openapi()  # type: ignore[arg-type]
    body = page["paths"]["/api/tables"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert {*body["properties"]} == {*Settings.__struct_fields__, "start", "own_deck"}
    assert body["additionalProperties"] is False
    assert body["properties"]["seats"]["items"]["properties"]["kind"]["enum"] == ["bot", "host", "link", "open"]
    references = set(re.findall(r'"\$ref": "#/components/schemas/(\w+)"', json.dumps(page)))
    assert references <= page["components"]["schemas"].keys()
    assert "#/$defs" not in json.dumps(page)
