"""What the clock of a table asks for: stand-ins for those whose time ran out, sleep while nobody is there."""

from __future__ import annotations

from kartarna.play.model.draft import Draft
from kartarna.play.model.phases import PLAYING
from kartarna.play.model.table import Table


def time_out(table: Table, now: float) -> list[Draft]:
    late = [seat for seat in range(table.players) if now >= (table.timer.deadline(seat) or now + 1)]
    return [Draft("stood_in", seat, data={"why": "clock"}) for seat in late]


def wake(table: Table) -> list[Draft]:
    return [Draft("woke")] if _sleeps(table) else []


def sleep(table: Table) -> list[Draft]:
    return [Draft("slept")] if _sleeps(table) and not table.timer.stopped else []


def _sleeps(table: Table) -> bool:
    """A live clock stands still while nobody is there; a clock over days runs on."""
    return table.timer.runs and not table.settings.days and table.phase == PLAYING and not table.paused
