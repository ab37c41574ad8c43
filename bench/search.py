"""Search from the first decision, one thread: iterations a second, ours against OpenSpiel's ISMCTSBot.

Both make 10,000 iterations from the same kind of position, a first decision between at least two moves,
with random rollouts. Ours go to the end of the round and resample the world in every iteration; so do
theirs (their games are one round). The ratios are taken in one run: each of our games, four players,
against the median of theirs. "As it plays" is the same with the settings of our strongest level.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from time import perf_counter, thread_time

import pyspiel
from measure import Figures, measure
from peers import add_theirs, roots

from kartarna.bots.game_settings import settings_for
from kartarna.bots.search_settings import SearchSettings
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import seats_of
from kartarna.games import get

PEERS = ("hearts", "oh_hell(players=4)", "euchre")
ITERATIONS = 10_000
TIMES = 5  # on two threads: one search may be over before the machine has given both of them a core
RANDOM = SearchSettings(rollouts=0, horizon=1_000_000, infers=False)


def run(figures: Figures, games: Sequence[str]) -> None:
    middle = add_theirs(figures, {name: open_spiel(name) / 1000 for name in PEERS}, "k/s")
    for name in games:
        world, seat = first_decision(name)
        speed = rate(world, seat, RANDOM) / 1000
        figures.add(name, speed, "k/s")
        figures.add(f"{name} : OpenSpiel", speed / middle, "×", at_least=2)
        figures.add(f"{name}, two threads : one", two_threads(world, seat, perf_counter), "×", at_least=1.7)
        figures.add(f"{name}, … by their own time", two_threads(world, seat, thread_time), "×", at_least=1.7)
        figures.add(f"{name}, as it plays", rate(world, seat, settings_for(name, 4).search) / 1000, "k/s")


def first_decision(name: str) -> tuple[State, int]:
    """The first one between at least two moves."""
    rng = Rng(1)
    state = get(name).new(4)
    while True:
        if state.due():
            state.deal(state.draw(rng))
        seat = seats_of(state.waiting())[0]
        legal = state.legal_actions(seat)
        if len(legal) > 1:
            return state, seat
        state.apply(seat, legal[0])


def rate(world: State, seat: int, chosen: SearchSettings) -> float:
    """Iterations a second, by this thread's own time."""
    tree = chosen.tree(ITERATIONS + 1)
    tree.start(world)
    start = thread_time()
    tree.think(world, seat, ITERATIONS, Rng(2))
    return ITERATIONS / (thread_time() - start)


def two_threads(world: State, seat: int, clock: Callable[[], float]) -> float:
    """How many times as much two threads get done in the same time: the wall's, or the busier thread's own."""
    together = Barrier(2)

    def thought(seed: int) -> tuple[float, float]:
        tree = RANDOM.tree(ITERATIONS + 1)
        together.wait()  # a thread that starts late thinks no slower
        start = clock()
        for _ in range(TIMES):
            tree.start(world)
            tree.think(world, seat, ITERATIONS, Rng(seed))
        return start, clock()

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(together.wait)
        start, end = thought(3)
        first.result()
        alone = end - start
        spans = list(pool.map(thought, (3, 3)))
    if clock is thread_time:
        return 2 * alone / max(end - start for start, end in spans)
    return 2 * alone / (max(end for _, end in spans) - min(start for start, _ in spans))


def open_spiel(name: str) -> float:
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    bot = pyspiel.ISMCTSBot(
        1, evaluator, 1.4, ITERATIONS, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False
    )
    root = roots(name)[0]
    start = thread_time()
    bot.step(root)
    return ITERATIONS / (thread_time() - start)


if __name__ == "__main__":
    measure("Search, 10,000 iterations from the first decision, four players", run)
