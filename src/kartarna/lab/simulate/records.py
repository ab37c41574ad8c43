"""The games of a simulation as records: one a line, a thousand a file."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from kartarna.core import bits
from kartarna.core.errors import KartarnaError
from kartarna.core.record import write
from kartarna.core.recorder import RecordedGame
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.lab.simulate.plan import Plan

A_FILE = 1000  # games


def record_game(plan: Plan, number: int) -> str:
    """The very game that the tally counts under this number, written down."""
    game = RecordedGame(plan.rules, plan.seats, plan.options, plan.cards)
    rng = Rng(plan.seed, number)
    while not game.state.over():
        if game.state.due():
            game.deal_random(rng)
        seat = bits.lowest(game.state.waiting())
        game.decide(seat, _choice(game.state, seat, plan.bots[seat], rng))
    return write(game.record, compact=True)


def _choice(state: State, seat: int, bot: str, rng: Rng) -> int:
    if bot == "greedy":
        return state.greedy(seat, rng)
    legal = state.legal_actions(seat)
    return legal[rng.below(len(legal))]


class RecordFiles:
    """GAME-PLAYERS-SEED-00000.jsonl and so on. No file that is there already is touched."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games = 0
        self.file: TextIO | None = None
        if plan.records:
            self._prepare(plan.records)

    def _prepare(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise KartarnaError(f"the folder {folder} cannot be made: {error.strerror}") from error
        there = sorted(folder.glob(f"{self._stem}-*.jsonl"))
        if there:
            raise KartarnaError(f"{there[0]} is there already: name another folder or seed, or move the records away")

    @property
    def _stem(self) -> str:
        return f"{self.plan.game}-{self.plan.players}-{self.plan.seed}"

    def write(self, records: list[str]) -> None:
        try:
            for record in records:
                if self.games % A_FILE == 0:
                    self._next_file()
                if self.file:
                    self.file.write(record)
                self.games += 1
        except OSError as error:
            raise KartarnaError(f"the records cannot be written: {error.strerror}") from error

    def _next_file(self) -> None:
        self.close()
        if self.plan.records:
            path = self.plan.records / f"{self._stem}-{self.games // A_FILE:05}.jsonl"
            self.file = path.open("x", encoding="utf-8")

    def close(self) -> None:
        if self.file:
            self.file.close()
