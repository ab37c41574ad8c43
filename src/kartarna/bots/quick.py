"""The two bots that do not think: any decision, and the game's own rule of thumb."""

from __future__ import annotations

from kartarna.bots.sight import Sight


class Random:
    name = "random"

    def choose(self, sight: Sight) -> int:
        legal = sight.legal()
        return legal[sight.rng.below(len(legal))]


class Greedy:
    name = "greedy"

    def choose(self, sight: Sight) -> int:
        return sight.world.greedy(sight.seat, sight.rng)
