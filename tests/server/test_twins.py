"""Two worlds that differ only in what a seat cannot see: every byte that the server sends to it is the same."""

from __future__ import annotations

import asyncio
import random
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import seats_of
from kartarna.games import get
from kartarna.play.commands import fair_shuffle
from kartarna.play.model.shuffle import promise
from kartarna.play.model.table import Table
from kartarna.play.room.services import Services
from kartarna.play.tokens import Entropy
from tests.play.helpers import FakeTime, numbered_bytes
from tests.server.helpers import Ear, Served, run, served
from tests.variants import VARIANTS, name

Variant = tuple[str, int, dict[str, Any]]
THREES = [variant for variant in VARIANTS if variant[1] == 3]
LONG = 12  # decisions that are played in both worlds


def looks_alike(a: State, b: State, game: str) -> bool:
    """To seat 0 and to a spectator."""
    view = get(game).view
    return all(view(a, eyes) == view(b, eyes) for eyes in (0, None))


def twin_deals(variant: Variant) -> tuple[list[int], list[int]]:
    """Two deals that seat 0 cannot tell apart: some cards that it does not see have changed places."""
    game, players, options = variant
    chance, first = random.Random(repr(variant)), get(game).new(players, options)
    true = first.draw(Rng(7))
    other = true[:]
    changed = 0
    for _ in range(4000):
        a, b = chance.sample(range(len(true)), 2)
        trial = other[:]
        trial[a], trial[b] = trial[b], trial[a]
        try:
            states = dealt(first, true), dealt(first, trial)
        except Exception:  # noqa: BLE001, S112 - not a deal: some numbers are seats or colours
            continue
        if looks_alike(*states, game) and states[0].snapshot() != states[1].snapshot():
            other, changed = trial, changed + 1
        if changed == 6:
            break
    assert changed
    return true, other


def dealt(first: State, outcome: list[int]) -> State:
    state = first.clone()
    state.deal(outcome)
    return state


def script(variant: Variant, deals: tuple[list[int], list[int]]) -> list[tuple[int, int]]:
    """Decisions that are legal in both worlds and after which they still look alike."""
    game, players, options = variant
    a, b = (dealt(get(game).new(players, options), deal) for deal in deals)
    decisions: list[tuple[int, int]] = []
    while len(decisions) < LONG and (found := common(a, b, game)):
        for state in (a, b):
            state.apply(*found)
        decisions.append(found)
    return decisions


def common(a: State, b: State, game: str) -> tuple[int, int] | None:
    for seat in seats_of(a.waiting() & b.waiting()):
        for action in a.legal_actions(seat):
            if action in b.legal_actions(seat):
                after = a.clone(), b.clone()
                for state in after:
                    state.apply(seat, action)
                if looks_alike(*after, game) and not after[0].due():
                    return seat, action
    return None


class World:
    """One of the two, played through the server; keeps all that seat 0, a spectator and strangers were sent."""

    def __init__(self, here: Served, variant: Variant) -> None:
        self.here = here
        self.variant = variant
        self.sent: dict[str, list[bytes]] = {}

    async def play(self, decisions: list[tuple[int, int]]) -> None:
        game, players, options = self.variant
        people = await self.here.people("Ann", "Ben", "Cyd")
        plan = [{"kind": "host"}, *[{"kind": "open"}] * (players - 1)]
        table, _ = await people[0].open_table(game=game, seats=plan, options=options, public=True, hints=True)
        for person in people[1:]:
            await person.join(table)
        watcher = await self.coming(table, {})
        ears = [await self.coming(table, {"token": person.token}) for person in people]
        await self.shuffle(table)
        everyone = [*ears, watcher]
        await self.all_hear(everyone, table)
        await self.try_everything(ears[0], table, game)
        for number, (seat, action) in enumerate(decisions):
            asked = self.here.house.rooms[table].table.asked[seat]
            answer = await ears[seat].ask(type="decide", id=f"d{number}", seat=seat, seq=asked, action=action)
            assert answer["type"] == "done"
            await self.all_hear(everyone, table)
            if number % 4 == 3:
                await self.try_everything(ears[0], table, game)
        self.sent |= {"seat 0": ears[0].frames, "spectator": watcher.frames}
        await self.come_back(table, people[0].token)
        await self.over_http(table, people[0].token)

    async def coming(self, table: str, hello: dict[str, Any]) -> Ear:
        """One after the other, so that all hear of it in the same order in both worlds."""
        ear = await Ear.open(self.here.url, table, hello)
        await ear.until("update")
        return ear

    async def shuffle(self, table: str) -> None:
        """The clients' parts come straight to the table: what matters here is what is dealt, and that is injected."""
        room = self.here.house.rooms[table]
        while room.table.ceremony is None:
            await asyncio.sleep(0.002)
        for seat, chair in enumerate(room.table.chairs):
            await room.do(fair_shuffle.send_promise, chair.person or "", seat, promise(bytes([seat]) * 32))
        for seat, chair in enumerate(room.table.chairs):
            await room.reveal(chair.person or "", seat, bytes([seat]) * 32)

    async def all_hear(self, ears: list[Ear], table: str) -> None:
        """Everyone has the last update: the two worlds keep the same step."""
        for ear in ears:
            await ear.catch_up(self.here.house.rooms[table].table.seq)
            await ear.ask(type="ping", id="step")

    async def try_everything(self, ear: Ear, table: str, game: str) -> None:
        """Seat 0 asks for what it must not do: the refusals are equal too."""
        actions = self.here.house.rooms[table].table.state.ACTIONS
        legal = self.here.house.rooms[table].table.state.legal_actions(0)
        asked = self.here.house.rooms[table].table.asked[0]
        for action in {*range(0, actions, 1 + actions // 12), actions, -1} - set(legal):
            await ear.ask(type="decide", id=f"t{action}", seat=0, seq=asked, action=action)
            await ear.ask(type="decide", id=f"o{action}", seat=1, seq=asked, action=action)
        for depth in (1, 2, 3):
            await ear.ask(type="hint", id=f"h{depth}", seat=0, depth=depth)
        for what in ("take_back", "pause"):
            await ear.ask(type="propose", id=f"p{game}{what}", seat=0, what=what)

    async def come_back(self, table: str, token: str | None) -> None:
        """Resumed connections: with nothing, a little and a lot missed; and the past. As the seat, as a spectator."""
        room = self.here.house.rooms[table]
        seq, there = room.table.seq, len(room.sessions)
        for last in (None, 1, seq - 3, seq, seq + 5):
            for who, hello in (("seat 0", {"token": token}), ("spectator", {})):
                ear = await Ear.open(self.here.url, table, {**hello, "last": last})
                await ear.until("presence")
                await ear.ask(type="ping", id="all")
                for whole in (False, True):
                    assert (await ear.ask(type="past", id=f"past{whole}", whole=whole))["entries"]
                self.sent[f"{who} after {last}"] = ear.frames
                await ear.line.close()
                while len(room.sessions) > there:  # or the next one hears, or does not hear, that this one left
                    await asyncio.sleep(0.002)

    async def over_http(self, table: str, token: str | None) -> None:
        paths = (f"/api/tables/{table}", f"/api/tables/{table}/deck", f"/api/tables/{table}/record")
        for path in (*paths, f"/api/tables/{table}/replay?open=true", "/api/tables", "/api/me/tables"):
            self.sent[path] = [await asyncio.to_thread(self.get, path, token)]

    def get(self, path: str, token: str | None) -> bytes:
        line = HTTPConnection(self.here.url.removeprefix("http://"), timeout=20)
        line.request("GET", path, headers={"Cookie": f"kartarna={token}"})
        answer = line.getresponse()
        body = answer.read()
        line.close()
        return f"{answer.status} {answer.headers['Content-Length']} ".encode() + body


def all_that_is_sent(
    folder: Path, variant: Variant, deal: list[int], decisions: list[tuple[int, int]]
) -> dict[str, list[bytes]]:
    sent: dict[str, list[bytes]] = {}

    def dealer(_table: Table, _state: State, _entropy: Entropy) -> list[int]:
        return deal

    async def story() -> None:
        folder.mkdir()
        services = Services(time=FakeTime(), entropy=numbered_bytes(), dealer=dealer)
        async with served(folder, services=services) as here:
            world = World(here, variant)
            await world.play(decisions)
            sent.update(world.sent)

    run(story)
    return sent


@pytest.mark.parametrize("variant", THREES, ids=name)
def test_every_byte_to_a_seat_is_the_same_in_both_worlds(tmp_path: Path, variant: Variant) -> None:
    deals = twin_deals(variant)
    decisions = script(variant, deals)
    first = all_that_is_sent(tmp_path / "a", variant, deals[0], decisions)
    second = all_that_is_sent(tmp_path / "b", variant, deals[1], decisions)
    assert first.keys() == second.keys()
    for what, frames in first.items():
        assert frames == second[what], what
    assert sum(len(frames) for frames in first.values()) > 100
    assert len(decisions) >= 3
