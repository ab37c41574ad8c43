"""Many games at once: million decisions a second of `VectorGames.step`, observations, masks and rewards included.

Two players, 1,024 games, random legal decisions; what it takes to choose them is not counted. Two threads beside
one, in turns, by the clock on the wall and by their own time: with 1,024 games and with 16,384.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from time import perf_counter, thread_time

from measure import SHORTEST, Figures, measure

from kartarna.research.stepper import Stepper
from kartarna.research.vector import VectorGames

GAMES = 1024
MANY = 16_384
AIM = 5  # million a second


def run(figures: Figures, names: Sequence[str]) -> None:
    for name in names:
        quick = speed(VectorGames(name, GAMES, 2))
        figures.add(f"{name}, {GAMES} games", quick, "M/s", at_least=AIM)
        for count in (GAMES, MANY) if quick >= AIM else ():
            ratio = wall(VectorGames(name, count, 2)) / wall(VectorGames(name, count, 2, threads=2))
            figures.add(f"{name}, {count} games, two threads : one", ratio, "×", at_least=1.8)
            ratio = own(VectorGames(name, count, 2)) / own(VectorGames(name, count, 2, threads=2))
            figures.add(f"… by their own time, {name}, {count} games", ratio, "×", at_least=1.8)


def speed(games: VectorGames) -> float:
    """Million decisions a second of this thread."""
    games.reset(seed=1)
    steps, taken = 0, 0.0
    while taken < SHORTEST:
        actions = games.random_actions(seed=steps)
        start = thread_time()
        games.step(actions)
        taken += thread_time() - start
        steps += 1
    return steps * games.count / taken / 1e6


def wall(games: VectorGames) -> float:
    """Seconds on the wall that a step takes; the best of many, for others work on this machine too."""
    games.reset(seed=1)
    best = float("inf")
    for step in range(300 * GAMES // games.count):
        actions = games.random_actions(seed=step)
        start = perf_counter()
        games.step(actions)
        best = min(best, perf_counter() - start)
    games.close()
    return best


def own(games: VectorGames) -> float:
    """CPU seconds of the thread that works longest on a step: what a machine with nothing else to do would take."""
    games.reset(seed=1)
    spent: list[float] = []

    def step(stepper: Stepper, first: int, last: int) -> None:
        start = thread_time()
        stepper.step(first, last)
        spent.append(thread_time() - start)

    longest = []
    for number in range(300 * GAMES // games.count):
        games.random_actions(seed=number)
        spent.clear()
        games._in_parts(step)
        longest.append(max(spent))
    games.close()
    return median(longest)


if __name__ == "__main__":
    measure("Many games at once, two players", run)
