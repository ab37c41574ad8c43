"""Plays the games of a plan on all cores, in chunks.

Results come in the order of the games, so that whatever stops a simulation, its figures are those
of the first games, as a shorter plan would give them. A cluster (lab/cluster.py) plays the same chunks, only larger.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, nullcontext
from multiprocessing import get_context
from time import perf_counter

from kartarna import COMPILED
from kartarna.core.errors import OptionError
from kartarna.lab.cluster import RayPool
from kartarna.lab.simulate.checkpoint import Checkpoint
from kartarna.lab.simulate.plan import Plan
from kartarna.lab.simulate.records import RecordFiles, record_game
from kartarna.lab.simulate.tally import Tally
from kartarna.lab.simulate.totals import Totals

MOST_THREADS = 256
AHEAD = 4  # chunks handed out to each thread, so that none waits for work
FAR = 5_000  # games of a chunk that goes to another machine

Chunk = tuple[Totals, list[str]]  # what came of some games, and their records if they are wanted


class Simulation:
    """A plan being carried out: what has been played so far, and how long it took."""

    def __init__(
        self, plan: Plan, threads: int, cluster: RayPool | None = None, checkpoint: Checkpoint | None = None
    ) -> None:
        if not 1 <= threads <= MOST_THREADS:
            raise OptionError(f"threads: a whole number from 1 to {MOST_THREADS}, not {threads!r:.40}")
        self.plan = plan
        self.cluster = cluster
        self.threads = cluster.workers if cluster else threads
        self.checkpoint = checkpoint
        self.totals = checkpoint.totals if checkpoint else Totals(plan.players)
        self.seconds = checkpoint.seconds if checkpoint else 0.0
        self.stopped = False

    @property
    def finished(self) -> bool:
        return self.totals.games == self.plan.games

    def run(self, progress: Callable[[int], object] = lambda _games: None) -> None:
        """Plays; tells `progress` how many games have been played so far."""
        started = perf_counter() - self.seconds
        try:
            with closing(RecordFiles(self.plan)) as files, self._pool() as pool:
                for totals, records in self._chunks(pool):
                    self.totals.add(totals)
                    files.write(records)
                    self.seconds = perf_counter() - started
                    if self.checkpoint:
                        self.checkpoint.keep_sometimes(self.totals, self.seconds)
                    progress(self.totals.games)
        finally:
            self.seconds = perf_counter() - started
            if self.checkpoint:
                self.checkpoint.keep(self.totals, self.seconds)

    def stop(self) -> None:
        """From another thread or a signal: no new games are begun, and `run` soon returns."""
        self.stopped = True

    def _chunks(self, pool: Executor) -> Iterator[Chunk]:
        pending: deque[Future[Chunk]] = deque()
        size = self._chunk_size()
        for first in range(self.totals.games, self.plan.games, size):
            if self.stopped:
                break
            pending.append(pool.submit(play, self.plan, first, min(size, self.plan.games - first)))
            if len(pending) > AHEAD * self.threads:
                yield pending.popleft().result()
        while pending:
            if self.stopped:
                _cancel(pending)
            if pending:
                yield pending.popleft().result()

    def _chunk_size(self) -> int:
        """Games of one task: a fraction of a second."""
        if self.plan.records:
            return 50
        if not COMPILED:
            return 20
        return FAR if self.cluster else 1000

    def _pool(self) -> AbstractContextManager[Executor]:
        """Compiled games run in threads, without the GIL; interpreted ones hold it, so they run in processes."""
        if self.cluster:
            return nullcontext(self.cluster)
        if self.threads == 1 or (COMPILED and not self.plan.records):
            return ThreadPoolExecutor(self.threads)
        return ProcessPoolExecutor(self.threads, get_context("spawn"), _ignore_interrupts)


def play(plan: Plan, first: int, count: int) -> Chunk:
    tally = Tally(plan.players)
    tally.play(plan.blank(), plan.greedy_seats, plan.starter_place, plan.seed, first, count)
    records = [record_game(plan, number) for number in range(first, first + count)] if plan.records else []
    return Totals.of(tally), records


def _cancel(pending: deque[Future[Chunk]]) -> None:
    """From the last one back to those that have been begun: what is left are the first games, without a gap."""
    while pending and pending[-1].cancel():
        pending.pop()


def _ignore_interrupts() -> None:
    """Ctrl-C reaches all processes; only the first of them has to know."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
