"""The search for one decision: within a budget, on one thread or several, each with a tree of its own."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from time import perf_counter

from kartarna.bots.gil import holds_gil
from kartarna.bots.search import Tree
from kartarna.bots.search_settings import SearchSettings
from kartarna.bots.slices import Slices, finish, is_time
from kartarna.core.errors import OptionError
from kartarna.core.rng import Rng
from kartarna.core.state import State

MOST_NODES = 200_000  # of a tree: ten megabytes; then it grows no more
MOST_ITERATIONS = 100_000_000  # without a look at the clock: minutes
AT_ONCE = 20  # iterations between two looks at the clock; in Python one takes as long as all these
NODES_A_SECOND = 2_000_000  # no search grows faster


@dataclass(frozen=True)
class Budget:
    """So many iterations, shared by all threads, and no more time than this, on each of them."""

    iterations: int
    seconds: float | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        if self.iterations < 1 or self.threads < 1:
            raise OptionError("a search needs at least one iteration, and one thread")


@dataclass
class SearchResult:
    """A decision that was tried: by whom, how often, and what came of it."""

    seat: int
    action: int
    visits: int = 0
    total: float = 0.0  # of the shares of the win that followed
    squares: float = 0.0

    @property
    def share(self) -> float:
        return self.total / self.visits

    @property
    def error(self) -> float:
        """The standard error of the share, as if there had been one visit more, half won: never quite certain."""
        variance = max(0.0, self.squares / self.visits - self.share**2)
        chance = (self.total + 0.5) / (self.visits + 1)
        return sqrt((variance * self.visits + chance * (1 - chance)) / (self.visits + 1) / self.visits)


@dataclass(frozen=True)
class Thought:
    """What the trees of all threads found, taken together."""

    trees: tuple[Tree, ...]

    def after(self, path: Sequence[tuple[int, int]] = ()) -> list[SearchResult]:
        """What was tried after these decisions, each a seat's, the most visited first."""
        found: dict[tuple[int, int], SearchResult] = {}
        for tree in self.trees:
            for seat, action, visits, total, squares in tree.after(path):
                entry = found.setdefault((seat, action), SearchResult(seat, action))
                entry.visits += visits
                entry.total += total
                entry.squares += squares
        return sorted(found.values(), key=lambda entry: (-entry.visits, -entry.total, entry.action))


def think(world: State, seat: int, settings: SearchSettings, budget: Budget, rng: Rng) -> Thought:
    """Root-parallel: the threads share nothing while they think. The same seeds give the same result."""
    if budget.threads == 1:
        return finish(ponder(world, seat, settings, budget, rng))
    streams = [Rng(rng.word()) for _ in range(budget.threads)]
    with ThreadPoolExecutor(budget.threads) as pool:
        trees = pool.map(lambda stream: finish(_tree(world, seat, settings, budget, stream)), streams)
        return Thought(tuple(trees))


def ponder(world: State, seat: int, settings: SearchSettings, budget: Budget, rng: Rng) -> Slices[Thought]:
    """The same in slices, on one thread."""
    tree = yield from _tree(world, seat, settings, budget, rng)
    return Thought((tree,))


def _tree(world: State, seat: int, settings: SearchSettings, budget: Budget, rng: Rng) -> Slices[Tree]:
    iterations = -(-budget.iterations // budget.threads)
    nodes = min(MOST_NODES, iterations + 1)
    end = None
    if budget.seconds is not None:
        end = perf_counter() + budget.seconds  # making the tree takes its time, too
        nodes = min(nodes, 1000 + int(NODES_A_SECOND * budget.seconds))
    if settings.forgets:
        world = world.clone()
        world.forget()
    tree = settings.tree(nodes)
    tree.start(world)
    batch, more = (1, 1) if holds_gil(world) else (max(1, len(world.legal_actions(seat))), AT_ONCE)
    rest = yield
    while iterations:
        count = iterations if end is None and rest is None else min(iterations, batch)
        tree.think(world, seat, count, rng)
        iterations, batch = iterations - count, more
        if is_time(end):
            break
        if iterations and is_time(rest):
            rest = yield
    return tree
