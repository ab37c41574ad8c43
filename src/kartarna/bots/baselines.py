"""The two bots that do not think: any decision, and the game's own rule of thumb."""

from __future__ import annotations

from kartarna.bots.observation import Observation


class Random:
    name = "random"

    def choose(self, observation: Observation) -> int:
        legal = observation.legal()
        return legal[observation.rng.below(len(legal))]


class Greedy:
    name = "greedy"

    def choose(self, observation: Observation) -> int:
        return observation.world.greedy(observation.seat, observation.rng)
