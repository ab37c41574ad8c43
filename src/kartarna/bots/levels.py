"""The ladder: five levels of one searching player, from one that a child beats to one that a club player fears.

Weak levels err like people: they think briefly; the weakest see only a few decisions ahead, do not ask themselves
what the others keep, and forget which cards they saw them take.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kartarna.bots.observation import Observation
from kartarna.bots.parallel_search import MOST_ITERATIONS, Budget, think
from kartarna.bots.search import UNLIMITED
from kartarna.bots.search_settings import SearchSettings, Table, at_table, settings_for


@dataclass(frozen=True)
class Level:
    """A player that searches as long as its level allows."""

    name: str
    iterations: int
    changes: Mapping[str, Any] = field(default_factory=dict)  # of the settings that all levels search with
    tables: Mapping[Table, int] = field(default_factory=dict)  # where it takes other iterations, that steps be felt
    takes_time: bool = False  # thinks as long as it may, where it is given a time

    def choose(self, observation: Observation) -> int:
        legal = observation.legal()
        if len(legal) == 1 and not observation.watched:
            return legal[0]
        world = observation.world
        usual = MOST_ITERATIONS if self.takes_time and observation.seconds else self.budget(world.GAME, world.players)
        budget = Budget(observation.iterations or usual, observation.seconds)
        return (
            think(world, observation.seat, self.settings(world.GAME, world.players), budget, observation.rng)
            .after()[0]
            .action
        )

    def budget(self, game: str, players: int) -> int:
        return at_table(self.tables, game, players, self.iterations)

    def settings(self, game: str, players: int) -> SearchSettings:
        return replace(settings_for(game, players), **self.changes)


SIMPLE = {"rollouts": 0, "widening": UNLIMITED, "infers": False, "forgets": True}  # without the quick player's advice

MANY = (("trop", 5), ("trop", 6), ("trop", 7))  # luck is great here, and more thought soon gains little
FULL = ("trop", 8)

LEVELS = (
    Level("beginner", 6, {**SIMPLE, "horizon": 2}),
    Level("easy", 30, {**SIMPLE, "horizon": 6}, {"trop": 18, FULL: 10}),
    Level("medium", 250, tables={"dnup": 40, "trop": 60, **dict.fromkeys(MANY, 20), FULL: 12, "gap": 40}),
    Level("strong", 1_000, tables={"dnup": 200, "trop": 160, **dict.fromkeys(MANY, 50), FULL: 24, "gap": 120}),
    Level("expert", 10_000, takes_time=True),
)
