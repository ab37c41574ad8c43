# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""Information-set Monte Carlo tree search over any game (single observer), without the GIL.

Every iteration imagines another world that the seat cannot tell from the true one, walks down the
one tree of decisions by those that are legal in that world, adds a node, plays on quickly to the
end of the round and credits each decision on the way with what its maker can expect.
"""

from __future__ import annotations

import math
from array import array

from kartarna.core import bits
from kartarna.core.rng import Rng
from kartarna.core.state import State

try:
    import cython  # type: ignore[import-untyped]
except ImportError:
    from kartarna.core import cython

DUE = 0
PLAYING = 1
OVER = 2


class Tree:
    """The decisions tried so far. Node 0 is the position now; memory is bounded by `capacity`."""

    def __init__(
        self, capacity: int, exploration: float = 0.7, greedy_share: int = 0, longest: int = 1_000_000
    ) -> None:
        self.capacity = capacity
        self.exploration = exploration
        self.greedy_share = greedy_share  # of 256 decisions in a rollout, how many the quick player makes
        self.longest = longest  # decisions after which a rollout is cut off and judged as it stands
        self.tried = 0
        self.used = 1
        self.action = array("i", bytes(4 * capacity))
        self.parent = array("i", bytes(4 * capacity))
        self.child = array("i", bytes(4 * capacity))
        self.sibling = array("i", bytes(4 * capacity))
        self.actor = array("i", bytes(4 * capacity))
        self.visits = array("i", bytes(4 * capacity))
        self.chances = array("i", bytes(4 * capacity))  # visits of the parent in which this decision was legal
        self.value = array("d", bytes(8 * capacity))
        self.square = array("d", bytes(8 * capacity))
        self.reward = [0.0] * 12

    def start(self, world: State) -> None:
        """Forgets all; the position now is this one."""
        self.sim = world.clone()
        self.used = 1
        self.child[0] = 0
        self.visits[0] = 0

    def think(self, world: State, seat: int, iterations: int, rng: Rng) -> None:
        """So many iterations more from the position that `start` was given."""
        with cython.nogil:
            self._think(world, self.sim, seat, iterations, rng)

    def found(self) -> list[tuple[int, int, float, float]]:
        """For each decision tried: itself, how often, the mean of what to expect, and the spread of that."""
        found = []
        node = self.child[0]
        while node:
            visits = self.visits[node]
            mean = self.value[node] / visits
            found.append((self.action[node], visits, mean, max(0.0, self.square[node] / visits - mean * mean)))
            node = self.sibling[node]
        return found

    def line(self, action: int) -> list[tuple[int, int]]:
        """The most visited continuation after a decision: seats and decisions."""
        node = self.child[0]
        while node and self.action[node] != action:
            node = self.sibling[node]
        line = []
        while node:
            line.append((self.actor[node], self.action[node]))
            node = self._most_visited(node)
        return line

    def _most_visited(self, node: int) -> int:
        best = 0
        child = self.child[node]
        while child:
            if best == 0 or self.visits[child] > self.visits[best]:
                best = child
            child = self.sibling[child]
        return best

    def _think(self, world: State, sim: State, seat: int, iterations: int, rng: Rng) -> None:
        for _ in range(iterations):
            sim._copy_from(world)
            sim._resample(seat, rng)
            node = self._descend(sim, rng)
            self._roll_out(sim, rng)
            sim._prospects(self.reward)
            self._credit(node)

    def _descend(self, sim: State, rng: Rng) -> int:
        """Down the tree by legal decisions to one not tried yet, which becomes a node; returns the last node."""
        node = 0
        while sim.stage == PLAYING:
            seat = bits.lowest(sim._waiting())
            count = sim._legal(seat)
            best = self._pick(node, sim, count)
            if self.tried < count and self.used < self.capacity:
                action = sim.moves[self.tried + rng._below(count - self.tried)]
                node = self._grow(node, seat, action)
                sim._apply(seat, action)
                return node
            if best == 0:
                return node
            sim._apply(seat, self.action[best])
            node = best
        return node

    def _pick(self, node: int, sim: State, count: int) -> int:
        """Of the children that are legal here, the one with the best bound (UCB1 over its chances).

        Moves the decisions that have a child to the front of `sim.moves`; `tried` counts them.
        """
        tried = 0
        best = 0
        best_bound = -1.0
        child = self.child[node]
        while child and tried < count:
            for place in range(tried, count):
                if sim.moves[place] == self.action[child]:
                    sim.moves[place] = sim.moves[tried]
                    sim.moves[tried] = self.action[child]
                    tried += 1
                    self.chances[child] += 1
                    visits = self.visits[child]
                    bound = self.value[child] / visits + self.exploration * math.sqrt(
                        math.log(self.chances[child]) / visits
                    )
                    if bound > best_bound:
                        best_bound = bound
                        best = child
                    break
            child = self.sibling[child]
        self.tried = tried
        return best

    def _grow(self, node: int, actor: int, action: int) -> int:
        new = self.used
        self.used += 1
        self.action[new] = action
        self.parent[new] = node
        self.actor[new] = actor
        self.sibling[new] = self.child[node]
        self.child[node] = new
        self.child[new] = 0
        self.visits[new] = 0
        self.chances[new] = 1
        self.value[new] = 0.0
        self.square[new] = 0.0
        return new

    def _roll_out(self, sim: State, rng: Rng) -> None:
        """Quick play to the end of the round, by the quick player or at random."""
        left = self.longest
        while sim.stage == PLAYING and left > 0:
            seat = bits.lowest(sim._waiting())
            if self.greedy_share and rng._below(256) < self.greedy_share:
                sim._apply(seat, sim._greedy(seat, rng))
            else:
                sim._apply(seat, sim._random(seat, rng))
            left -= 1

    def _credit(self, node: int) -> None:
        while node:
            self.visits[node] += 1
            reward = self.reward[self.actor[node]]
            self.value[node] += reward
            self.square[node] += reward * reward
            node = self.parent[node]
        self.visits[0] += 1
