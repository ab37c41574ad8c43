"""Players that know no particular game. To add one, add its line here; docs/bots.md shows how to write one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from kartarna.bots import levels
from kartarna.bots.baselines import Greedy, Random
from kartarna.bots.consult import BotAnswer, Fault, Forfeited, consult, consulting
from kartarna.bots.gil import holds_gil
from kartarna.bots.observation import Bot, Observation, reads_story
from kartarna.bots.plugins import installed
from kartarna.bots.processes.parent import ProcessBot
from kartarna.bots.story import NOTHING, Move, SeatStory, Story, Told, account, account_of
from kartarna.core.errors import OptionError
from kartarna.core.state import State

__all__ = [
    "BOTS",
    "LEVELS",
    "NOTHING",
    "OWN",
    "STANDARD",
    "Bot",
    "BotAnswer",
    "Fault",
    "Forfeited",
    "Move",
    "Observation",
    "SeatStory",
    "Story",
    "Told",
    "account",
    "account_of",
    "apart",
    "consult",
    "consulting",
    "get",
    "reads_story",
]

QUICK: tuple[Bot, ...] = (Random(), Greedy())
THINKING: tuple[Bot, ...] = levels.LEVELS
OWN: dict[str, Bot] = {bot.name: bot for bot in (*QUICK, *THINKING)}
LEVELS = tuple(level.name for level in levels.LEVELS)  # the ladder, from the weakest up
STANDARD = "greedy"
PATIENCE = 10.0  # seconds that a bot from outside may take for a decision where no time is set
OUR_PATIENCE = 600.0  # ours stop by themselves, in Python late


class Bots(Mapping[str, Bot]):
    """Ours, then those that are installed beside us. These play from a process of their own."""

    def __getitem__(self, name: str) -> Bot:
        if name in OWN:
            return OWN[name]
        if name in installed().bots:
            return hire(name, PATIENCE)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        yield from OWN
        yield from installed().bots

    def __len__(self) -> int:
        return len(OWN) + len(installed().bots)


BOTS = Bots()


@cache
def hire(name: str, patience: float) -> ProcessBot:
    return ProcessBot(name, patience)


def apart(bot: Bot, state: State) -> Bot:
    """The same bot for a table among others: from a process of its own where its thinking would block them."""
    blocks = OWN.get(bot.name) is bot and bot not in QUICK and holds_gil(state)
    return hire(bot.name, OUR_PATIENCE) if blocks else bot


def get(name: str) -> Bot:
    if name in BOTS:
        return BOTS[name]
    refused = installed().refused.get(name)
    if refused:
        raise OptionError(f"the bot {name!r:.40} cannot be used: {refused}")
    raise OptionError(f"there is no bot {name!r:.40}; there are: {', '.join(BOTS)}")
