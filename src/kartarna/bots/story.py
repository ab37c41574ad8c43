"""The story of a game: its decisions and events, to each seat as that seat saw them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kartarna.core.game import Game
from kartarna.core.history import events_of
from kartarna.core.record import Record
from kartarna.core.state import State
from kartarna.core.step import Dealt, Decided, Note, Step
from kartarna.core.verification import follow
from kartarna.core.words import Event, seen


@dataclass(frozen=True)
class Move:
    """A decision that the seat saw: who made it in which round, its number, and how it is written."""

    round: int
    seat: int
    action: int
    notation: str


Told = Move | Event


@dataclass(frozen=True)
class SeatStory:
    """A game so far, for one seat: its story, and the round as it was. `consult` lets no bot see the latter."""

    story: tuple[Told, ...] = ()
    steps: tuple[Step[Any], ...] = ()


NOTHING = SeatStory()  # for bots that do not ask what happened


class Story:
    """Grows step by step. What was taken back stays told, for it was seen (ALL-4), and so is that it was."""

    def __init__(self, game: Game[Any], players: int) -> None:
        self.game = game
        self.seats: list[list[Told]] = [[] for _ in range(players)]
        self.steps: list[Step[Any]] = []  # of this round, as it was

    def account(self, seat: int) -> SeatStory:
        return SeatStory(tuple(self.seats[seat]), tuple(self.steps))

    def add(self, step: Step[Any]) -> None:
        if isinstance(step.entry, Dealt):
            self.steps = []
        if not isinstance(step.entry, Note):
            self.steps.append(step)
        self._tell(step)

    def _tell(self, step: Step[Any]) -> None:
        """A decision first, if it is seen (KARMA-3: not what others choose at the same time), then what it brings."""
        events = events_of(self.game, step)
        move, seen_by = self._move(step.before, step.entry) if isinstance(step.entry, Decided) else (None, 0)
        for seat, told in enumerate(self.seats):
            if move and seen_by >> seat & 1:
                told.append(move)
            told.extend(seen(events, seat))

    def _move(self, before: State, made: Decided) -> tuple[Move, int]:
        """A decision, and a mask of the seats that see it."""
        words = self.game.words
        move = Move(before.round, made.seat, made.action, words.notation(before, made.seat, made.action))
        return move, words.decision(before, made.seat, made.action).to


def account_of(game: Game[Any], players: int, steps: Iterable[Step[Any]], seat: int) -> SeatStory:
    story = Story(game, players)
    for step in steps:
        story.add(step)
    return story.account(seat)


def account(game: Game[Any], record: Record, seat: int) -> SeatStory:
    """Of a recorded game so far, for this seat."""
    return account_of(game, record.players, follow(game, record), seat)
