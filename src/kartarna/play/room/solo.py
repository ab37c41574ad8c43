"""One person among bots at a table whose log is a file: a room without a server."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, Concatenate, NamedTuple, ParamSpec

from kartarna import bots
from kartarna.coach.hint import COACHED, Advisor, Hint, advisor
from kartarna.core.history import History, events_of
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.step import Step
from kartarna.core.words import Event
from kartarna.play.commands import consent, decide
from kartarna.play.commands.hints import take_hint
from kartarna.play.model.draft import Draft
from kartarna.play.model.solo import PERSON, TABLE
from kartarna.play.model.table import Table
from kartarna.play.room.ask import account_at, ask, bot_at
from kartarna.play.storage.database import StorageError
from kartarna.play.storage.file_log import FileLog
from kartarna.play.storage.log import Row

HINTS = 1 << 31  # sets the random numbers of hints apart from those of bots
PLAY = ("decided", "happened", "taken_back")  # rows of a round after its deal

P = ParamSpec("P")


class SoloUpdate(NamedTuple):
    """What the person is told of a row."""

    events: list[Event]
    apart: bool  # a round begins or ends here


class SoloRoom:
    """Every row is on the disk before the person is told of it. If the disk fails, the game goes on: `unsaved`."""

    def __init__(
        self,
        log: FileLog,
        rows: list[Row],
        seed: int,
        seconds: float | None = None,
        steps: Sequence[Step[Any] | None] = (),
    ) -> None:
        """`steps`: of each row, where they were made already."""
        self.log = log
        self.seed = seed
        self.seconds = seconds  # for a bot's decision; None: as long as is decent
        self.unsaved = ""  # why the last row could not be written
        self.advised: tuple[int, Advisor] | None = None  # the question, and who knows about it
        self.spoken: list[str | None] = []  # what the coach spoke about, the last one last
        self.rows: list[Row] = []
        self.table = Table(TABLE)
        self.table.follow(rows[0])
        self.seat = self.table.seats_held(PERSON)[0]
        self.recent = self._catch_up(rows, steps)

    def _catch_up(self, rows: list[Row], steps: Sequence[Step[Any] | None]) -> list[SoloUpdate]:
        """What the person is told of it: what happened since their last decision."""
        self.rows.append(rows[0])
        if len(steps) > 1 and steps[1]:
            self.table.history = History(self.table.game, steps[1].before)  # where the steps begin
        own = _last_own(rows, self.seat)
        for row, step in zip_longest(rows[1:own], steps[1:own]):
            self._follow(row, step)
        return [self._take(row, step) for row, step in zip_longest(rows[own:], steps[own:])]

    def asks(self) -> bool:
        """The person owes a decision. Of several who do, the person is asked first."""
        return bool(self.table.asked[self.seat])

    # ---- what happens ----------------------------------------------------------------------------------

    def deal(self) -> list[SoloUpdate]:
        return self._do(decide.deal, self._outcome)

    def decide(self, action: int) -> list[SoloUpdate]:
        return self._do(decide.decide, PERSON, self.seat, None, self.table.asked[self.seat], action)

    def let_bot_decide(self) -> tuple[int, bots.BotAnswer, list[SoloUpdate]]:
        """Which seat it was, what its bot answered, and what that brought."""
        seat = self.table.automatic()[0]
        answer = self._ask(seat)
        return seat, answer, self._do(decide.decide_for, seat, self.table.asked[seat], answer.action)

    def _ask(self, seat: int) -> bots.BotAnswer:
        bot = bots.apart(bot_at(self.table, seat), self.table.state)
        account = account_at(self.table, self.rows, seat) if bots.reads_story(bot) else bots.NOTHING
        return ask(bot, self.table.state, seat, self.chance(self._played() + 1), account, self.seconds)

    def propose(self, what: str) -> list[SoloUpdate]:
        """Alone among bots it happens at once; a Refused says why it cannot."""
        return self._do(consent.propose, PERSON, self.seat, None, what)

    # ---- hints -----------------------------------------------------------------------------------------

    def hint(self, depth: int) -> Hint:
        """Marked in the log before it is told."""
        self._do(take_hint, PERSON, self.seat)
        return self._advisor().hint(depth)

    def risk(self, action: int) -> Hint | None:
        """What the coach says before this decision, if anything: not twice about the same thing."""
        if action not in self._advisor().costly(COACHED):
            return None
        risk = self._advisor().risk(action)
        if self.spoken[-1:] == [risk.reason]:
            return None
        self.spoken.append(risk.reason)
        self._do(take_hint, PERSON, self.seat)
        return risk

    def _advisor(self) -> Advisor:
        asked = self.table.asked[self.seat]
        if self.advised is None or self.advised[0] != asked:
            chance = self.chance(self._played() + 1 | HINTS)
            self.advised = asked, advisor(self.table.state, self.seat, chance)
        return self.advised[1]

    # ---- chance ----------------------------------------------------------------------------------------

    def _outcome(self, _: Table, state: State) -> list[int]:
        return state.draw(self.chance(0))

    def chance(self, place: int) -> Rng:
        """Deals (place 0), bots' decisions and hints have a stream each, so a resumed game goes on as it would have."""
        round = self.table.state.round + (place == 0)
        return Rng(self.seed, round << 32 | place)

    def _played(self) -> int:
        """Entries of this round so far, with those that were taken back."""
        dealt = max(place for place, row in enumerate(self.rows) if row.kind == "dealt")
        return sum(row.kind in PLAY for row in self.rows[dealt:])

    # ---- writing ---------------------------------------------------------------------------------------

    def _do(
        self, command: Callable[Concatenate[Table, P], list[Draft]], *args: P.args, **kwargs: P.kwargs
    ) -> list[SoloUpdate]:
        drafts = command(self.table, *args, **kwargs)
        at = max(time.time(), self.table.at)
        rows = [draft.row(seq, at) for seq, draft in enumerate(drafts, self.table.seq + 1)]
        self._store(rows)
        return [self._take(row, draft.step) for row, draft in zip(rows, drafts, strict=True)]

    def _store(self, rows: list[Row]) -> None:
        try:
            self.log.append(rows)
        except StorageError as error:
            self.unsaved = str(error)
        else:
            self.unsaved = ""

    def store_again(self) -> bool:
        """Whether all that happened is on the disk now."""
        self._store([])
        return not self.unsaved

    def _take(self, row: Row, step: Step[Any] | None = None) -> SoloUpdate:
        step = self._follow(row, step)
        events = events_of(self.table.game, step) if step else []
        return SoloUpdate(
            [event for event in events if event.seen_by(self.seat)], apart=step is not None and step.is_break()
        )

    def _follow(self, row: Row, step: Step[Any] | None) -> Step[Any] | None:
        self.rows.append(row)
        return self.table.follow(row, step)


def _last_own(rows: list[Row], seat: int) -> int:
    """The place of the last row that the person made, or that dealt the cards."""
    own = [
        place
        for place, row in enumerate(rows)
        if row.kind in ("dealt", "happened") or (row.kind in PLAY and row.seat == seat)
    ]
    return own[-1] if own else len(rows)
