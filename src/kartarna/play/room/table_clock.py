"""The time at a table: that of its rows, going on at the pace of a clock that nobody sets."""

from __future__ import annotations

from collections.abc import Callable

from kartarna.play.room.services import Handle, Time

LATE = 1.0  # seconds that another process's row may take until it is here


class TableClock:
    """The wall clock tells only how much time has passed while the table was in nobody's memory. Where it tells less
    than none, because it was set back, no time has passed; and whoever sets it later changes nothing here."""

    def __init__(self, time: Time, at: float) -> None:
        """`at`: of the last row."""
        self.time = time
        self.ahead = max(time.now(), at) - time.monotonic()

    def now(self) -> float:
        return self.time.monotonic() + self.ahead

    def follow(self, at: float) -> None:
        """A row of another process, whose clock may differ from ours: from now on its time is the table's."""
        now = self.now()
        if not now - LATE <= at <= now:
            self.ahead += at - now

    def from_wall(self, at: float) -> float:
        """The table's time for a time of the wall clock."""
        return self.now() + at - self.time.now()

    def call_at(self, when: float, call: Callable[[], None]) -> Handle:
        return self.time.call_later(max(0.0, when - self.now()), call)
