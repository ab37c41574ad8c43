"""How late the machine makes a clock that ticks every millisecond: a process beside what is measured."""

from __future__ import annotations

import subprocess
import sys
import time

TICK = 0.001


class Lateness:
    def __init__(self) -> None:
        self.process = subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def stop(self) -> float:
        """The 99th percentile since the start, in milliseconds."""
        told, _ = self.process.communicate(b"\n")
        return float(told)


def tick() -> float:
    """Until the standard input has something to say."""
    import select  # noqa: PLC0415

    late = []
    while not select.select([sys.stdin], [], [], 0)[0]:
        due = time.perf_counter() + TICK
        time.sleep(TICK)
        late.append(time.perf_counter() - due)
    late.sort()
    return 1000 * late[len(late) * 99 // 100]


if __name__ == "__main__":
    print(tick())
