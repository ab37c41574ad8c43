"""What has happened at a table, told to eyes that were not there to see it: the log once more, as updates told it."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from kartarna.core.words import Event, seen
from kartarna.play.model.table import Table
from kartarna.play.model.updates import told
from kartarna.play.storage.log import Row

LONGEST = 2000  # rows that are told; of a longer past the newest


class PastEntry(NamedTuple):
    """A row of the log: the sentences that an update told these eyes of it, without what could be seen then."""

    seq: int
    kind: str
    at: float
    by: int | None  # the seat whose row it is
    events: tuple[Event, ...]


class Past(NamedTuple):
    seq: int  # up to this row
    seat: int | None  # whose eyes; None: spectators, and players behind a curtain
    entries: tuple[PastEntry, ...]
    whole: bool  # nothing came before them


def past(id: str, rows: Sequence[Row], eyes: int | None, *, whole: bool) -> Past:
    """Of the present round, or of all of them."""
    first = 0 if whole else _round_start(rows)
    table = Table.load(id, rows[:first])
    entries: deque[PastEntry] = deque(maxlen=LONGEST)
    told_of = 0
    for row in rows[first:]:
        if events := _words(told(table, table.apply(row)), eyes):
            entries.append(PastEntry(row.seq, row.kind, row.at, row.seat, events))
            told_of += 1
    return Past(len(rows), eyes, tuple(entries), first == 0 and told_of <= LONGEST)


def _words(events: tuple[Event, ...], eyes: int | None) -> tuple[Event, ...]:
    """What is said to these eyes. Cards that have moved lie elsewhere by now."""
    return tuple([event._replace(moves=()) for event in seen(events, eyes)])


def _round_start(rows: Sequence[Row]) -> int:
    """The place of the last deal; without one, of the first row."""
    return next((place for place in reversed(range(len(rows))) if rows[place].kind == "dealt"), 0)
