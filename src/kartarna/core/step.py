"""A game's past is a list of entries; a step is one of them with the states before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from kartarna.core.state import State

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round begins."""

    outcome: Sequence[int]


@dataclass(frozen=True, slots=True)
class Decided:
    seat: int
    action: int


@dataclass(frozen=True, slots=True)
class Happened:
    """One of the game's events, such as that the agreed time is over."""

    event: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last decisions and events of the round that still stand are undone. What they showed stays known (ALL-4)."""

    seat: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class Note:
    """Something about the table or the record (a bot stands in, a limit was reached); the game goes on as it is."""

    event: str
    seat: int | None = None


Entry = Dealt | Decided | Happened | TakenBack | Note


class Step(NamedTuple, Generic[S]):
    entry: Entry
    before: S
    after: S

    def is_break(self) -> bool:
        """A round begins or ends here."""
        return self.before.stage != self.after.stage


def played(before: S, entry: Entry) -> S:
    """The state after a deal, a decision or an event; an error if the rules do not allow it."""
    after = before.clone()
    match entry:
        case Dealt(outcome):
            after.deal(list(outcome))
        case Decided(seat, action):
            after.apply(seat, action)
        case Happened(event):
            after.happen(event)
    return after
