"""A decision of a seat, by its human or by a bot, and what follows from it at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kartarna.core.errors import IllegalDecision
from kartarna.core.state import State
from kartarna.core.step import Decided, Step
from kartarna.core.words import Event
from kartarna.play.commands.checks import check_new
from kartarna.play.errors import Illegal, OutOfTurn, Stale
from kartarna.play.model.draft import Draft
from kartarna.play.model.table import Table

Deal = Callable[[Table, State], list[int]]  # the outcome of the round that is due in the state


def decide(table: Table, person: str, seat: int, message: str | None, seq: int, action: int) -> list[Draft]:
    """A human's, in answer to what the seat was asked at row `seq`. A next round is dealt later (go_on.py).

    Raises NotYourSeat, OutOfTurn, Stale or Illegal.
    """
    check_new(table, person, seat, message, ("decided", action), seq)
    _check_owed(table, seat, seq)
    back = [Draft("returned", seat)] if table.chairs[seat].stand_in else []
    return [*back, *_decided(table, seat, action, "human", message)]


def decide_for(table: Table, seat: int, asked: int, action: int) -> list[Draft]:
    """A bot's, in answer to row `asked`; nothing if the human is back, or another process was quicker."""
    chair = table.chairs[seat]
    if table.asked[seat] != asked or not chair.automatic:
        return []
    by = "bot" if chair.bot else "resigned" if chair.resigned else "stand_in"
    return _decided(table, seat, action, by, None)


def deal(table: Table, outcome: Deal) -> list[Draft]:
    """The round that is due."""
    return [Draft("dealt", data={"outcome": outcome(table, table.state)})] if table.state.due() else []


def _check_owed(table: Table, seat: int, seq: int) -> None:
    """Another seat's choice at the same time does not make a question stale; a new question does."""
    asked = table.asked[seat]
    if not asked or table.chairs[seat].resigned:
        raise OutOfTurn
    if not asked <= seq <= table.seq:
        raise Stale


def _decided(table: Table, seat: int, action: int, by: str, message: str | None) -> list[Draft]:
    """With the end of the game, if it follows."""
    step = _step(table, seat, action)
    drafts = [Draft("decided", seat, message, {"action": action, "by": by}, step)]
    if step.after.over():
        drafts.append(Draft("ended", data={"how": "over"}))
    return drafts


def _step(table: Table, seat: int, action: int) -> Step[Any]:
    """The one place where a decision at a table is checked; what the rules refuse is told with rule and reason."""
    if not 0 <= action < table.state.ACTIONS:
        raise Illegal(Event("no_such_decision"))
    try:
        return table.history.step(Decided(seat, action))
    except IllegalDecision as error:
        reason = table.game.refusal(table.state, seat, action)
        raise Illegal(reason or Event("no_such_decision")) from error
