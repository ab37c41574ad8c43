"""What each choice of a seat is worth, measured fairly: one search ranks the choices, another one values them.

The choice that a search likes best is often the one it was lucky with, so its own value flatters it. The second
search has other random numbers; what it says of the choices was not what they were ranked by.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot, sqrt
from typing import NamedTuple

from kartarna.bots.game_settings import settings_for
from kartarna.bots.gil import holds_gil
from kartarna.bots.observation import Observation
from kartarna.bots.parallel_search import Budget, SearchResult, ponder
from kartarna.bots.search_settings import SearchSettings
from kartarna.bots.slices import Slices, finish

ITERATIONS = 4_000  # of each search, whatever the position: time tells nothing of the cards
IN_PYTHON = 250  # where the rules are not compiled
TRIED_BY = 4  # every choice is tried before 1/TRIED_BY² of the iterations are over
KEEPS = 0.04  # of the win: a choice that costs no more keeps one's chances
SURE = 2.0  # standard errors from which on a difference is told


class Worth(NamedTuple):
    """A choice, the share of the win that its seat can expect of it (0 to 1), and one standard error of that."""

    action: int
    share: float
    error: float


@dataclass(frozen=True)
class Ranking:
    """All choices of a seat, the best first, as the first search ranks them and the second values them."""

    choices: tuple[Worth, ...]

    @property
    def best(self) -> Worth:
        return self.choices[0]

    def of(self, action: int) -> Worth:
        return next(worth for worth in self.choices if worth.action == action)

    def cost(self, worth: Worth) -> float:
        """How much of the win it costs to choose this instead of the best; nothing, where that is not sure."""
        behind = self.best.share - worth.share
        return behind if behind > SURE * hypot(self.best.error, worth.error) else 0.0

    def costly(self, more_than: float = KEEPS) -> tuple[Worth, ...]:
        return tuple(worth for worth in self.choices if self.cost(worth) > more_than)


def rank(observation: Observation, iterations: int | None = None) -> Ranking:
    """As good as a strong player sees it. The same observation, the same ranking."""
    return finish(ranking(observation, iterations))


def ranking(observation: Observation, iterations: int | None = None) -> Slices[Ranking]:
    """The same in slices."""
    count = iterations or observation.iterations or usual(observation)
    ranked = yield from _search(observation, count)
    valued = yield from _search(observation, count)
    values = {found.action: found for found in valued}
    return Ranking(tuple(_worth(values[found.action]) for found in ranked))


def usual(observation: Observation) -> int:
    return IN_PYTHON if holds_gil(observation.world) else ITERATIONS


def _search(observation: Observation, iterations: int) -> Slices[list[SearchResult]]:
    """Each has random numbers of its own, the next ones of the observation."""
    world, seat = observation.world, observation.seat
    count = max(iterations, TRIED_BY**2 * len(observation.legal()))
    thought = yield from ponder(world, seat, _settings(observation, count), Budget(count), observation.rng)
    return thought.after()


def _settings(observation: Observation, iterations: int) -> SearchSettings:
    """As the game's bots search, but so wide that no choice is left untried."""
    usual = settings_for(observation.world.GAME, observation.world.players).search
    needed = TRIED_BY * len(observation.legal()) / sqrt(iterations)
    return replace(usual, widening=max(usual.widening, needed))


def _worth(found: SearchResult) -> Worth:
    return Worth(found.action, found.share, found.error)
