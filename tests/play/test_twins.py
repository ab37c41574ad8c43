"""Two worlds that differ only in what a seat cannot see: every update to that seat is equal, in every game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import get
from kartarna.play import consent
from kartarna.play.errors import Refused
from kartarna.play.messages import Update
from kartarna.play.services import Entropy
from kartarna.play.table import Table
from tests.play.helpers import Player, seated, shut, sqlite_house
from tests.variants import VARIANTS, name

THREES = [variant for variant in VARIANTS if variant[1] == 3]


def unlike(game: str, options: dict[str, object], seat: int) -> tuple[State, State]:
    """A dealt state, and one that the seat cannot tell from it."""
    true = get(game).new(3, options)
    true.deal(true.draw(Rng(3)))
    other = true.clone()
    other.resample(seat, Rng(4))
    assert other.snapshot() != true.snapshot()
    return true, other


async def told(folder: Path, variant: tuple[str, int, dict[str, object]], world: State) -> list[list[Update | str]]:
    """What seat 0 and a spectator are told while seat 0 tries everything it can without a decision being made."""
    game, players, options = variant

    def dealer(_table: Table, state: State, _entropy: Entropy) -> list[int]:
        return state.draw(Rng(3))

    house = sqlite_house(folder, dealer=dealer)
    room, people = await seated(house, players, game=game, options=options)
    room.table.state = world.clone()
    room.table.round_start = world.clone()
    watcher = Player(room, "watcher", None)
    await watcher.connect()
    answers: list[Update | str] = []
    for action in range(0, room.table.state.ACTIONS, 1 + room.table.state.ACTIONS // 60):
        if action in room.table.state.legal_actions(0):
            continue
        try:
            await room.submit("p0", 0, f"a{action}", room.table.asked[0], action)
        except Refused as refused:
            answers.append(f"{refused.code} {refused.event}")
    await consent.say(room, "p1", 1, "s", "hello")
    again = Player(room, "p0", 0)
    await again.connect()
    seen: list[list[Update | str]] = [[*people[0].updates[-1:]], [*watcher.updates], answers, [*again.updates]]
    await shut(house)
    return seen


@pytest.mark.parametrize("variant", THREES, ids=name)
def test_a_seat_is_told_the_same_in_every_world_it_could_be_in(
    tmp_path: Path, variant: tuple[str, int, dict[str, object]]
) -> None:
    true, other = unlike(variant[0], variant[2], 0)
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    first = asyncio.run(told(tmp_path / "a", variant, true))
    second = asyncio.run(told(tmp_path / "b", variant, other))
    assert first == second
    assert repr(first) == repr(second)  # to the letter
    assert len(first[2]) > 1
