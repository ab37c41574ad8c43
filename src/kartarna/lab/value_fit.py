"""Fits how much a lead is worth (core/value.py) to games that the quick player plays against itself.

A game of several rounds is looked at after each of them; a game of one round, every few decisions. What
was expected then is compared with who won in the end, by the cross-entropy of the shares of the win.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import fmean

from kartarna.core.rng import Rng
from kartarna.core.state import State, load_value
from kartarna.core.view import seats_of
from kartarna.games import get

GAMES = 400
EVERY = 20  # decisions between two looks at a game of one round
FINEST = 0.02  # step of the search, in logarithms
WIDEST = 6.0  # logarithm beyond which a number makes no difference any more


@dataclass(frozen=True)
class Sample:
    """A position, and what became of it."""

    state: State
    shares: tuple[float, ...]

    def surprise(self) -> float:
        expected = self.state.prospects()
        return -sum(share * math.log(max(1e-9, chance)) for share, chance in zip(self.shares, expected, strict=True))


@dataclass(frozen=True)
class Fit:
    near: float
    far: float
    surprise: float  # mean cross-entropy, in nats
    uninformed: float  # … of always expecting an even share
    samples: int


def fit(game: str, players: int, games: int = GAMES, seed: int = 1) -> Fit:
    """The two numbers that predict best: a pattern search over their logarithms, its step halved when nothing gains."""
    samples = _samples(game, players, games, seed)

    def surprise(place: tuple[float, float]) -> float:
        load_value(game, players, math.exp(place[0]), math.exp(place[1]))
        return fmean(sample.surprise() for sample in samples)

    place, least = _downhill(surprise, (2.0, 0.0))
    near, far = (math.exp(coordinate) for coordinate in place)
    load_value(game, players, near, far)
    return Fit(near, far, least, math.log(players), len(samples))


def _downhill(
    height: Callable[[tuple[float, float]], float], place: tuple[float, float]
) -> tuple[tuple[float, float], float]:
    step, least = 1.0, height(place)
    while step > FINEST:
        around = [(place[0] + step * x, place[1] + step * y) for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        lowest, best = min((height(there), there) for there in around if max(map(abs, there)) <= WIDEST)
        if lowest < least:
            place, least = best, lowest
        else:
            step /= 2
    return place, least


def _samples(game: str, players: int, games: int, seed: int) -> list[Sample]:
    samples = [sample for number in range(games) for sample in _watched(game, players, Rng(seed, number))]
    return [sample for sample in samples if sample.state.due()] or samples


def _watched(game: str, players: int, rng: Rng) -> list[Sample]:
    seen = list(_positions(get(game).new(players), rng))
    last = seen.pop()
    shares = tuple(last.prospects())
    return [Sample(state, shares) for state in seen]


def _positions(state: State, rng: Rng) -> Iterator[State]:
    """Positions worth a look, and the end."""
    decisions = 0
    while not state.over():
        if state.due():
            if state.round:
                yield state.clone()
            state.deal_random(rng)
        seat = seats_of(state.waiting())[0]
        state.apply(seat, state.greedy(seat, rng))
        decisions += 1
        if decisions % EVERY == 0 and state.round == 1 and not state.due():
            yield state.clone()
    yield state
