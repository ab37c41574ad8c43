"""Copying a state, two threads against one, and how long an import takes.

`copy_from` is measured in a compiled loop (copying.pyx, built on the spot), as a search would call it,
and from Python, where the call itself takes longer than the copy. Two threads play twice the games of
one, each on its own tally, and are compared by the clock on the wall, which needs two idle cores, and by
the threads' own time, which does not but is blind to one waiting for the other. An import is timed in a
fresh process against one that imports nothing, by the time the processor spends on it: what Python
itself takes to start, and what other programs take, is no part of the figure.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter, thread_time
from types import ModuleType

import pyximport
from measure import Figures, measure, seconds

from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import get
from kartarna.lab.simulate.tally import Tally

FEW, MANY = 4, 7  # players: many where a game is for a crowd, so that its state is large
GAMES_A_THREAD = 20_000
STARTS = 9  # of Python, of which the quickest counts


def run(figures: Figures, games: Sequence[str]) -> None:
    for name in games:
        copies(figures, name)
    threads(figures, games[-1])
    imports(figures, games)


def copies(figures: Figures, name: str) -> None:
    players = MANY if max(get(name).players) > 8 else FEW
    state, other, copy = dealt(name, players), get(name).new(players), copying().copy
    label = f"copy_from, {name} with {players} players"
    compiled = seconds(lambda count: copy(other, state, count))
    figures.add(f"{label} ({len(state.snapshot())} bytes)", compiled * 1e9, "ns", at_most=40 if players == MANY else 20)

    def from_python(count: int) -> None:
        for _ in range(count):
            other.copy_from(state)

    figures.add(f"{label}, from Python", seconds(from_python) * 1e9, "ns")


def dealt(name: str, players: int) -> State:
    state: State = get(name).new(players)
    state.deal_random(Rng(1))
    return state


@cache
def copying() -> ModuleType:
    pyximport.install(build_dir=tempfile.mkdtemp(), language_level=3)
    import copying as module  # noqa: PLC0415

    return module


def threads(figures: Figures, name: str) -> None:
    (one, one_busy), (two, two_busy) = played(name, 1), played(name, 2)
    figures.add(f"{name} on one thread", one / 1e6, "M/s")
    figures.add(f"{name} on two threads", two / 1e6, "M/s")
    figures.add("two threads : one", two / one, "×", at_least=1.8)
    figures.add("two threads : one, by processor time", two_busy / one_busy, "×")


def played(name: str, threads: int) -> tuple[float, float]:
    """Decisions a second of all threads together: by the clock on the wall, and by each thread's own time."""
    blank = get(name).new(4)

    def work(_thread: int) -> tuple[int, float]:
        tally = Tally(4)
        start = thread_time()
        tally.play(blank, 0, -1, 1, 0, GAMES_A_THREAD)
        return tally.sums[0], thread_time() - start

    with ThreadPoolExecutor(threads) as pool:
        start = perf_counter()
        done = list(pool.map(work, range(threads)))
        taken = perf_counter() - start
    return sum(decisions for decisions, _ in done) / taken, sum(decisions / own for decisions, own in done)


def imports(figures: Figures, games: Sequence[str]) -> None:
    loading = f"import kartarna.games as g; [g.get(name) for name in {list(games)}]"
    start, bare, all_games = (started(code) for code in ("pass", "import kartarna.games", loading))
    figures.add("start of Python", start, "ms")
    figures.add("import kartarna.games", bare - start, "ms", at_most=50)
    figures.add("import kartarna.games and every game", all_games - start, "ms")


def started(code: str) -> float:
    return min(_milliseconds(code) for _ in range(STARTS))


def _milliseconds(code: str) -> float:
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3


if __name__ == "__main__":
    measure("Copying, threads, import", run)
