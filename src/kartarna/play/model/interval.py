"""The time between two rounds, as the log tells it."""

from __future__ import annotations

from typing import NamedTuple

PATIENCE = 10.0  # seconds after which several people wait for nobody any more


class RoundInterval(NamedTuple):
    since: float  # when the last round ended
    gone_on: frozenset[str] = frozenset()  # the persons who have seen enough
