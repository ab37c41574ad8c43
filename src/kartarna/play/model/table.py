"""A table as its log tells it: nothing but rows goes in, so any process that reads them has the same table."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy, deepcopy
from dataclasses import dataclass, replace
from typing import Any

from kartarna.core.game import Game
from kartarna.core.history import History
from kartarna.core.state import State
from kartarna.core.step import Step
from kartarna.core.view import seats_of
from kartarna.play.model import effects
from kartarna.play.model.ceremony import Ceremony
from kartarna.play.model.chair import Chair
from kartarna.play.model.entries import entry_of
from kartarna.play.model.phases import OPEN, PLAYING, Ended, Phase
from kartarna.play.model.proposal import Proposal
from kartarna.play.model.settings import Settings
from kartarna.play.model.timer import Timer
from kartarna.play.storage.log import Row, Summary


@dataclass(frozen=True)
class Change:
    """A row and what it changed: for telling it."""

    row: Row
    step: Step[Any] | None  # of the game, if the row is one of its entries
    around: bool = True  # more than the game itself has changed


class Table:
    """Rows are the only way to change it: `apply`, or `follow` where nobody is to be told."""

    settings: Settings
    game: Game[Any]
    history: History
    timer: Timer

    def __init__(self, id: str) -> None:
        self.id = id
        self.seq = 0
        self.at = 0.0  # of the last row
        self.created = 0.0
        self.phase: Phase = OPEN
        self.chairs: list[Chair] = []
        self.host = ""  # a person
        self.link = ""  # the hash of the secret in the table's link
        self.parent: str | None = None  # the record whose position it started from
        self.ceremony: Ceremony | None = None
        self.aborted: list[dict[str, Any]] = []
        self.asked: list[int] = []  # for each seat, the row that asked it what it owes now; 0: nothing
        self.asked_at: list[float] = []
        self.known: dict[tuple[int, str], int] = {}  # messages that were carried out, and their rows
        self.proposal: Proposal | None = None
        self.paused = False
        self.ended: Ended | None = None
        self.rematch: str | None = None

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
        effects.EFFECTS[row.kind](self, row)
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

    # ---- what others ask -----------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.history.state

    @property
    def players(self) -> int:
        return len(self.chairs)

    @property
    def full(self) -> bool:
        return all(chair.taken for chair in self.chairs)

    def seats_held(self, person: str | None) -> tuple[int, ...]:
        return tuple([seat for seat, chair in enumerate(self.chairs) if chair.person == person]) if person else ()

    def humans(self) -> set[str]:
        """The persons who have a say."""
        return {chair.person for chair in self.chairs if chair.person and not chair.resigned}

    def automatic(self) -> tuple[int, ...]:
        """The seats for which a bot owes a decision."""
        return tuple([seat for seat, asked in enumerate(self.asked) if asked and self.chairs[seat].automatic])

    def names(self) -> list[str]:
        return [chair.name or f"{chair.bot or ''} {seat}".strip() for seat, chair in enumerate(self.chairs, 1)]

    @property
    def take_backs(self) -> bool:
        """Off among several humans unless the table wants them."""
        setting = self.settings.take_backs
        return len(self.humans()) <= 1 if setting is None else setting

    def events(self) -> tuple[str, ...]:
        """What the game cannot know and all may agree on now, such as that the agreed time is over."""
        return self.game.events_now(self.state) if self.phase == PLAYING else ()

    def winners(self) -> tuple[int, ...]:
        """By the rules, without those who resigned."""
        winners = seats_of(self.state.winners()) if self.ended == "over" else ()
        return tuple(seat for seat in winners if not self.chairs[seat].resigned)

    def summary(self) -> Summary:
        people = tuple(chair.person for chair in self.chairs if chair.person)
        listed = self.settings.public
        return Summary(self.id, self.settings.game, self.phase, listed, self.created, (*people, self.host))

    def _around(self) -> tuple[Any, ...]:
        """What a deal or a decision may change besides the game."""
        return self.phase, self.proposal, self.paused, self.events()
