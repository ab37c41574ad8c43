"""A table as its log tells it: nothing but rows goes in, so any process that reads them has the same table."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy, deepcopy
from dataclasses import dataclass, replace
from typing import Any

from kartarna.core.step import Step
from kartarna.play.model.effects import EFFECTS
from kartarna.play.model.entries import entry_of
from kartarna.play.model.facts import TableFacts
from kartarna.play.storage.log import Row


@dataclass(frozen=True)
class Change:
    """A row and what it changed: for telling it."""

    row: Row
    step: Step[Any] | None  # of the game, if the row is one of its entries
    around: bool = True  # more than the game itself has changed


class Table(TableFacts):
    """Rows are the only way to change it: `apply`, or `follow` where nobody is to be told."""

    @classmethod
    def load(cls, id: str, log: Iterable[Row]) -> Table:
        table = cls(id)
        for row in log:
            table.follow(row)
        return table

    def apply(self, row: Row, step: Step[Any] | None = None) -> Change:
        """Follows the row, and keeps what is needed to tell it. A step that was made of it before is not made again."""
        around = self._around()
        step = self.follow(row, step)
        return Change(row, step, row.kind not in ("dealt", "decided") or around != self._around())

    def follow(self, row: Row, step: Step[Any] | None = None) -> Step[Any] | None:
        """Returns the step of the game, if the row is one of its entries."""
        if row.seq != self.seq + 1:
            raise ValueError(f"row {row.seq} does not follow row {self.seq}")
        if step is None and self.seq and (entry := entry_of(row)):
            step = self.history.step(entry)
        if step is not None:
            self.history.add(step)
        EFFECTS[row.kind](self, row)
        self.seq, self.at = row.seq, row.at
        if row.message is not None and row.seat is not None:
            self.known[row.seat, row.message] = row.seq
        return step

    def fork(self) -> Table:
        """A table of its own in the same position: to see what rows would bring."""
        twin = copy(self)
        twin.chairs = [replace(chair) for chair in self.chairs]
        twin.asked, twin.asked_at = self.asked[:], self.asked_at[:]
        twin.known, twin.aborted = self.known.copy(), self.aborted[:]
        if self.seq:
            twin.history, twin.timer = self.history.fork(), deepcopy(self.timer)
        twin.ceremony, twin.proposal = deepcopy(self.ceremony), deepcopy(self.proposal)
        return twin

    def _around(self) -> tuple[Any, ...]:
        """What a deal or a decision may change besides the game."""
        return self.phase, self.proposal, self.paused, self.events()
