"""Random play on one thread, compiled, four players: decisions a second, ours against OpenSpiel's C++.

Theirs: an MCTSBot that is allowed a single simulation calls its RandomRolloutEvaluator once, on the
root; with `n_rollouts` that is so many random games in C++ from one and the same position, and nothing
else worth mentioning. A rollout's time is divided by the mean number of decisions of a random game from
that position, which we get by playing such games from Python (chance nodes are not counted). The roots
are ten deals of each game, at the first decision between at least two moves. So the cards are dealt
already, and dealing is not part of their time.

Ours: whole games from before the first deal, as `kartarna simulate --threads 1` plays them; every deal
and the counting of the results is part of our time.

The ratios are taken in one run: each of our games against the median of theirs.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Sequence
from functools import cache
from typing import Any

import pyspiel
from measure import Figures, measure, seconds
from peers import OPEN_SPIEL, add_theirs, roots, step

from kartarna.games import get
from kartarna.lab.simulate.tally import Tally

SAMPLES = 100  # games from Python for each root, to know the mean number of decisions
ROLLOUTS = 100  # at a time


def run(figures: Figures, games: Sequence[str]) -> None:
    middle = add_theirs(figures, {name: open_spiel(name) / 1e6 for name in OPEN_SPIEL}, "M/s")
    for name in games:
        speed = ours(name) / 1e6
        figures.add(name, speed, "M/s")
        figures.add(f"{name} : OpenSpiel", speed / middle, "×", at_least=2)


def ours(name: str) -> float:
    blank = get(name).new(4)
    tally = Tally(4)
    each = seconds(lambda count: tally.play(blank, 0, -1, 1, tally.games, count))
    return tally.sums[0] / tally.games / each


def open_spiel(name: str) -> float:
    bots = [rollouts(name, seed) for seed in range(len(sampled(name)))]

    def work(rounds: int) -> None:
        for _ in range(rounds):
            for bot, (root, _) in zip(bots, sampled(name), strict=True):
                bot.mcts_search(root)

    decisions = sum(mean for _, mean in sampled(name)) * ROLLOUTS
    return decisions / seconds(work)


def rollouts(name: str, seed: int) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=seed)
    return pyspiel.MCTSBot(
        pyspiel.load_game(name),
        evaluator,
        uct_c=2.0,
        max_simulations=1,
        max_memory_mb=100,
        solve=False,
        seed=seed,
        verbose=False,
    )


@cache
def sampled(name: str) -> list[tuple[Any, float]]:
    """Each root with the mean number of decisions of a random game from it."""
    rng = random.Random(2)
    return [(root, statistics.fmean(decisions(root, rng) for _ in range(SAMPLES))) for root in roots(name)]


def decisions(root: Any, rng: random.Random) -> int:
    state = root.clone()
    count = 0
    while not state.is_terminal():
        count += step(state, rng)
    return count


if __name__ == "__main__":
    measure("Random play, one thread, four players: decisions a second", run)
