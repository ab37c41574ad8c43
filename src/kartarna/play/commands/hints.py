"""A seat asks for a hint, or its coach speaks: that is written down, once for every question."""

from __future__ import annotations

from kartarna.play.commands.checks import check_new
from kartarna.play.errors import OutOfTurn, Refused
from kartarna.play.model.draft import Draft
from kartarna.play.model.table import Table


def take_hint(table: Table, person: str, seat: int) -> list[Draft]:
    """Raises NotYourSeat, OutOfTurn or Refused. The depths of one hint are one hint."""
    check_hint(table, person, seat)
    return [] if table.hinted.get(seat) == table.asked[seat] else [Draft("hinted", seat)]


def check_hint(table: Table, person: str, seat: int) -> None:
    check_new(table, person, seat)
    if not table.hints:
        raise Refused("hints_off")
    if not table.asked[seat] or table.chairs[seat].resigned:
        raise OutOfTurn


def check_coach(table: Table, person: str, seat: int) -> None:
    check_hint(table, person, seat)
    if not table.alone:
        raise Refused("coach_off")
