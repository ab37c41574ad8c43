"""Who may enter a tournament: all bots, our levels with other search settings, and the cheater.

`strong:exploration=0.5:iterations=900` is the level `strong` with two settings of its search changed; so ideas
are tried against each other. `cheater` thinks as long as the strongest level, and sees all cards: it shows
what could be reached at best. Neither can sit down at a table: tables ask `kartarna.bots`, which knows
nothing of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from time import perf_counter
from typing import Any

from kartarna import bots
from kartarna.bots import NOTHING, Bot, BotAnswer, Observation, SeatStory
from kartarna.bots.levels import LEVELS, Level
from kartarna.bots.parallel_search import MOST_ITERATIONS
from kartarna.bots.plugins import installed
from kartarna.bots.search import UNLIMITED
from kartarna.bots.search_settings import SearchSettings
from kartarna.core.errors import OptionError
from kartarna.core.rng import Rng
from kartarna.core.state import State


def _flag(text: str) -> bool:
    return bool(("0", "1").index(text))


SETTINGS: dict[str, tuple[Callable[[str], float], float, float]] = {  # how it is read, and from what to what it goes
    "iterations": (int, 1, MOST_ITERATIONS),
    "exploration": (float, 0, 100),
    "rollouts": (int, 0, 256),
    "horizon": (int, 0, 1_000_000),
    "widening": (float, 0.01, UNLIMITED),
    "infers": (_flag, 0, 1),
    "forgets": (_flag, 0, 1),
}


@dataclass(frozen=True)
class Cheater(Level):
    """Handed the true state, it takes it for the only one there can be."""

    @property
    def level(self) -> str:
        return LEVELS[-1].name

    def settings(self, game: str, players: int) -> SearchSettings:
        return replace(super().settings(game, players), sees_all=True)


CHEATER = Cheater("cheater", LEVELS[-1].iterations, takes_time=True)


@cache
def get(name: str) -> Bot:
    first, *settings = name.split(":")
    if not settings:
        return CHEATER if first == CHEATER.name else bots.get(first)
    bot = _ours(first)
    if bot is None:
        raise OptionError(f"{bots.get(first).name!r} has no settings; our own levels have")
    changes = {**bot.changes, **dict(map(_setting, settings))}
    if "iterations" in changes:
        bot = replace(bot, iterations=changes.pop("iterations"), fixed=True)
    return replace(bot, name=name, changes=changes)


def _ours(name: str) -> Level | None:
    """The level itself, also where it plays from a process of its own."""
    bot = CHEATER if name == CHEATER.name else bots.OWN.get(name)
    return bot if isinstance(bot, Level) else None


def _setting(text: str) -> tuple[str, float]:
    name, _, value = text.partition("=")
    try:
        read, low, high = SETTINGS[name]
        number = read(value)
    except (KeyError, ValueError):
        raise OptionError(f"{text!r:.40} is no setting: write name=number, with one of {', '.join(SETTINGS)}") from None
    if not low <= number <= high:
        raise OptionError(f"{text!r:.40}: {name} goes from {low:,} to {high:,}")
    return name, number


def recipe(name: str, game: str, players: int) -> str:
    """How a bot plays this game, as far as it is told: a bot made otherwise is another bot, whatever its name."""
    bot = get(name)
    level = bot if isinstance(bot, Level) else _ours(name)
    if level:
        return f"{level.budget(game, players)} iterations, {level.settings(game, players)}"
    plugin = installed().bots.get(name)
    return f"{name} of {plugin.dist.name} {plugin.dist.version}" if plugin and plugin.dist else name


def consult(bot: Bot, state: State, seat: int, rng: Rng, account: SeatStory = NOTHING, **budget: Any) -> BotAnswer:
    """As at a table; only the cheater is handed the true state."""
    if isinstance(bot, Cheater):
        observation = Observation(state.clone(), seat, rng.word(), **budget)
        start = perf_counter()
        return BotAnswer(bot.choose(observation), perf_counter() - start)
    return bots.consult(bot, state, seat, rng, account=account, **budget)
