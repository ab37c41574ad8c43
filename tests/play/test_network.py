"""Clients behind a bad network: messages are dropped, doubled, delayed and reordered. All end with the same state."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from kartarna.play.errors import Refused
from kartarna.play.model.updates import Update
from kartarna.play.room.room import Room
from kartarna.play.room.session import Session
from tests.play.helpers import seated, shut, sqlite_house, time_of
from tests.variants import VARIANTS, name


@dataclass
class Client:
    """Knows only what reaches it; sends the same message again until it is answered or no longer wanted."""

    room: Room
    person: str
    seat: int
    chance: random.Random
    session: Session | None = None
    wire: list[Update] = field(default_factory=list)
    known: list[Update] = field(default_factory=list)
    post: list[tuple[str, int, int]] = field(default_factory=list)  # on its way to the server

    async def connect(self) -> None:
        """A new connection: what was on the wire of the old one is lost."""
        if self.session:
            self.room.detach(self.session)
        self.wire = []
        self.session = await self.room.attach(self.person, self.wire.append, self.known[-1].seq if self.known else None)

    def receive(self) -> bool:
        """Some updates arrive, some twice; one that is missing is noticed by the gap in the numbers."""
        arrived = self.wire[: self.chance.randrange(4)]
        del self.wire[: len(arrived)]
        arrived = [update for update in arrived if self.chance.random() > 0.05]
        arrived += self.chance.sample(arrived, k=min(1, len(arrived)))
        for update in arrived:
            if not self.known or update.seq == self.known[-1].seq + 1 or update.kind == "sync":
                self.known.append(update)
            elif update.seq > self.known[-1].seq:
                return False
        return True

    async def act(self) -> None:
        """Decides from what it knows; messages wait in the post, and may overtake each other."""
        last = self.known[-1] if self.known else None
        if last and last.asked and last.options:
            choice = last.options.choices[last.asked % len(last.options.choices)]
            self.post.append((f"m{last.asked}", last.asked, choice.action))
        self.chance.shuffle(self.post)
        while self.post and self.chance.random() < 0.6:
            message, asked, action = self.post.pop()
            if self.chance.random() < 0.2:
                continue  # lost
            for _ in range(1 + (self.chance.random() < 0.2)):
                try:
                    await self.room.submit(self.person, self.seat, message, asked, action)
                except Refused as refused:
                    assert refused.code in ("stale", "out_of_turn")


@pytest.mark.parametrize("variant", [variant for variant in VARIANTS if variant[1] == 3 and not variant[2]], ids=name)
def test_all_clients_end_with_the_same_public_state(tmp_path: Path, variant: tuple[str, int, dict[str, Any]]) -> None:
    async def story() -> None:
        house = sqlite_house(tmp_path)
        options = {"rounds": 1} if variant[0] == "gap" else {}
        room, players = await seated(house, 2, "greedy", game=variant[0], options=options, pace=0.1)
        chance = random.Random(variant[0])
        clients = [Client(room, player.person, player.seat or 0, chance) for player in players]
        for client in clients:
            await client.connect()
        for _ in range(1500):
            await time_of(house).pass_by(0.2)
            for client in clients:
                if not client.receive() or chance.random() < 0.03:
                    await client.connect()
                await client.act()
            if room.table.phase == "finished":
                break
        for client in clients:
            await client.connect()
            client.known += client.wire
        decided = [row for row in await house.log.rows(room.id) if row.kind == "decided"]
        messages = [(row.seat, row.message) for row in decided if row.message]
        assert len(messages) == len(set(messages)) > 5
        ends = [client.known[-1] for client in clients]
        assert ends[0].seq == ends[1].seq == room.table.seq
        views = [end.view for end in ends]
        assert views[0]
        assert views[1]
        assert views[0].totals == views[1].totals
        public = [[zone for zone in view.zones if zone.name != "hand"] for view in views if view]
        assert public[0] == public[1]
        assert [update.seq for update in players[0].updates][-1] == room.table.seq
        await shut(house)

    asyncio.run(story())
