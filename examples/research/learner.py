"""A small learner for TROP that beats the quick player `greedy`: a network in plain NumPy, minutes on one core.

It learns what a decision is worth if quick players go on from there: positions from games of quick players, every
decision judged by playing the round out. Then it decides for the best (one step of policy iteration). It sees nothing
but observations (docs/research.md). torch_learner.py has the network in PyTorch.

    python examples/research/learner.py [POSITIONS] [GAMES]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import seats_of
from kartarna.games import get
from kartarna.research.encoder import Encoder

GAME = get("trop")
ONE_ROUND = {"target": 1}  # whoever scores ends the game: a round by itself
PLAYOUTS = 8  # that judge a decision
SCALE = 10.0  # points that the network counts as 1
OF_THE_GAME = ("totals", "round", "target")  # what a single round does not depend on
Floats = NDArray[np.float32]


# ---- what it learns from ----------------------------------------------------------------------------------


class Looker:
    """Turns positions into numbers: what a seat sees, and a decision."""

    def __init__(self, state: State) -> None:
        self.encoder = Encoder(GAME, state)
        self.told = np.array([label.split(":")[0] not in OF_THE_GAME for label in self.encoder.labels()])
        self.seen = int(self.told.sum())
        self.size = self.seen + state.ACTIONS

    def look(self, state: State, seat: int, actions: list[int]) -> Floats:
        """A row for each decision."""
        rows = np.zeros((len(actions), self.size), np.float32)
        rows[:, : self.seen] = np.array(self.encoder.encode(GAME.view(state, seat)))[self.told]
        rows[np.arange(len(actions)), self.seen + np.array(actions)] = 1
        return rows


def worth(state: State, seat: int, action: int, rng: Rng) -> float:
    """How many points more than the other one makes this round, on average, if quick players go on."""
    total = 0
    for _ in range(PLAYOUTS):
        world = state.clone()
        world.resample(seat, rng)
        world.apply(seat, action)
        if not (world.over() or world.due()):
            world.playout((1 << world.players) - 1, rng)
        total += world.total(seat) - world.total(1 - seat)
    return total / PLAYOUTS


def examples(positions: int, seed: int) -> tuple[Floats, Floats]:
    """Decisions with a choice from rounds of quick players who now and then decide at random."""
    rng, rows, values = Rng(seed), [], []
    looker = Looker(GAME.new(2, ONE_ROUND))
    state = GAME.new(2, ONE_ROUND)
    while len(rows) < positions:
        if state.over():
            state = GAME.new(2, ONE_ROUND)
        if state.due():
            state.deal_random(rng)
        seat = seats_of(state.waiting())[0]
        legal = state.legal_actions(seat)
        if len(legal) > 1 and rng.below(3) == 0:
            rows.append(looker.look(state, seat, legal))
            values.append([worth(state, seat, action, rng) / SCALE for action in legal])
        state.apply(seat, legal[rng.below(len(legal))] if rng.below(5) == 0 else state.greedy(seat, rng))
    return np.concatenate(rows), np.concatenate(values).astype(np.float32)


class Learner(Protocol):
    """Says what decisions are worth, a row each, once it has been trained."""

    def train(self, rows: Floats, values: Floats, epochs: int) -> list[float]: ...

    def predict(self, rows: Floats) -> Floats: ...


# ---- how it learns ----------------------------------------------------------------------------------------


@dataclass
class Network:
    """One hidden layer, trained with Adam on the squared error."""

    inputs: int
    hidden: int = 96
    seed: int = 1
    weights: list[Floats] = field(default_factory=list)
    steps: int = 0

    def __post_init__(self) -> None:
        rng = np.random.default_rng(self.seed)
        first = rng.normal(0, (2 / self.inputs) ** 0.5, (self.inputs, self.hidden))
        second = rng.normal(0, (1 / self.hidden) ** 0.5, self.hidden)
        self.weights = [array.astype(np.float32) for array in (first, np.zeros(self.hidden), second, np.zeros(1))]
        self.moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self.middle = np.zeros(self.inputs, np.float32)
        self.spread = np.ones(self.inputs, np.float32)

    def normalise(self, rows: Floats) -> None:
        """From now on every number is counted from its mean, in standard deviations."""
        self.middle, self.spread = rows.mean(0), rows.std(0) + 0.1

    def predict(self, rows: Floats) -> Floats:
        return self._forward((rows - self.middle) / self.spread)[1]

    def _forward(self, rows: Floats) -> tuple[Floats, Floats]:
        first, bias, second, offset = self.weights
        active = np.maximum(0, rows @ first + bias)
        return active, active @ second + offset

    def train(self, rows: Floats, values: Floats, epochs: int, batch: int = 256) -> list[float]:
        """The mean squared error after each epoch."""
        self.normalise(rows)
        rows, errors, rng = (rows - self.middle) / self.spread, [], np.random.default_rng(self.seed)
        for epoch in range(epochs):
            rate, total = 0.002 * (1 - epoch / epochs), 0.0
            for chosen in np.array_split(rng.permutation(len(rows)), max(1, len(rows) // batch)):
                total += self._step(rows[chosen], values[chosen], rate) * len(chosen)
            errors.append(total / len(rows))
        return errors

    def _step(self, rows: Floats, values: Floats, rate: float) -> float:
        active, predicted = self._forward(rows)
        error = (predicted - values) / len(values)
        back = np.outer(error, self.weights[2]) * (active > 0)
        slopes = [rows.T @ back, back.sum(0), active.T @ error, error.sum(keepdims=True)]
        self.steps += 1
        for weight, slope, (first, second) in zip(self.weights, slopes, self.moments, strict=True):
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)  # in place
            mean, square = first / (1 - 0.9**self.steps), second / (1 - 0.999**self.steps)
            weight -= rate * mean / (np.sqrt(square) + 1e-8)
        return float(((predicted - values) ** 2).mean())


# ---- how good it is ---------------------------------------------------------------------------------------


def decide(network: Learner, looker: Looker, state: State, seat: int) -> int:
    legal = state.legal_actions(seat)
    return legal[0] if len(legal) == 1 else legal[int(np.argmax(network.predict(looker.look(state, seat, legal))))]


def win_share(network: Learner, games: int, seed: int = 77) -> tuple[float, float]:
    """Of whole games against `greedy`, on duplicate deals with the seats changed; and half its 95 % interval."""
    looker = Looker(GAME.new(2))
    deals = [[_won(network, looker, seed, deal, seat) for seat in range(2)] for deal in range(max(2, games // 2))]
    means = np.mean(deals, axis=1)
    return float(means.mean()), float(1.96 * means.std(ddof=1) / len(means) ** 0.5)


def _won(network: Learner, looker: Looker, seed: int, deal: int, learner: int) -> float:
    state, chance = GAME.new(2), Rng(seed, deal + 1_000_000)
    while not state.over():
        if state.due():
            state.deal_random(Rng(seed, 1000 * deal + state.round))  # the same cards for both seatings
        seat = seats_of(state.waiting())[0]
        learnt = seat == learner
        state.apply(seat, decide(network, looker, state, seat) if learnt else state.greedy(seat, chance))
    winners = seats_of(state.winners())
    return (learner in winners) / len(winners)


def main(
    positions: int = 100_000, games: int = 600, epochs: int = 12, made: Callable[[int], Learner] = Network
) -> float:
    """`made`: a network for so many inputs."""
    rows, values = examples(positions, seed=1)
    network = made(rows.shape[1])
    errors = network.train(rows, values, epochs)
    print(f"{positions:,} positions, {len(rows):,} decisions: error {errors[0]:.3f} → {errors[-1]:.3f}")
    share, half = win_share(network, games)
    print(f"against greedy, {games} games of TROP: {share:.1%} ± {half:.1%} of the wins")
    return share


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
