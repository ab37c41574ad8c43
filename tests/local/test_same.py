"""The house of a device is the server's: the same deals and decisions give the same record, and it hides the same."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from kartarna.core.record import read, write
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import GAMES
from kartarna.local.thinkers import LocalThinkers
from kartarna.play.model.table import Table
from kartarna.play.room.services import Services
from kartarna.play.tokens import Entropy
from tests.local.helpers import Page, new_files, opened, play, run, take_part
from tests.play.helpers import FakeTime, numbered_bytes
from tests.server.helpers import Ear, served
from tests.server.helpers import run as run_served
from tests.server.test_twins import THREES, Variant, script, twin_deals
from tests.variants import name

SHORT: dict[str, dict[str, Any]] = {"gap": {"rounds": 2}, "trop": {"target": 30}}


class SeededServices(Services):
    """Every deal and every thought of a bot comes from the number of the round, or of the decision."""

    def bot_rng(self) -> Rng:
        return Rng(11)


def services() -> Services:
    def dealer(table: Table, state: State, _entropy: Entropy) -> list[int]:
        return state.draw(Rng(100 + table.seq))

    return SeededServices(entropy=numbered_bytes(), dealer=dealer)


@dataclass
class Socket:
    """A page that plays over the server's socket."""

    ear: Ear
    sending: list[asyncio.Task[None]] = field(default_factory=list)

    def send(self, **message: Any) -> None:
        self.sending.append(asyncio.create_task(self.ear.send(message)))

    async def next(self) -> dict[str, Any]:
        message = await self.ear.hear()
        assert message is not None
        return message


def comparable(found: Any) -> str:
    """All of a record but the secrets of its shuffle, which nobody can make twice."""
    return write(replace(read(json.dumps(found)), proof=None))


@pytest.mark.parametrize("game", GAMES)
def test_the_same_deals_and_decisions_give_the_same_record(tmp_path: Path, game: str) -> None:
    wish = {"game": game, "pace": 0, "options": SHORT.get(game, {})}
    wish["seats"] = [{"kind": "host"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "medium"}]
    records: list[str] = []

    async def at_the_server() -> None:
        async with served(tmp_path, services=services()) as here:
            (eva,) = await here.people("Eva")
            table, _ = await eva.open_table(**wish)
            await play(Socket(await Ear.open(here.url, table, {"token": eva.token})))  # type: ignore[arg-type]
            records.append(comparable(await eva.call("GET", f"/api/tables/{table}/record")))

    async def here() -> None:
        async with opened(new_files(), replace(services(), thinkers=LocalThinkers())) as visitor:
            table = await visitor.open_table(**wish)
            await play(visitor.sit(table))
            records.append(comparable(await visitor.get(f"/tables/{table}/record")))

    run_served(at_the_server)
    run(here)
    assert records[0] == records[1]
    assert len(records[0]) > 1000


# ---- two worlds that differ only in what a seat cannot see -----------------------------------------------------


async def all_that_is_told(variant: Variant, deal: list[int], decisions: list[tuple[int, int]], seat: int) -> list[str]:
    """At a hot seat of three, to a page that lifts the curtain for this seat alone, after every decision."""
    game, players, options = variant
    fixed = Services(FakeTime(), numbered_bytes(), lambda *_: deal, LocalThinkers())
    async with opened(new_files(), fixed) as visitor:
        await visitor.call("PUT", "/me", {"name": "Eva"})
        wish = {"game": game, "options": options, "seats": [{"kind": "host"}, *[{"kind": "link"}] * (players - 1)]}
        _, table = await visitor.call("POST", "/tables", wish)
        page = visitor.sit(table["id"])
        for other in range(1, players):
            await page.ask(type="share", seat=other, name=f"P{other}")
        await _shuffle(page)
        watched = visitor.sit(table["id"])
        for decider, action in decisions:
            asked = visitor.house.house.rooms[table["id"]].table.asked[decider]
            await watched.ask(type="decide", seat=decider, seq=asked, action=action)
            await watched.ask(type="lift", seat=seat)
            await watched.ask(type="past", whole=True)
            await watched.ask(type="cover")
        return watched.texts


async def _shuffle(page: Page) -> None:
    page.read = 0
    while True:
        update = await page.until(lambda message: message["type"] == "update")
        if update["view"]:
            return
        if update["table"] and update["table"]["phase"] == "shuffling" and update["table"]["shuffle"]:
            take_part(page, update["table"]["shuffle"], update["seq"])


@pytest.mark.parametrize("variant", THREES, ids=name)
def test_every_byte_to_a_seat_is_the_same_in_both_worlds(variant: Variant) -> None:
    deals = twin_deals(variant)
    decisions = script(variant, deals)
    told = [[asyncio.run(all_that_is_told(variant, deal, decisions, seat)) for deal in deals] for seat in range(3)]
    assert told[0][0] == told[0][1]
    assert any(first != second for first, second in told[1:])  # others do see a difference
    assert len(told[0][0]) > 4 * len(decisions) >= 12
