"""The rows of the server's table of figures, as docs/server.md shows them."""

from __future__ import annotations

import os
from collections.abc import Sequence

HELD = 0.98  # of the decisions that were wanted, and a p99 below …
PATIENCE = 250.0  # … so many milliseconds: then a rate is held

HEAD = """\
| | wanted a second | done | p50 | p99 | longest | processor time |
|---|---|---|---|---|---|---|"""


def show_head() -> None:
    print(f"load of the machine before the run: {os.getloadavg()[0]:.1f}\n\n{HEAD}", flush=True)


def part(millis: Sequence[float], share: float) -> float:
    """Of sorted times."""
    return millis[min(len(millis) - 1, int(share * len(millis)))] if millis else float("inf")


def show(who: str, rate: float, seconds: float, millis: Sequence[float], each: float) -> bool:
    """One rate: sorted milliseconds from decision to all views, and what a decision cost the server. Was it held?"""
    half, most, longest = (part(millis, share) for share in (0.5, 0.99, 1))
    print(f"| {who} | {rate:.0f} | {len(millis) / seconds:.0f} ", end="")
    print(f"| {half:.1f} ms | {most:.1f} ms | {longest:.0f} ms | {each:.2f} ms |", flush=True)
    return len(millis) >= HELD * rate * seconds and part(millis, 0.99) < PATIENCE
