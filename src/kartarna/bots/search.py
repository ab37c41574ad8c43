# cython: boundscheck=False, wraparound=False, infer_types=True, annotation_typing=False
"""Information-set Monte Carlo tree search over any game (single observer), without the GIL.

Every iteration imagines another world that the seat cannot tell from the true one, walks down the
one tree of decisions by those that are legal in that world, adds a node, plays on quickly to the
end of the round and credits each decision on the way with what its maker can expect.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence

from kartarna.core import bits, stages
from kartarna.core.rng import Rng
from kartarna.core.state import State

try:
    import cython
except ImportError:
    from kartarna.core import cython  # type: ignore[no-redef]

UNLIMITED = 1000.0  # widening: every decision is tried before any is tried again


class Tree:
    """The decisions tried so far. Node 0 is the position now; memory is bounded by `capacity`."""

    def __init__(
        self,
        capacity: int,
        *,
        exploration: float = 1.4,
        greedy_share: int = 0,
        horizon: int = 1_000_000,
        widening: float = UNLIMITED,
        infers: bool = True,
        sees_all: bool = False,
    ) -> None:
        self.capacity = capacity
        self.exploration = exploration
        self.greedy_share = greedy_share  # of 256 decisions in a rollout, how many the quick player makes
        self.horizon = horizon  # decisions after which a rollout is cut off and judged as it stands
        self.widening = widening  # a position seen n times has tried widening · √n decisions, the quick player's first
        self.widens = widening < UNLIMITED
        self.infers = infers and not sees_all
        self.sees_all = sees_all  # takes the world for the true one; for the lab only
        self.tried = 0
        self.seen = 0
        self.last = 0
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
        self.mean = [0.0] * 12  # of the rewards of each seat …
        self.spread = [0.0] * 12  # … and their mean squared distance from it

    def start(self, world: State) -> None:
        """Forgets all; the position now is this one."""
        self.sim = world.clone()
        self.used = 1
        self.child[0] = 0
        self.visits[0] = 0
        for seat in range(12):
            self.mean[seat] = 0.0
            self.spread[seat] = 0.0

    def think(self, world: State, seat: int, iterations: int, rng: Rng) -> None:
        """So many iterations more from the position that `start` was given."""
        with cython.nogil:
            self._think(world, self.sim, seat, iterations, rng)
        self.sim.check()

    def after(self, path: Sequence[tuple[int, int]]) -> list[tuple[int, int, int, float, float]]:
        """What was tried after these decisions: seat, decision, visits, sum of rewards and of their squares."""
        node = 0
        for seat, action in path:
            node = self._find(node, seat, action)
            if not node:
                return []
        found = []
        child = self.child[node]
        while child:
            found.append(
                (self.actor[child], self.action[child], self.visits[child], self.value[child], self.square[child])
            )
            child = self.sibling[child]
        return found

    def _find(self, node: int, seat: int, action: int) -> int:
        child = self.child[node]
        while child and (self.actor[child] != seat or self.action[child] != action):
            child = self.sibling[child]
        return child

    def _think(self, world: State, sim: State, seat: int, iterations: int, rng: Rng) -> None:
        for _ in range(iterations):
            sim._copy_from(world)
            if self.infers:
                sim._imagine(seat, rng)
            elif not self.sees_all:
                sim._resample(seat, rng)
            node = self._descend(sim, seat, rng)
            self._roll_out(sim, rng)
            sim._prospects(self.reward)
            self._credit(node, sim.players)

    def _descend(self, sim: State, observer: int, rng: Rng) -> int:
        """Down the tree by legal decisions to one not tried yet, which becomes a node; returns the last node.

        Where several seats choose at the same time, the searching one goes first: it does not know the others' choices.
        """
        node = 0
        while sim.stage == stages.PLAYING:
            waiting = sim._waiting()
            seat = observer if node == 0 and waiting >> observer & 1 else bits.lowest(waiting)
            count = sim._legal(seat)
            best = self._pick(node, sim, seat, count)
            if self.used < self.capacity and not self._wide_enough(count):
                action = self._untried(sim, seat, count, rng)
                node = self._grow(node, seat, action)
                sim._apply(seat, action)
                return node
            if best == 0:
                return node
            sim._apply(seat, self.action[best])
            node = best
        return node

    def _wide_enough(self, count: int) -> bool:
        """All that is legal here has been tried, or as much of it as so many visits deserve."""
        return self.tried == count or self.tried > self.widening * math.sqrt(self.seen)

    def _untried(self, sim: State, seat: int, count: int, rng: Rng) -> int:
        """Of the decisions without a node, the one that the quick player likes best; any, if all will be tried."""
        if self.widens:
            return sim._favourite(seat, self.tried, count, rng)
        return sim.moves[self.tried + rng._below(count - self.tried)]

    def _pick(self, node: int, sim: State, seat: int, count: int) -> int:
        """Of the children that are legal here, the one with the best bound (UCB1 over its chances).

        Moves the decisions that have a child to the front of `sim.moves`; `tried` counts them.
        """
        tried = 0
        seen = 0
        best = 0
        best_bound = -1.0
        spread = self.exploration * math.sqrt(self.spread[seat])
        child = self.child[node]
        last = 0
        while child and tried < count:
            # In another world it may be somebody else's turn here: a node is the decision of one seat.
            for place in range(tried, count if self.actor[child] == seat else tried):
                if sim.moves[place] == self.action[child]:
                    sim.moves[place] = sim.moves[tried]
                    sim.moves[tried] = self.action[child]
                    tried += 1
                    self.chances[child] += 1
                    seen += self.visits[child]
                    visits = self.visits[child]
                    bound = self.value[child] / visits + spread * math.sqrt(math.log(self.chances[child]) / visits)
                    if bound > best_bound:
                        best_bound = bound
                        best = child
                    break
            last = child
            child = self.sibling[child]
        self.last = last
        self.tried = tried
        self.seen = seen
        return best

    def _grow(self, node: int, actor: int, action: int) -> int:
        new = self.used
        self.used += 1
        self.action[new] = action
        self.parent[new] = node
        self.actor[new] = actor
        self.sibling[new] = 0
        if self.last:
            self.sibling[self.last] = new
        else:
            self.child[node] = new
        self.child[new] = 0
        self.visits[new] = 0
        self.chances[new] = 1
        self.value[new] = 0.0
        self.square[new] = 0.0
        return new

    def _roll_out(self, sim: State, rng: Rng) -> None:
        """Quick play to the end of the round, by the quick player or at random."""
        left = self.horizon
        while sim.stage == stages.PLAYING and left > 0:
            seat = bits.lowest(sim._waiting())
            if self.greedy_share == 256 or (self.greedy_share and rng._below(256) < self.greedy_share):
                sim._apply(seat, sim._greedy(seat, rng))
            else:
                sim._apply(seat, sim._random(seat, rng))
            left -= 1

    def _credit(self, node: int, players: int) -> None:
        while node:
            self.visits[node] += 1
            reward = self.reward[self.actor[node]]
            self.value[node] += reward
            self.square[node] += reward * reward
            node = self.parent[node]
        self.visits[0] += 1
        for seat in range(players):
            distance = self.reward[seat] - self.mean[seat]
            self.mean[seat] += distance / self.visits[0]
            self.spread[seat] += (distance * (self.reward[seat] - self.mean[seat]) - self.spread[seat]) / self.visits[0]
