"""Between two rounds the table waits: the next deal is made when the people have seen how the last one ended."""

from __future__ import annotations

from kartarna.play.commands import decide
from kartarna.play.commands.checks import check_new
from kartarna.play.commands.decide import Deal
from kartarna.play.model.draft import Draft
from kartarna.play.model.table import Table


def go_on(table: Table, person: str, seat: int, message: str) -> list[Draft]:
    """A human has seen enough, for all seats that they hold. Nothing if the cards are dealt already."""
    check_new(table, person, seat, message, ("went_on", None))
    if table.interval is None or person in table.interval.gone_on:
        return []
    return [Draft("went_on", seat, message)]


def deal_next(table: Table, there: set[str], now: float, deal: Deal) -> list[Draft]:
    """The next round, if nobody is waited for any more."""
    ends = table.interval_ends()
    impatient = ends is not None and now >= ends
    return decide.deal(table, deal) if table.interval and (impatient or _all_gone_on(table, there)) else []


def _all_gone_on(table: Table, there: set[str]) -> bool:
    """All humans who are connected, and at least one; a table of bots waits for nobody."""
    humans = table.humans()
    gone_on = humans & table.interval.gone_on if table.interval else set()
    return not humans or (bool(gone_on) and humans & there <= gone_on)
