"""The record of a table, made from its log."""

from __future__ import annotations

from collections.abc import Iterable

from kartarna.core.journal import Journal, replayed
from kartarna.core.record import Person, Record, read
from kartarna.play.model.table import Table
from kartarna.play.storage.log import Row

NOTES = {"stood_in": "stands_in", "returned": "returns", "resigned": "resigned"}


def record_of(id: str, rows: Iterable[Row]) -> Record:
    """With everything that was taken back, every stand-in, and the proof of the shuffle."""
    rows = list(rows)
    table = Table.load(id, rows)
    journal = _journal(table, rows)
    for row in rows:
        _write(journal, row)
    record = journal.record
    record.parent = table.parent
    record.ended = None if table.ended in (None, "over") else table.ended
    if table.ceremony is not None and table.parent is None:
        record.proof = {**table.ceremony.proof(), "aborted": table.aborted}
    return record


def _journal(table: Table, rows: list[Row]) -> Journal:
    people = [
        Person(chair.name, "human") if chair.person is not None else Person(name, "bot", chair.bot)
        for chair, name in zip(table.chairs, table.names(), strict=True)
    ]
    if table.parent is None:
        return Journal(table.game, people, table.settings.options, table.game.deck_of(table.state))
    start = read(rows[0].data["start"])
    start.seats, start.owner = people, None
    return replayed(table.game, start)


def _write(journal: Journal, row: Row) -> None:
    match row.kind:
        case "dealt":
            journal.deal(row.data["outcome"])
        case "decided" if row.seat is not None:
            journal.decide(row.seat, row.data["action"])
        case "happened":
            journal.happen(row.data["event"])
        case "taken_back" if row.seat is not None:
            journal.take_back(row.seat, row.data.get("count", 1))
        case kind if kind in NOTES and row.seat is not None and journal.record.rounds:
            journal.note(NOTES[kind], row.seat)
