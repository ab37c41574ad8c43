"""The two bots that do not think: any decision, and the game's own rule of thumb."""

from __future__ import annotations

from kartarna.core.rng import Rng
from kartarna.core.state import State


class Random:
    name = "random"

    def choose(self, world: State, seat: int, rng: Rng) -> int:
        legal = world.legal_actions(seat)
        return legal[rng.below(len(legal))]


class Greedy:
    name = "greedy"

    def choose(self, world: State, seat: int, rng: Rng) -> int:
        return world.greedy(seat, rng)
