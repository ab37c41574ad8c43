"""While a bot thinks, the house of a device answers; what is no longer wanted is not thought to its end."""

from __future__ import annotations

import asyncio

import pytest

from kartarna import bots
from kartarna.bots import gil
from kartarna.bots.slices import Slices
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import get
from kartarna.local import thinkers as local
from kartarna.local.thinkers import LocalThinkers
from kartarna.play.errors import Stale
from tests.local import endless
from tests.local.helpers import run


def dealt() -> State:
    """A position in which the first seat decides."""
    state: State = get("gap").new(4, {"starter": 1})
    state.deal(state.draw(Rng(1)))
    return state


async def idle(thinkers: LocalThinkers) -> None:
    async with asyncio.timeout(5):
        while thinkers.busy:
            await asyncio.sleep(0)


def test_while_a_bot_thinks_the_house_answers_and_another_table_plays_on() -> None:
    async def story() -> None:
        await endless.begin()
        assert await endless.answer() == 1  # it thinks all the while
        await endless.leave()

    run(story)


def test_a_thought_about_what_is_no_longer_asked_is_given_up() -> None:
    async def story() -> None:
        thinkers = LocalThinkers()
        answer = thinkers.think("a", endless.ENDLESS, dealt(), 0, Rng(1))
        following = thinkers.think("a", bots.get("greedy"), dealt(), 0, Rng(1))
        await asyncio.sleep(0.02)
        assert not answer.done()
        answer.cancel()
        async with asyncio.timeout(5):
            await following
        thinkers.close()

    run(story)


def test_a_hint_that_is_no_longer_wanted_is_given_up() -> None:
    async def story() -> None:
        thinkers, wanted = LocalThinkers(), [True]
        hint = thinkers.advise(advice_without_end(), lambda: wanted[0])
        await asyncio.sleep(0.02)
        assert not hint.done()
        wanted[0] = False
        with pytest.raises(Stale):
            await hint
        await idle(thinkers)
        thinkers.close()

    run(story)


def advice_without_end() -> Slices[None]:
    while True:
        yield


def test_interpreted_bots_are_no_stronger_than_strong_and_decide_here(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (gil, local):
        monkeypatch.setattr(module, "holds_gil", lambda _: True)

    async def story() -> None:
        thinkers = LocalThinkers()
        found = {name: thinkers.suited(bots.get(name), dealt()).name for name in bots.LEVELS}
        assert found == {**{name: name for name in bots.LEVELS}, "expert": "strong"}
        assert await thinkers.think("a", bots.get("expert"), dealt(), 0, Rng(1)) in dealt().legal_actions(0)
        assert not thinkers.forfeits.by_bot
        thinkers.close()

    run(story)
