"""What a process uses: from /proc, so on Linux only."""

from __future__ import annotations

import os
from pathlib import Path


def memory(process: int) -> float:
    """MiB that the process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def processor(process: int) -> float:
    """Seconds that the process has computed, all its threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
