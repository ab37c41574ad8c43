"""Bots and hints of a device think on its one event loop, in slices: there is no other thread and no other process."""

from __future__ import annotations

from kartarna import bots
from kartarna.bots.gil import holds_gil
from kartarna.coach.hint import Advisor, advisor
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.play.room.thinkers import MOST_WAITING, Line, Thinkers
from kartarna.play.room.workers import LoopWorker

STRONGEST = "strong"  # of the levels that think where the rules run in Python: better ones would take too long
TOO_STRONG = bots.LEVELS[bots.LEVELS.index(STRONGEST) + 1 :]


class LocalThinkers(Thinkers):
    def __init__(self) -> None:
        super().__init__(threads=1)
        self.here = Line(1, MOST_WAITING, self.forfeits, LoopWorker())
        self.lines = (self.here,)

    def suited(self, bot: bots.Bot, state: State) -> bots.Bot:
        return bots.get(STRONGEST) if holds_gil(state) and bot.name in TOO_STRONG else bot

    def advisor(self, state: State, seat: int, rng: Rng) -> Advisor:
        return advisor(state, seat, rng)

    def line_of(self, bot: bots.Bot) -> Line:  # noqa: ARG002
        return self.here
