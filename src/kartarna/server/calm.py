"""Garbage collection that nobody notices.

Playing leaves no garbage that the collector has to find; connections and requests leave a little. Python would look for
it every few dozen decisions, among all that the tables hold at the moment: ten or twenty milliseconds, each time.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

THRESHOLDS = (1_000_000, 5, 5)  # objects: a storm of garbage does not wait
LEAST = 10.0  # seconds from one collection to the next
SELDOM = 300  # times as long as a collection takes


@contextmanager
def calm() -> Iterator[None]:
    """What is there when the server starts stays to the end; what comes later is looked through by `keep_clean`."""
    usual = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


async def keep_clean() -> None:
    """Runs until cancelled."""
    wait = LEAST
    while True:
        await asyncio.sleep(wait)
        began = perf_counter()
        gc.collect()
        wait = max(LEAST, SELDOM * (perf_counter() - began))
