"""The one rule about taking back."""

from __future__ import annotations

from typing import Any

from kartarna.core.history import events_of
from kartarna.core.step import Decided, Entry, Step
from kartarna.core.words import Event, Seat
from kartarna.play.errors import Refused
from kartarna.play.model.draft import Draft
from kartarna.play.model.table import Table


def take_back(table: Table, seat: int) -> Draft:
    """The seat's own last decision with all that followed.

    Not if a human saw something new by it, nor if another human has decided or a bot has used a card since.
    """
    if not table.take_backs:
        raise Refused("take_backs_off")
    standing = table.history.standing
    own = next((at for at in reversed(range(len(standing))) if _owns(table, seat, standing[at])), None)
    if own is None:
        raise Refused("no_take_back_yet")
    for step in table.history.since(own):
        _check_unseen(table, step)
        _check_quiet(table, seat, step)
    return Draft("taken_back", seat, data={"count": len(standing) - own})


def _owns(table: Table, seat: int, entry: Entry) -> bool:
    """What all humans agreed on (an event) is the own decision of one who is alone among bots."""
    if isinstance(entry, Decided):
        return entry.seat == seat
    return table.humans() == {table.chairs[seat].person}


def _check_unseen(table: Table, step: Step[Any]) -> None:
    if any(event.reveals and _seen_by_human(table, event) for event in events_of(table.game, step)):
        raise Refused("no_take_back_seen")


def _seen_by_human(table: Table, event: Event) -> bool:
    return any(event.seen_by(seat) for seat, chair in enumerate(table.chairs) if chair.person is not None)


def _check_quiet(table: Table, seat: int, step: Step[Any]) -> None:
    match step.entry:
        case entry if _owns(table, seat, entry):
            pass
        case Decided(other, action):
            if table.chairs[other].person is not None or table.game.words.cards(step.before, other, action):
                raise Refused("no_take_back_played", seat=Seat(other))
        case _:
            raise Refused("no_take_back")  # an event that all humans had a say in
