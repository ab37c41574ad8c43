"""A game's past is a list of entries; a step is one of them with the states before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from kartarna.core.state import State

S = TypeVar("S", bound=State)


class Dealt(NamedTuple):
    """A round begins."""

    outcome: Sequence[int]


class Decided(NamedTuple):
    seat: int
    action: int


class Happened(NamedTuple):
    """One of the game's events, such as that the agreed time is over."""

    event: str


class TakenBack(NamedTuple):
    """The last decisions and events of the round that still stand are undone. What they showed stays known (ALL-4)."""

    seat: int
    undone: int = 1


class Note(NamedTuple):
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
