"""The ladder: five levels of one searching player, from one that a child beats to one that a club player fears.

Weak levels err like people: they think briefly; the weakest see only a few decisions ahead, do not ask themselves
what the others keep, and forget which cards they saw them take.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kartarna.bots.game_settings import settings_for
from kartarna.bots.observation import Observation
from kartarna.bots.parallel_search import MOST_ITERATIONS, Budget, ponder
from kartarna.bots.search import UNLIMITED
from kartarna.bots.search_settings import SearchSettings
from kartarna.bots.slices import Slices, finish


@dataclass(frozen=True)
class Level:
    """A player that searches as long as its level allows."""

    name: str
    iterations: int
    changes: Mapping[str, Any] = field(default_factory=dict)  # of the settings that all levels search with
    takes_time: bool = False  # thinks as long as it may, where it is given a time
    fixed: bool = False  # takes just these iterations, whatever a game says of its level

    @property
    def level(self) -> str:
        """Whose iterations a game may set: without the settings that an entrant changes (lab/arena/entrants.py)."""
        return self.name.partition(":")[0]

    def choose(self, observation: Observation) -> int:
        return finish(self.ponder(observation))

    def ponder(self, observation: Observation) -> Slices[int]:
        legal = observation.legal()
        if len(legal) == 1 and not observation.watched:
            return legal[0]
        world = observation.world
        usual = MOST_ITERATIONS if self.takes_time and observation.seconds else self.budget(world.GAME, world.players)
        budget = Budget(observation.iterations or usual, observation.seconds)
        settings = self.settings(world.GAME, world.players)
        thought = yield from ponder(world, observation.seat, settings, budget, observation.rng)
        return thought.after()[0].action

    def budget(self, game: str, players: int) -> int:
        said = {} if self.fixed else settings_for(game, players).iterations
        return said.get(self.level, self.iterations)

    def settings(self, game: str, players: int) -> SearchSettings:
        return replace(settings_for(game, players).search, **self.changes)


SIMPLE = {"rollouts": 0, "widening": UNLIMITED, "infers": False, "forgets": True}  # without the quick player's advice

LEVELS = (
    Level("beginner", 6, {**SIMPLE, "horizon": 2}),
    Level("easy", 30, {**SIMPLE, "horizon": 6}),
    Level("medium", 250),
    Level("strong", 1_000),
    Level("expert", 10_000, takes_time=True),
)
