"""One task for many numbers, say for the deals of a tournament: on all cores, in processes, or on a cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess
from threading import Thread
from time import perf_counter
from typing import TypeVar

from kartarna.core.errors import KartarnaError
from kartarna.lab.cluster import RayPool

T = TypeVar("T")
Task = Callable[[int], T]

AHEAD = 3  # batches waiting for every worker, so that none is idle
A_BATCH = 0.5  # seconds that a batch should take: handing it out takes a millisecond or two
LARGEST = 1000  # numbers of a batch


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(task: Task[T], numbers: list[int], *, processes: int = 0, cluster: RayPool | None = None) -> Generator[T]:
    """The result for every number as soon as it is there. Stop asking for more, and the workers end."""
    workers = min(processes or cores(), len(numbers))
    if cluster:
        yield from _handed_out(task, numbers, cluster, cluster.workers)
    elif workers > 1:
        yield from _in_processes(task, numbers, workers)
    else:
        yield from map(task, numbers)


class Batches:
    """Numbers to hand out, so many at once that a batch takes about the same time whatever the task."""

    def __init__(self, numbers: list[int], workers: int) -> None:
        self.left = numbers
        self.workers = workers
        self.size = 1

    def next(self) -> list[int]:
        """Towards the end they get smaller, so that all workers end together."""
        size = min(self.size, max(1, len(self.left) // (2 * self.workers)))
        batch, self.left = self.left[:size], self.left[size:]
        return batch

    def learn(self, count: int, seconds: float) -> None:
        self.size = min(LARGEST, max(1, round(A_BATCH * count / max(seconds, 1e-6))))


def batch(task: Task[T], numbers: list[int]) -> tuple[list[tuple[int, T]], float]:
    """The results by their numbers, and the seconds that they took."""
    start = perf_counter()
    return [(number, task(number)) for number in numbers], perf_counter() - start


def _handed_out(task: Task[T], numbers: list[int], pool: Executor, workers: int) -> Iterator[T]:
    batches = Batches(numbers, workers)
    under_way: set[Future[tuple[list[tuple[int, T]], float]]] = set()
    try:
        while True:
            while len(under_way) < AHEAD * workers and batches.left:
                under_way.add(pool.submit(batch, task, batches.next()))
            if not under_way:
                return
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            results: list[tuple[int, T]] = []
            for future in done:
                some, seconds = future.result()
                batches.learn(len(some), seconds)
                results += some
            yield from (result for _, result in sorted(results, key=lambda numbered: numbered[0]))
    finally:
        for future in under_way:
            future.cancel()


def _in_processes(task: Task[T], numbers: list[int], workers: int) -> Iterator[T]:
    fresh = multiprocessing.get_context("spawn")
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, mp_context=fresh, initializer=_serve)
    try:
        yield from _handed_out(task, numbers, pool, workers)
    except BrokenProcessPool as error:
        raise KartarnaError("a worker process has died; is there enough memory? Try fewer --processes") from error
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _serve() -> None:
    """A worker leaves interrupts to its parent, and ends when its parent does, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent:
        Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
