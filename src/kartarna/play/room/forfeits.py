"""Decisions that the quick player makes in place of a bot: every one is counted, and the log tells how many.

A broken bot would fill the log, so the same news of the same bot makes a line a minute at most.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable

LOGGER = logging.getLogger(__name__)
PAUSE = 60.0  # seconds


class Forfeits:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.by_bot: Counter[str] = Counter()
        self.untold: Counter[tuple[str, str]] = Counter()  # by bot and reason, since the log last named both
        self.quiet_until: dict[tuple[str, str], float] = {}

    def add(self, bot: str, reason: str) -> None:
        self.by_bot[bot] += 1
        self.untold[bot, reason] += 1
        now = self.clock()
        if now >= self.quiet_until.get((bot, reason), now):
            self.quiet_until[bot, reason] = now + PAUSE
            self._tell(bot, reason)

    def close(self) -> None:
        """Tells what the log does not say yet."""
        for bot, reason in list(self.untold):
            self._tell(bot, reason)

    def _tell(self, bot: str, reason: str) -> None:
        count = self.untold.pop((bot, reason))
        LOGGER.warning("bot %s forfeits%s: %s", bot, f" {count:,} decisions" if count > 1 else "", reason)
