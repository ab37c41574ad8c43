"""Who may enter a tournament: all bots, our levels told to think otherwise, and the cheater.

`strong:exploration=0.5:iterations=900` is the level `strong` with two settings of its search changed; so ideas
are tried against each other. `cheater` thinks as long as the strongest level, and sees all cards: it shows
what could be reached at best. Neither can sit down at a table: tables ask `kartarna.bots`, which knows
nothing of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

from kartarna import bots
from kartarna.bots import NOTHING, Account, Answer, Bot, Sight
from kartarna.bots.levels import LEVELS, Level
from kartarna.bots.manner import Manner
from kartarna.core.errors import OptionError
from kartarna.core.rng import Rng
from kartarna.core.state import State

Read = Callable[[str], Any]
READ: dict[str, Read] = {"int": int, "float": float, "bool": lambda text: bool(int(text))}
SETTINGS: dict[str, Read] = {"iterations": int, **{entry.name: READ[str(entry.type)] for entry in fields(Manner)}}
del SETTINGS["sees_all"]  # for the cheater


@dataclass(frozen=True)
class Cheater(Level):
    """Handed the true state, it takes it for the only one there can be."""

    def manner(self, game: str, players: int) -> Manner:
        return replace(super().manner(game, players), sees_all=True)


CHEATER = Cheater("cheater", LEVELS[-1].iterations)


@cache
def get(name: str) -> Bot:
    first, *settings = name.split(":")
    bot: Bot = CHEATER if first == CHEATER.name else bots.get(first)
    if not settings:
        return bot
    if not isinstance(bot, Level):
        raise OptionError(f"{first!r:.40} has no settings; our own levels have")
    changes = {**bot.changes, **dict(map(_setting, settings))}
    if "iterations" in changes:
        bot = replace(bot, iterations=changes.pop("iterations"), tables={})
    return replace(bot, name=name, changes=changes)


def _setting(text: str) -> tuple[str, Any]:
    name, _, value = text.partition("=")
    try:
        return name, SETTINGS[name](value)
    except (KeyError, ValueError):
        raise OptionError(f"{text!r:.40} is no setting: write name=number, with one of {', '.join(SETTINGS)}") from None


def recipe(name: str, game: str, players: int) -> str:
    """How a bot plays this game, if it says so: a bot made otherwise is another bot, whatever its name."""
    bot = get(name)
    return f"{bot.budget(game, players)} iterations, {bot.manner(game, players)}" if isinstance(bot, Level) else name


def consult(bot: Bot, state: State, seat: int, rng: Rng, account: Account = NOTHING, **budget: Any) -> Answer:
    """As at a table; only the cheater is handed the true state."""
    if isinstance(bot, Cheater):
        sight = Sight(state.clone(), seat, rng.word(), **budget)
        return Answer(bot.choose(sight), 0.0)
    return bots.consult(bot, state, seat, rng, account=account, **budget)
