"""What a process uses, with those that it has started: from /proc, so on Linux only."""

from __future__ import annotations

import os
from pathlib import Path


def family(process: int) -> list[int]:
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(member for child in children for member in family(int(child)))]


def memory(process: int) -> float:
    """MiB that they hold."""
    pages = sum(int(Path(f"/proc/{member}/statm").read_text().split()[1]) for member in family(process))
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def processor(process: int) -> float:
    """Seconds that they have computed, all their threads."""
    return sum(map(_computed, family(process)))


def _computed(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
