"""A table of one person among bots, as `kartarna play` lays it: how its log begins, and the record of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kartarna import bots
from kartarna.core.deal import read_deal
from kartarna.core.deck import Deck
from kartarna.core.errors import RecordError
from kartarna.core.game import Game
from kartarna.core.record import SEAT_EVENTS, Decision, Happening, Person, Record
from kartarna.core.replay import Step, follow
from kartarna.play.model.draft import Draft
from kartarna.play.model.settings import BOT, HOST, SeatPlan, Settings
from kartarna.play.model.table_record import record_of
from kartarna.play.storage.log import Row

TABLE, PERSON = "solo", "you"  # the ids of the table and of who plays there


def opening(game: Game[Any], seats: Sequence[Person], options: Mapping[str, Any], deck: Deck) -> Draft:
    """The person, and bots with names, on their seats."""
    plans = tuple(SeatPlan(HOST) if seat.kind == "human" else SeatPlan(BOT, _level(seat)) for seat in seats)
    chairs = [
        [number, PERSON if plan.kind == HOST else None, seat.name, plan.bot]
        for number, (seat, plan) in enumerate(zip(seats, plans, strict=True))
    ]
    settings = Settings(game.id, plans, dict(options), pace=0)
    data = {"settings": settings.write(), "deck": deck.data, "host": PERSON, "link": "", "sitting": [], "seats": chairs}
    return Draft("opened", data=data)


def _level(person: Person) -> str:
    return person.bot or bots.STANDARD


# ---- records -------------------------------------------------------------------------------------------


def solo_record(rows: Sequence[Row]) -> Record:
    """It belongs to the person: nobody else's cards are shown while the game is unfinished."""
    record = record_of(TABLE, rows)
    record.owner = next(seat for seat, person in enumerate(record.seats) if person.kind == "human")
    return record


def rows_of(game: Game[Any], record: Record, language: str, at: float) -> list[Row]:
    """The log of a game that was kept as a record; every step of it is checked."""
    people = [seat for seat, person in enumerate(record.seats) if person.kind == "human"]
    if record.owner is None or people != [record.owner]:
        raise RecordError("only a game of one person against bots can be resumed here")
    deck = game.decks.add(record.deck)
    drafts = [opening(game, record.seats, record.options, deck), *_drafts(game, record, language)]
    return [draft.row(seq, at) for seq, draft in enumerate(drafts, 1)]


def _drafts(game: Game[Any], record: Record, language: str) -> Iterator[Draft]:
    deals = (round.deal for round in record.rounds)
    for step in follow(game, record, language):
        match step.entry:
            case None:
                yield Draft("dealt", data={"outcome": read_deal(game, step.before, next(deals))})
            case Decision(seat):
                yield _decided(record, step, seat)
            case Happening("taken_back", seat, count):
                yield Draft("taken_back", seat, data={"count": count or 1})
            case Happening(event) if event in SEAT_EVENTS:
                raise RecordError("only a game of one person against bots can be resumed here")
            case Happening(event) if event in game.events:
                yield Draft("happened", data={"event": event})


def _decided(record: Record, step: Step, seat: int) -> Draft:
    by = "human" if seat == record.owner else "bot"
    return Draft("decided", seat, data={"action": step.action, "by": by})
