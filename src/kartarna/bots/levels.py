"""The ladder: five levels of one searching player, from one that a child beats to one that a club player fears.

Weak levels err like people: they think briefly and see only a few decisions ahead.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from time import perf_counter

from kartarna.bots.search import Tree
from kartarna.bots.sight import Sight

CHUNK = 250  # iterations between two looks at the clock
MOST_NODES = 200_000

# Of 256 decisions in a rollout, how many the quick player makes; measured, see docs/bots.md.
GREEDY_SHARE = {"three": 256, "dnup": 256, "trop": 0, "karma": 256, "gap": 0}
EXPLORATION = 0.7


@dataclass(frozen=True)
class Level:
    """A player that searches as long as its level allows."""

    name: str
    iterations: int
    horizon: int  # decisions of a rollout; then the position is judged as it stands

    def choose(self, sight: Sight) -> int:
        legal = sight.legal()
        if len(legal) == 1:
            return legal[0]
        tree = self.thought(sight)
        return max(tree.found(), key=lambda found: (found[1], found[2], -found[0]))[0]

    def thought(self, sight: Sight) -> Tree:
        """The tree after as many iterations, or as much time, as this decision is given."""
        budget = sight.iterations or self.iterations
        tree = _tree(GREEDY_SHARE[sight.world.GAME], self.horizon)
        tree.start(sight.world)
        if sight.seconds is None:
            tree.think(sight.world, sight.seat, budget, sight.rng)
            return tree
        end = perf_counter() + sight.seconds
        tree.think(sight.world, sight.seat, CHUNK, sight.rng)
        while perf_counter() < end:
            tree.think(sight.world, sight.seat, CHUNK, sight.rng)
        return tree


_own = threading.local()


def _tree(greedy_share: int, horizon: int) -> Tree:
    """One tree a thread and kind of rollout, used again and again: its memory is the expensive part."""
    trees: dict[tuple[int, int], Tree] = _own.__dict__.setdefault("trees", {})
    key = (greedy_share, horizon)
    if key not in trees:
        trees[key] = Tree(MOST_NODES, EXPLORATION, greedy_share, horizon)
    return trees[key]


LEVELS = (
    Level("beginner", 10, 4),
    Level("easy", 40, 12),
    Level("medium", 150, 200),
    Level("strong", 1000, 200),
    Level("expert", 10_000, 200),
)
