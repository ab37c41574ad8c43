"""How long decisions take: number, sum, and a histogram fine enough for percentiles."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

FINENESS = 8  # cells for each doubling: a percentile is right to 9 %


@dataclass
class DecisionTimes:
    count: int = 0
    seconds: float = 0.0
    cells: dict[int, int] = field(default_factory=dict)

    def add(self, seconds: float) -> None:
        self.count += 1
        self.seconds += seconds
        cell = math.floor(FINENESS * math.log2(max(seconds, 1e-9)))
        self.cells[cell] = self.cells.get(cell, 0) + 1

    def merge(self, other: DecisionTimes) -> None:
        self.count += other.count
        self.seconds += other.seconds
        for cell, count in other.cells.items():
            self.cells[cell] = self.cells.get(cell, 0) + count

    @property
    def mean(self) -> float:
        return self.seconds / self.count if self.count else math.nan

    def percentile(self, share: float) -> float:
        """The time that this share of the decisions does not exceed."""
        below = 0
        for cell in sorted(self.cells):
            below += self.cells[cell]
            if below >= share * self.count:
                return float(2 ** ((cell + 1) / FINENESS))
        return math.nan
