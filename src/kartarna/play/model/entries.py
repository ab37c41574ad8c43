"""The rows of a log that are entries of the game's history; all others are about the table."""

from __future__ import annotations

from kartarna.core.step import Dealt, Decided, Entry, Happened, Note, TakenBack
from kartarna.play.storage.log import Row

NOTES = {"stood_in": "stands_in", "returned": "returns", "resigned": "resigned", "hinted": "hinted"}


def entry_of(row: Row) -> Entry | None:
    match row.kind, row.seat:
        case "dealt", _:
            return Dealt(row.data["outcome"])
        case "decided", int(seat):
            return Decided(seat, row.data["action"])
        case "happened", _:
            return Happened(row.data["event"])
        case "taken_back", int(seat):
            return TakenBack(seat, row.data.get("count", 1))  # older rows have none
        case kind, int(seat) if kind in NOTES:
            return Note(NOTES[kind], seat)
    return None
