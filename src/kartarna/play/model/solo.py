"""A table of one person among bots, as `kartarna play` lays it: how its log begins, and the record of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kartarna import bots
from kartarna.core.deck import Deck
from kartarna.core.errors import RecordError
from kartarna.core.game import Game
from kartarna.core.record import Record, RecordedPlayer
from kartarna.core.step import Dealt, Decided, Entry, Happened, Note, Step, TakenBack
from kartarna.core.verification import follow
from kartarna.play.model.draft import Draft
from kartarna.play.model.settings import HOST, SeatPlan, Settings
from kartarna.play.model.table_record import record_of
from kartarna.play.storage.log import Row

NOT_SOLO = "only a game of one person against bots can be resumed here"
TABLE, PERSON = "solo", "you"  # the ids of the table and of who plays there


def opening(game: Game[Any], seats: Sequence[RecordedPlayer], options: Mapping[str, Any], deck: Deck) -> Draft:
    """The person, and bots with names, on their seats."""
    plans = tuple(SeatPlan("host") if seat.kind == "human" else SeatPlan("bot", _level(seat)) for seat in seats)
    chairs = [
        [number, PERSON if plan.kind == HOST else None, seat.name, plan.bot]
        for number, (seat, plan) in enumerate(zip(seats, plans, strict=True))
    ]
    settings = Settings(game=game.id, seats=plans, options=dict(options), pace=0)
    data = {"settings": settings.write(), "deck": deck.data, "host": PERSON, "link": "", "sitting": [], "seats": chairs}
    return Draft("opened", data=data)


def _level(person: RecordedPlayer) -> str:
    return person.bot or bots.STANDARD


# ---- records -------------------------------------------------------------------------------------------


def solo_record(rows: Sequence[Row]) -> Record:
    """It belongs to the person: nobody else's cards are shown while the game is unfinished."""
    record = record_of(TABLE, rows)
    record.owner = next(seat for seat, person in enumerate(record.seats) if person.kind == "human")
    return record


def rows_of(game: Game[Any], record: Record, language: str, at: float) -> tuple[list[Row], list[Step[Any] | None]]:
    """The log of a game that was kept as a record, and the step of each row: every one of them is checked."""
    people = [seat for seat, person in enumerate(record.seats) if person.kind == "human"]
    if record.owner is None or people != [record.owner]:
        raise RecordError(NOT_SOLO)
    steps = [step for step in follow(game, record, language) if step.entry != Note("limit_reached")]
    drafts = [
        opening(game, record.seats, record.options, game.decks.add(record.deck)),
        *(_draft(record.owner, step.entry) for step in steps),
    ]
    return [draft.row(seq, at) for seq, draft in enumerate(drafts, 1)], [None, *steps]


def _draft(owner: int, entry: Entry) -> Draft:
    match entry:
        case Dealt(outcome):
            return Draft("dealt", data={"outcome": list(outcome)})
        case Decided(seat, action):
            return Draft("decided", seat, data={"action": action, "by": "human" if seat == owner else "bot"})
        case Happened(event):
            return Draft("happened", data={"event": event})
        case TakenBack(seat, count):
            return Draft("taken_back", seat, data={"count": count})
        case Note("hinted", seat):
            return Draft("hinted", seat)
    raise RecordError(NOT_SOLO)  # someone stood in: that is of a server's table
