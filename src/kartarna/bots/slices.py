"""Work in slices: a generator that rests between them, for where one thread does everything.

Before each slice it yields and is sent when to rest again, a moment by `perf_counter`; None: not before its end. What
it comes to is the same, wherever it rests.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from time import perf_counter
from typing import TypeVar

T = TypeVar("T")
Slices = Generator[None, float | None, T]


def finish(slices: Slices[T]) -> T:
    """All of it at once."""
    try:
        while True:
            next(slices)
    except StopIteration as done:
        found: T = done.value
        return found


def in_one(work: Callable[[], T]) -> Slices[T]:
    """Work that cannot rest: one slice, however long."""
    yield
    return work()


def is_time(rest: float | None) -> bool:
    """To rest."""
    return rest is not None and perf_counter() >= rest
