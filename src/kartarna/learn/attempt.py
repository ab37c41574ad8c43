"""A learner at a step: what is tried, what it brings, and whether that was it."""

from __future__ import annotations

from typing import Any, NamedTuple

from kartarna.core.errors import KartarnaError
from kartarna.core.game import Game
from kartarna.core.history import events_of
from kartarna.core.state import State
from kartarna.core.step import Decided, Step
from kartarna.core.words import Event, seen
from kartarna.learn.course import Lesson, Pattern
from kartarna.learn.entries import CourseError, Sentence
from kartarna.learn.position import position, scripted


class Tried(NamedTuple):
    """What a decision brought. If it was not the one wanted, it is told and shown, and then it never happened."""

    right: bool
    steps: list[Step[Any]]
    meaning: Sentence | None = None  # of a wrong one, for the aim of the step


class Attempt:
    """A step from its beginning; the past of the learner's game is in `history`."""

    def __init__(self, game: Game[Any], lesson: Lesson) -> None:
        self.game = game
        self.lesson = lesson
        self.seat = lesson.seat
        self.history = position(game, lesson)
        self.turn = 0  # of the lesson's turns, how many are done

    @property
    def state(self) -> State:
        return self.history.state

    @property
    def done(self) -> bool:
        return self.turn == len(self.lesson.turns)

    def decide(self, action: int) -> Tried:
        """An IllegalDecision if the rules refuse it: nothing has happened then."""
        step = self.history.step(Decided(self.seat, action))
        if self.done:
            return Tried(False, [step])
        turn = self.lesson.turns[self.turn]
        if not self._fits(turn, step):
            wrong = next((mistake for mistake in turn.wrong if mistake.any or self._fits(mistake, step)), None)
            return Tried(False, [step], wrong.words if wrong else None)
        self.history.add(step)
        replies = [self._reply(line) for line in turn.replies]
        self.turn += 1
        return Tried(True, [step, *replies])

    def told(self, step: Step[Any]) -> list[Event]:
        """What the learner is told of a step."""
        return [event for event in self._seen(step) if event.kind not in self.lesson.not_told]

    def _seen(self, step: Step[Any]) -> tuple[Event, ...]:
        return seen(events_of(self.game, step), self.seat)

    def solution(self) -> int:
        """A decision that is wanted now; a CourseError if there is none."""
        turn = self.lesson.turns[self.turn]
        for action in self.state.legal_actions(self.seat):
            if self._fits(turn, self.history.step(Decided(self.seat, action))):
                return action
        raise CourseError(f"{self.game.id}, step {self.lesson.id}: turn {self.turn + 1} cannot be solved")

    def _fits(self, pattern: Pattern, step: Step[Any]) -> bool:
        assert isinstance(step.entry, Decided)  # noqa: S101 - the learner's own
        if pattern.event:
            return any(event.kind == pattern.event for event in self._seen(step))
        return self.game.words.notation(step.before, self.seat, step.entry.action) in pattern.do

    def _reply(self, line: str) -> Step[Any]:
        try:
            return self.history.advance(scripted(self.game, self.state, line))
        except KartarnaError as error:
            raise CourseError(f"{self.game.id}, step {self.lesson.id}: reply {error}") from error
