"""Garbage collection that nobody notices.

Playing leaves no garbage that the collector has to find; connections and tables that end leave a little. Python would
look for it every few dozen decisions, among all that the tables hold at the moment: ten or twenty milliseconds, each
time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

THRESHOLDS = (50_000, 2, 4)  # more objects than before: some hundred connections or tables have ended, or begun


@contextmanager
def tuned_collector() -> Iterator[None]:
    """What is there when the server starts stays to the end; what comes later is looked through seldom."""
    usual = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()
