"""This tree against another one, say an older commit checked out and set up beside it: is anything slower?

    .venv/bin/python bench/against.py OTHER [GAME …] [--pairs 200] [--instructions]

Both trees play the same games from the same seeds (so the other must have the same rules) with two and with four
players: at random, by search with random rollouts, and by search as our strongest level thinks. Each has one process;
they take turns of some milliseconds on one core, so that whatever else the machine does falls on both alike. A ratio is
the time there divided by the time here: above one, this tree is faster. With --instructions nothing is timed: valgrind
counts what is executed, and what a simple processor would have mispredicted.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import thread_time
from typing import Any, NamedTuple

from kartarna.bots.search import Tree
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import GAMES, get

HERE = Path(__file__).resolve().parent.parent
LIMIT = 1.03  # as much slower may a change of structure make a game
SLICE = 0.02  # seconds of a turn, about
COUNTS = ("instructions", "conditional jumps mispredicted", "indirect jumps mispredicted")


class Cell(NamedTuple):
    """One line of the table: what is played, and for a search the settings of its tree."""

    kind: str
    game: str
    players: int
    settings: dict[str, float]

    def __str__(self) -> str:
        return f"{self.kind:7} {self.game:6} {self.players}"

    def order(self, units: int, seed: int) -> str:
        return json.dumps([*self, units, seed])


class Worker:
    """A process of one tree that does what it is told, line by line."""

    def __init__(self, tree: Path) -> None:
        self.process = subprocess.Popen(
            [tree / ".venv/bin/python", __file__, "--work"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def do(self, cell: Cell, units: int, seed: int) -> tuple[float, int]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(cell.order(units, seed), file=self.process.stdin, flush=True)
        seconds, work = self.process.stdout.readline().split()
        return float(seconds), int(work)


def work() -> None:
    for line in sys.stdin:
        kind, game, players, settings, units, seed = json.loads(line)
        play = play_at_random if kind == "random" else partial(search, settings)
        start, done = play(get(game).new(players), units, Rng(seed))
        print(thread_time() - start, done, flush=True)


def play_at_random(state: State, units: int, rng: Rng) -> tuple[float, int]:
    """Whole games; how many decisions they had."""
    blank = state.clone()
    done = 0
    start = thread_time()
    for _ in range(units):
        state.copy_from(blank)
        done += state.playout(0, rng)
    return start, done


def search(settings: dict[str, Any], state: State, units: int, rng: Rng) -> tuple[float, int]:
    """A hundred iterations each from the first real choice; how often its best decision was tried."""
    seat = first_choice(state, rng)
    tree = Tree(100 * units + 1, **settings)
    tree.start(state)
    start = thread_time()
    tree.think(state, seat, 100 * units, rng)
    return start, max(visits for _, _, visits, _, _ in tree.after(()))


def first_choice(state: State, rng: Rng) -> int:
    state.deal_random(rng)
    while True:
        seat = (state.waiting() & -state.waiting()).bit_length() - 1
        legal = state.legal_actions(seat)
        if len(legal) > 1:
            return seat
        state.apply(seat, legal[0])


def compare(other: Path, cells: list[Cell], pairs: int) -> bool:
    """Prints the ratios; whether all are within the limit."""
    here, there = Worker(HERE), Worker(other)
    print(f"{'':16} {'ratio':>6}  quartiles, of {pairs} pairs")
    slow = 0
    for cell in cells:
        units = a_slice(here, cell)
        ratios = sorted(ratio(here, there, cell, units, seed) for seed in range(1, pairs + 1))
        first, middle, third = statistics.quantiles(ratios, n=4)
        slow += middle * LIMIT < 1
        print(f"{cell!s} {middle:6.3f}  {first:.3f} – {third:.3f}{'  slower' * (middle * LIMIT < 1)}", flush=True)
    return not slow


def ratio(here: Worker, there: Worker, cell: Cell, units: int, seed: int) -> float:
    order = (here, there) if seed % 2 else (there, here)
    done = {worker: worker.do(cell, units, seed) for worker in order}
    if done[here][1] != done[there][1]:
        sys.exit(f"{cell}: the trees do not play the same games")
    return done[there][0] / done[here][0]


def a_slice(worker: Worker, cell: Cell) -> int:
    """Units of work that take about as long as a turn."""
    units = 1
    while (taken := worker.do(cell, units, 1)[0]) < SLICE / 2:
        units *= 2
    return max(1, round(units * SLICE / taken))


def count(other: Path, cells: list[Cell]) -> bool:
    here = Worker(HERE)
    print(f"{'':16} {'ratio':>6}  in millions, there → here: {', '.join(COUNTS)}")
    slow = 0
    for cell in cells:
        units = max(1, a_slice(here, cell) // 2)
        old, new = (executed(tree, cell, units) for tree in (other, HERE))
        slow += old[0] * LIMIT < new[0]
        told = ", ".join(f"{before / 1e6:.2f} → {after / 1e6:.2f}" for before, after in zip(old, new, strict=True))
        print(f"{cell!s} {old[0] / new[0]:6.3f}  {told}", flush=True)
    return not slow


def executed(tree: Path, cell: Cell, units: int) -> list[int]:
    """What valgrind counts inside the compiled loop, from where Python calls it."""
    loop = "playout" if cell.kind == "random" else "think"
    counting = ["valgrind", "--tool=callgrind", "--branch-sim=yes", "--callgrind-out-file=/dev/null"]
    command = [*counting, f"--toggle-collect=__pyx_pw_*{loop}", tree / ".venv/bin/python", __file__, "--work"]
    told = subprocess.run(command, input=cell.order(units, 1), capture_output=True, text=True, check=True).stderr
    found = re.search(r"Collected : (\d+) \d+ (\d+) \d+ (\d+)", told)
    assert found is not None, told
    return [int(number) for number in found.groups()]


def cells_of(games: list[str]) -> Iterator[Cell]:
    for game in games:
        for players in (2, 4):
            yield Cell("random", game, players, {})
            yield Cell("search", game, players, {"greedy_share": 0, "infers": False})
            yield Cell("thought", game, players, as_it_plays(game, players))


def as_it_plays(game: str, players: int) -> dict[str, float]:
    from kartarna.bots.game_settings import settings_for  # noqa: PLC0415 - the other tree may have none

    chosen = settings_for(game, players).search
    names = ("exploration", "horizon", "widening", "infers")
    return {"greedy_share": chosen.rollouts, **{name: getattr(chosen, name) for name in names}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, help="a tree with a .venv of its own, set up")
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--instructions", action="store_true")
    given = parser.parse_args()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # the processes inherit it
    cells = list(cells_of(given.games))
    sys.exit(not (count(given.other, cells) if given.instructions else compare(given.other, cells, given.pairs)))


if __name__ == "__main__":
    work() if "--work" in sys.argv else main()
