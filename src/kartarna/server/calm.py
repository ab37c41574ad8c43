"""Garbage collection that nobody notices."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

THRESHOLDS = (5_000, 5, 2)


@contextmanager
def calm() -> Iterator[None]:
    """What is there when the server starts stays to the end: to look through all of it again and again for garbage
    would stop everyone for a tenth of a second. What comes later is looked through less often."""
    usual = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()
