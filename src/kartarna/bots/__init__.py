"""Players that know no particular game. To add one, add its line here."""

from __future__ import annotations

from typing import Protocol

from kartarna.bots.quick import Greedy, Random
from kartarna.core.errors import OptionError
from kartarna.core.rng import Rng
from kartarna.core.state import State


class Bot(Protocol):
    """Decides for a seat. It is handed an imagined world, never the true one: there is nothing to peek at."""

    name: str

    def choose(self, world: State, seat: int, rng: Rng) -> int: ...


BOTS: dict[str, Bot] = {bot.name: bot for bot in (Random(), Greedy())}
STANDARD = "greedy"


def get(name: str) -> Bot:
    if name not in BOTS:
        raise OptionError(f"there is no bot {name!r:.40}; there are: {', '.join(BOTS)}")
    return BOTS[name]


def decide(bot: Bot, state: State, seat: int, rng: Rng) -> int:
    """The bot's decision in a world that its seat cannot tell from this one."""
    world = state.clone()
    world.resample(seat, rng)
    return bot.choose(world, seat, rng)
