"""The story of a game: its decisions and events, to each seat as that seat saw them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kartarna.core.game import Game
from kartarna.core.past import NOBODY, Turn
from kartarna.core.record import SEAT_EVENTS, Decision, Happening, Record
from kartarna.core.replay import Step, follow
from kartarna.core.words import Event


@dataclass(frozen=True)
class Move:
    """A decision that the seat saw: who made it in which round, its number, and how it is written."""

    round: int
    seat: int
    action: int
    notation: str


Told = Move | Event


@dataclass(frozen=True)
class Account:
    """A game so far, for one seat: its story, and the round as it was. `consult` lets no bot see the latter."""

    story: tuple[Told, ...] = ()
    turns: tuple[Turn[Any], ...] = ()


NOTHING = Account()  # for bots that do not ask what happened


class Story:
    """Grows step by step. What was taken back is no longer part of it."""

    def __init__(self, players: int) -> None:
        self.seats: list[list[Told]] = [[] for _ in range(players)]
        self.marks: list[list[int]] = []  # how long each seat's story was before each step of this round
        self.turns: list[Turn[Any]] = []  # of this round, as it was

    def of(self, seat: int) -> tuple[Told, ...]:
        return tuple(self.seats[seat])

    def account(self, seat: int) -> Account:
        return Account(self.of(seat), tuple(self.turns))

    def add(self, step: Step) -> None:
        match step.entry:
            case Happening("taken_back", _, count):
                self._forget(count or 1)
                return
            case Happening("limit_reached"):
                return  # told with the decision that reached it
            case Happening(event) if event in SEAT_EVENTS:
                pass  # told, but not a step that could be taken back
            case None:
                self.marks = []
                self.turns = [Turn(step.before, NOBODY, 0, step.after)]
            case entry:
                self.marks.append([len(told) for told in self.seats])
                seat, event = (entry.seat, "") if isinstance(entry, Decision) else (NOBODY, entry.event)
                self.turns.append(Turn(step.before, seat, step.action, step.after, event))
        self._tell(step)

    def _tell(self, step: Step) -> None:
        """A decision first, if it is seen (KARMA-3: not what others choose at the same time), then what it brings."""
        events = step.events()
        move, seen_by = None, 0
        if isinstance(step.entry, Decision):
            move = Move(step.before.round, step.entry.seat, step.action, step.entry.notation)
            seen_by = step.game.words.decision(step.before, step.entry.seat, step.action).to
        for seat, told in enumerate(self.seats):
            if move and seen_by >> seat & 1:
                told.append(move)
            told += [event for event in events if event.seen_by(seat)]

    def _forget(self, count: int) -> None:
        for seat, length in enumerate(self.marks[-count]):
            del self.seats[seat][length:]
        del self.marks[-count:]
        del self.turns[-count:]


def account(game: Game[Any], record: Record, seat: int) -> Account:
    """Of a recorded game so far, for this seat."""
    story = Story(record.players)
    for step in follow(game, record):
        story.add(step)
    return story.account(seat)
