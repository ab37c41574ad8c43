"""Records that are sent to be replayed: how many at once, how much work, how long an answer."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from kartarna.client.account import Account, Refusal
from kartarna.core.record import Happening, Record, write
from kartarna.server.limits import Limits
from tests.server.helpers import GENEROUS, Served, play_on, run, seated, served, table_of
from tests.server.test_records import played


def noted(record: Record, notes: int) -> str:
    """Lines that cost next to nothing in the record, and a whole view each in the replay."""
    record.rounds[-1].play += [Happening("resigned", 0)] * notes
    return write(record, compact=True)


async def uploaded(account: Account, text: str, **more: Any) -> str:
    try:
        return "told" if await account.call("POST", "/api/replay", {"record": text, **more}) else ""
    except Refusal as refusal:
        return f"{refusal.status} {refusal.event.kind}"


async def flood(here: Served, text: str, people: int, each: int) -> list[str]:
    strangers = await here.people(*(f"P{number}" for number in range(people)))
    return await asyncio.gather(*(uploaded(stranger, text, open=True) for stranger in strangers for _ in range(each)))


def test_a_long_record_of_short_lines_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=replace(GENEROUS, replay_answer=1_000_000)) as here:
            (eva,) = await here.people("Eva")
            text = noted(played("karma"), 2000)
            assert len(text) < 100_000
            assert await uploaded(eva, text, open=True) == "413 record_too_long"
            assert await uploaded(eva, write(played("gap"))) == "told"

    run(story)


def test_a_record_has_so_much_processor_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=replace(GENEROUS, replay_seconds=0.02)) as here:
            (eva,) = await here.people("Eva")
            assert await uploaded(eva, noted(played("karma"), 2000)) == "413 record_too_long"

    run(story)


def test_entries_are_counted_before_anything_is_replayed(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            (eva,) = await here.people("Eva")
            assert await uploaded(eva, noted(played("gap"), 3000)) == "400 bad_record"

    run(story)


def test_few_records_wait_and_of_one_client_fewer(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=replace(Limits(), replays=4, replays_of_client=2)) as here:
            text = noted(played("karma"), 1000)
            answers = await flood(here, text, people=4, each=4)
            assert set(answers) == {"told", "429 too_many_replays", "503 replays_busy"}
            assert answers.count("told") >= 4
            assert not here.context.uploads.clients
            assert (await flood(here, text, people=1, each=1)) == ["told"]  # and then all is as before

    run(story)


def test_a_position_to_start_from_takes_its_turn_too(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=replace(GENEROUS, replays_of_client=1)) as here:
            (eva,) = await here.people("Eva")
            seats = [{"kind": "host"}, *[{"kind": "bot", "bot": "greedy"}] * 2]
            wish = {"game": "gap", "seats": seats, "start": {"record": json.dumps("x" * 500_000)}}
            answers = await asyncio.gather(
                *(eva.call("POST", "/api/tables", wish) for _ in range(8)), return_exceptions=True
            )
            kinds = {answer.event.kind for answer in answers if isinstance(answer, Refusal)}
            assert kinds == {"bad_record", "too_many_replays"}

    run(story)


def test_uploads_keep_nobody_from_looking_at_a_game_of_their_own(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path, limits=replace(GENEROUS, replays=2, replays_of_client=2)) as here:
            (eva,) = await here.people("Eva")
            table, _ = await table_of(eva, bots=1, options={"rounds": 1})
            (place,) = await seated(table, eva)
            await play_on(place)
            uploads = asyncio.create_task(flood(here, noted(played("karma"), 1000), people=3, each=3))
            while here.context.uploads.clients.total() < 2:
                await asyncio.sleep(0.005)
            assert await eva.call("GET", f"/api/tables/{table}/record")
            assert "503 replays_busy" in await uploads

    run(story)
