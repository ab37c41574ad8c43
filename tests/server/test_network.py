"""A bad network: connections break, messages are lost, doubled, late and out of order. All end with the same table."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from kartarna.client.account import Account, Unreachable
from kartarna.games import GAMES
from kartarna.play.room.services import Services
from kartarna.play.storage.sqlite import backup, restore
from tests.play.helpers import FakeTime, numbered_bytes
from tests.server.helpers import Ear, Served, run, seated, served, sit, table_of, turn, until

LONGEST = 3000  # turns of the simulation


@dataclass
class Player:
    """Knows only what reaches it; sends the same message again until its question is no longer asked."""

    here: Served
    table: str
    account: Account
    chance: random.Random
    ear: Ear | None = None
    known: list[dict[str, Any]] = field(default_factory=list)  # updates, without gap or repetition
    post: list[dict[str, Any]] = field(default_factory=list)  # written, and not yet sent
    answers: dict[str, set[Any]] = field(default_factory=dict)  # to each message: the row, or the refusal

    async def connect(self) -> None:
        """What was under way on the old connection is lost, in both directions."""
        if self.ear:
            self.ear.line.transport.abort()
        last = self.known[-1]["seq"] if self.known else None
        self.ear = await Ear.open(self.here.url, self.table, {"token": self.account.token, "last": last})

    async def listen(self) -> None:
        """All that has arrived by now."""
        assert self.ear
        while True:
            try:
                message = await asyncio.wait_for(self.ear.hear(), 0.002)
            except TimeoutError:
                return
            if message is None:
                await self.connect()
            elif message["type"] == "update":
                fresh = not self.known or message["kind"] == "sync" or message["seq"] == self.known[-1]["seq"] + 1
                assert fresh, "an update was lost or doubled"
                self.known.append(message)
            elif message["type"] in ("done", "refused"):
                answer = message.get("seq") or message["reason"]["kind"]
                self.answers.setdefault(message["id"], set()).add(answer)

    async def act(self) -> None:
        """Decides from what it knows; what is written waits, may be overtaken, sent twice, or lost."""
        now = self.known[-1] if self.known else None
        if now and now["asked"] and now["options"]:
            choices = now["options"]["choices"]
            choice = choices[now["asked"] % len(choices)]
            self.post.append(
                {
                    "type": "decide",
                    "id": f"m{now['asked']}",
                    "seat": now["view"]["seat"],
                    "seq": now["asked"],
                    "action": choice["action"],
                }
            )
        self.chance.shuffle(self.post)
        while self.post and self.chance.random() < 0.7:
            message = self.post.pop()
            for _ in range(self.chance.choice((0, 1, 1, 1, 2))):
                assert self.ear
                await self.ear.send(message)
        if self.chance.random() < 0.04:
            await self.connect()


@pytest.mark.parametrize("game", GAMES)
def test_all_clients_end_with_the_same_table(tmp_path: Path, game: str) -> None:
    async def story() -> None:
        chance, time = random.Random(game), FakeTime()
        async with served(tmp_path, services=Services(time=time, entropy=numbered_bytes(game))) as here:
            people = await here.people("Eva", "Jan")
            options = {"rounds": 1} if game == "gap" else {}
            table, _ = await table_of(*people, bots=1, game=game, options=options, pace=0.1)
            for place in await seated(table, *people):
                await place.close()
            players = [Player(here, table, person, chance) for person in people]
            room = here.house.rooms[table]
            for player in players:
                await player.connect()
            for _ in range(LONGEST):
                time.time += 0.2
                room.changed.set()
                for player in players:
                    await player.listen()
                    await player.act()
                if room.table.phase == "finished" or room.table.seq > 120:
                    break
            await asyncio.sleep(0.05)
            seq = room.table.seq
            for player in players:
                await player.connect()
                for _ in range(200):
                    await player.listen()
                    if player.known[-1]["seq"] >= seq:
                        break
            rows = await here.house.log.rows(table)
            check(players, [(row.seat, row.message) for row in rows if row.kind == "decided" and row.message])

    run(story, 100)


def check(players: list[Player], carried_out: list[tuple[int | None, str | None]]) -> None:
    assert len(carried_out) == len(set(carried_out)) > 5
    for player in players:
        rows = [{answer for answer in answers if isinstance(answer, int)} for answers in player.answers.values()]
        assert all(len(row) <= 1 for row in rows), "a message was answered with two rows"
        refusals = {answer for answers in player.answers.values() for answer in answers if isinstance(answer, str)}
        assert refusals <= {"stale", "out_of_turn", "older_tab"}
    ends = [player.known[-1] for player in players]
    seq = min(end["seq"] for end in ends)
    same = [next(update for update in player.known if update["seq"] == seq)["view"] for player in players]
    public = [
        {(zone["name"], zone["seat"]): (len(zone["cards"]) + zone["hidden"]) for zone in view["zones"]} for view in same
    ]
    assert public[0] == public[1]
    for fact in ("round", "waiting", "over", "totals", "facts"):
        assert same[0][fact] == same[1][fact]


def test_after_a_restore_also_those_who_only_look_on_see_what_is_true_now(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, _ = await table_of(eva, jan)
            places = await seated(table, eva, jan)
            backup(tmp_path / "kartarna.db", tmp_path / "copy")
            decider = turn(places)
            idle = next(place for place in places if place is not decider)
            then, seat = decider.last, decider.you and decider.you.seat
            assert decider.update
            assert decider.update.options
            assert seat is not None
            await decider.decide(seat, decider.update.options.choices[0].action)
            await until(idle, lambda place: place.last != then)
            restore(tmp_path / "copy", tmp_path / "kartarna.db")
            await here.house.heartbeat()
            with pytest.raises(Unreachable, match="1013"):
                await until(idle, lambda _: False)
            await idle.connect(idle.last)
            await until(idle, lambda place: place.last == then)
            assert idle.update
            assert idle.update.kind == "sync"

    run(story)


def test_spectators_with_a_name_are_counted_at_all_processes(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            eva, jan = await here.people("Eva", "Jan")
            table, _ = await table_of(eva, bots=1, public=True)
            (place,) = await seated(table, eva)
            await sit(jan, table)
            await Ear.open(here.url, table, {})
            await until(place, lambda place: bool(place.presence and place.presence.watchers == 2))
            room = here.house.rooms[table]
            room.seen["who is connected to another process"] = room.clock.now() + 45
            await until(place, lambda place: bool(place.presence and place.presence.watchers == 3))

    run(story)
