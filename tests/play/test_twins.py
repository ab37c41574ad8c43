"""Two worlds that differ only in what a seat cannot see: every update to that seat is equal, in every game."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest

from kartarna.core.errors import BadDeal
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import seats_of
from kartarna.games import get
from kartarna.play.commands import consent
from kartarna.play.errors import Refused
from kartarna.play.model.updates import Update
from kartarna.play.room.room import Room
from kartarna.play.words import teller
from tests.play.helpers import Player, seated, settle, shut, sqlite_house, time_of
from tests.variants import VARIANTS, name

Variant = tuple[str, int, dict[str, Any]]
THREES = [variant for variant in VARIANTS if variant[1] == 3]
LONGEST = 15  # decisions that are played in both worlds
SWAPS = 3  # cards that change places between them


def look_alike(game: str, one: State, other: State) -> bool:
    """To seat 0 and to a spectator."""
    return all(get(game).view(one, eyes) == get(game).view(other, eyes) for eyes in (0, None))


def dealt(variant: Variant, outcome: list[int]) -> State:
    game, players, options = variant
    state = get(game).new(players, options)
    state.deal(outcome)
    return state


def twin_deals(variant: Variant, seed: int) -> tuple[list[int], list[int]]:
    """Two deals that seat 0 cannot tell apart: some cards that it does not see have changed places."""
    game, players, options = variant
    chance = random.Random(seed)
    true = get(game).new(players, options).draw(Rng(3))
    other, swapped = true[:], 0
    for _ in range(5000):
        trial = other[:]
        a, b = chance.sample(range(len(true)), 2)
        trial[a], trial[b] = trial[b], trial[a]
        try:
            one, two = dealt(variant, other), dealt(variant, trial)
        except BadDeal:
            continue  # these were not cards, but a seat or a colour
        if one.snapshot() != two.snapshot() and look_alike(game, one, two):
            other, swapped = trial, swapped + 1
        if swapped == SWAPS:
            break
    assert swapped == SWAPS
    return true, other


def common_decision(game: str, one: State, other: State) -> tuple[int, int] | None:
    """Legal in both worlds, and afterwards seat 0 still cannot tell them apart."""
    for seat in seats_of(one.waiting() & other.waiting()):
        for action in set(one.legal_actions(seat)) & set(other.legal_actions(seat)):
            after = one.clone(), other.clone()
            for state in after:
                state.apply(seat, action)
            if not after[0].due() and not after[1].due() and look_alike(game, *after):
                return seat, action
    return None


def script(variant: Variant, deals: tuple[list[int], list[int]]) -> list[tuple[int, int]]:
    one, other = (dealt(variant, deal) for deal in deals)
    decisions: list[tuple[int, int]] = []
    while len(decisions) < LONGEST and (found := common_decision(variant[0], one, other)):
        for state in (one, other):
            state.apply(*found)
        decisions.append(found)
    return decisions


def twins(variant: Variant) -> tuple[list[int], list[int], list[tuple[int, int]]]:
    """Of twenty pairs of worlds the one that can be played in the same way for the longest."""
    pairs = [twin_deals(variant, seed) for seed in range(20)]
    true, other = max(pairs, key=lambda pair: len(script(variant, pair)))
    return true, other, script(variant, (true, other))


# ---- all that seat 0 and a spectator get to know -----------------------------------------------------------


class World:
    def __init__(self, room: Room, players: list[Player]) -> None:
        self.room = room
        self.players = players
        self.told: list[Any] = []

    async def answer(self, request: Awaitable[int]) -> None:
        """What the table says to it, in both languages."""
        try:
            self.told.append(await request)
        except Refused as refused:
            words = [teller(self.room.table, language) for language in ("cs", "en")]
            self.told.append((refused.code, [word.say(refused.event) for word in words]))

    async def try_everything(self, legal: list[int]) -> None:
        """Seat 0 asks for what it must not do: the refusals are equal too."""
        room, actions = self.room, self.room.table.state.ACTIONS
        for action in {*range(0, actions, 1 + actions // 40), actions, -1} - set(legal):
            await self.answer(room.submit("p0", 0, f"i{action}", room.table.asked[0] or room.table.seq, action))
            await self.answer(room.submit("p0", 1, f"i{action}", room.table.asked[1], action))
        for what in ("take_back", "pause", "nonsense"):
            await self.answer(room.do(consent.propose, "p0", 0, f"p{room.table.seq}", what))
            if room.table.proposal:
                await self.answer(room.do(consent.decline, "p1", 1, f"d{room.table.seq}"))
        await self.answer(room.ask_stand_in("p0", 0, 1))

    async def come_back(self) -> None:
        """Resumed connections: with nothing, a little and a lot missed."""
        seq = self.room.table.seq
        for person in ("p0", "watcher"):
            for last in (None, 1, 2, seq - 4, seq - 1, seq, seq + 1):
                again: list[Update] = []
                self.room.detach(await self.room.attach(person, again.append, last))
                self.told.append(again)


async def all_that_is_told(
    folder: Path, variant: Variant, deal: list[int], decisions: list[tuple[int, int]]
) -> list[Any]:
    house = sqlite_house(folder, dealer=lambda _table, _state, _entropy: deal)
    game, count, options = variant
    room, players = await seated(house, count, game=game, options=options, take_backs=True, clock=("bank", 600, 5))
    watcher = Player(room, "watcher", None)
    await watcher.connect()
    world = World(room, players)
    for number, (seat, action) in enumerate(decisions):
        await time_of(house).pass_by(2)
        await world.try_everything(room.table.state.legal_actions(0))
        await players[seat].play(f"m{number}", action)
        await room.do(consent.say, f"p{seat}", seat, f"s{number}", "thinking")
    await settle()
    await world.come_back()
    told = [players[0].updates, watcher.updates, *world.told]
    await shut(house)
    return told


@pytest.mark.parametrize("variant", THREES, ids=name)
def test_a_seat_is_told_the_same_in_both_worlds(tmp_path: Path, variant: Variant) -> None:
    true, other, decisions = twins(variant)
    assert len(decisions) == LONGEST
    assert {seat for seat, _ in decisions} == {0, 1, 2}
    told = []
    for world, deal in (("true", true), ("other", other)):
        (tmp_path / world).mkdir()
        told.append(asyncio.run(all_that_is_told(tmp_path / world, variant, deal, decisions)))
    assert told[0] == told[1]
    assert repr(told[0]) == repr(told[1])  # to the letter
    assert told[0][0] != told[0][1]  # but a spectator sees less
