"""Kartárna on a machine whose clock is set while it runs: `python -m tests.server.wrong_clock FILE serve …`.

The file says by how many seconds the wall clock is wrong; the clock that nobody sets goes on as it is.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from kartarna.terminal.app import main

FILE = Path(sys.argv.pop(1))
right = time.time


def wrong() -> float:
    return right() + float(FILE.read_text())


if __name__ == "__main__":
    time.time = wrong
    main()
