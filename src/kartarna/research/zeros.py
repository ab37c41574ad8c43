"""Clears a part of an array. Compiled code gets this from zeros.pxd."""

from __future__ import annotations

from typing import Any


def clear(numbers: Any, first: int, count: int) -> None:
    for place in range(first, first + count):
        numbers[place] = 0


clear_mask = clear  # compiled: of another type
