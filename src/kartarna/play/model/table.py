"""A table as its log tells it: nothing but rows goes in, so any process that reads them has the same table."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy, deepcopy
from dataclasses import replace
from typing import Any, NamedTuple

from kartarna.core import stages
from kartarna.core.step import Step, TakenBack
from kartarna.play.model.effects import EFFECTS
from kartarna.play.model.entries import entry_of
from kartarna.play.model.facts import TableFacts
from kartarna.play.model.interval import RoundInterval
from kartarna.play.model.known_message import KnownMessage, wish_of
from kartarna.play.storage.log import Row

GAME_ROWS = frozenset({"dealt", "decided"})  # they change nothing about people
SEATED_ROWS = GAME_ROWS | {"went_on"}  # all sit as before


class Change(NamedTuple):
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
        if row.kind not in GAME_ROWS:
            return Change(row, self.follow(row, step))
        around = self._around()
        return Change(row, self.follow(row, step), around != self._around())

    def follow(self, row: Row, step: Step[Any] | None = None) -> Step[Any] | None:
        """Returns the step of the game, if the row is one of its entries."""
        if row.seq != self.seq + 1:
            raise ValueError(f"row {row.seq} does not follow row {self.seq}")
        if step is None and self.seq and (entry := entry_of(row)):
            step = self.history.step(entry)
        if step is not None:
            self.history.add(step)
            if step.is_break():
                self._turn_round(step, row.at)
        EFFECTS[row.kind](self, row)
        if row.kind not in SEATED_ROWS:
            self._find_seats()
        self.seq, self.at = row.seq, row.at
        if row.message is not None and row.seat is not None:
            person = self.chairs[row.seat].person
            self.known[row.seat, row.message] = KnownMessage(row.seq, person, wish_of(row))
        return step

    def _find_seats(self) -> None:
        people = {chair.person for chair in self.chairs if chair.person}
        seats = list(enumerate(self.chairs))
        self.persons = len(self.humans())
        self.held = {person: tuple([seat for seat, chair in seats if chair.person == person]) for person in people}

    def _turn_round(self, step: Step[Any], at: float) -> None:
        """A round begins or ends by this step, or its end is taken back."""
        ends = step.after.stage != stages.PLAYING
        self.ending = step if ends else None
        self.interval = RoundInterval(at) if step.after.due() else None
        if ends:
            self.rounds.append(tuple(step.after.totals[: self.players]))
        elif isinstance(step.entry, TakenBack):
            self.rounds.pop()

    def fork(self) -> Table:
        """A table of its own in the same position: to see what rows would bring."""
        twin = copy(self)
        twin.chairs = [replace(chair) for chair in self.chairs]
        twin.asked, twin.asked_at = self.asked[:], self.asked_at[:]
        twin.known, twin.aborted, twin.rounds = self.known.copy(), self.aborted[:], self.rounds[:]
        twin.nudged = self.nudged.copy()
        if self.seq:
            twin.history, twin.timer = self.history.fork(), deepcopy(self.timer)
        twin.ceremony, twin.proposal = deepcopy(self.ceremony), deepcopy(self.proposal)
        return twin

    def _around(self) -> tuple[Any, ...]:
        """What a deal or a decision may change besides the game."""
        return self.phase, self.proposal, self.paused, self.interval, self.events()
