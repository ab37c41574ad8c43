"""Where thoughts are thought: on threads beside the event loop, or on the loop itself, in slices."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Protocol, TypeVar

from kartarna.bots.slices import Slices, finish

T = TypeVar("T")
SLICE = 0.01  # seconds after which whoever waits for the loop has its turn …
TURNS = 3  # … as often: what is asked in one turn is mostly answered in the next


class Workers(Protocol):
    def work(self, slices: Slices[T], wanted: Callable[[], bool]) -> asyncio.Future[T]:
        """Begins at once. What is no longer wanted may be cancelled."""

    def close(self) -> None: ...


class Threads:
    """Thoughts that release the GIL keep nobody waiting: each is thought through, wanted or not."""

    def __init__(self, count: int) -> None:
        self.pool = ThreadPoolExecutor(count, "thinker")

    def work(self, slices: Slices[T], wanted: Callable[[], bool]) -> asyncio.Future[T]:  # noqa: ARG002
        return asyncio.get_running_loop().run_in_executor(self.pool, finish, slices)

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)


class LoopWorker:
    """For where there are no threads: between two slices the loop does all else that waits."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[object]] = set()

    def work(self, slices: Slices[T], wanted: Callable[[], bool]) -> asyncio.Future[T]:
        task = asyncio.ensure_future(self._slice_by_slice(slices, wanted))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def _slice_by_slice(self, slices: Slices[T], wanted: Callable[[], bool]) -> T:
        try:
            next(slices)
            while wanted():
                for _ in range(TURNS):
                    await asyncio.sleep(0)
                slices.send(perf_counter() + SLICE)
        except StopIteration as done:
            found: T = done.value
            return found
        slices.close()
        raise asyncio.CancelledError

    def close(self) -> None:
        for task in list(self.tasks):
            task.cancel()
