"""The one rule about taking back."""

from __future__ import annotations

from typing import Any

from kartarna.core.history import events_of
from kartarna.core.step import Decided, Entry, Step
from kartarna.core.words import Event, Seat
from kartarna.play.errors import Refused
from kartarna.play.model.phases import PLAYING
from kartarna.play.model.table import Table


def may_take_back(table: Table, seat: int) -> bool:
    """Whether the seat can propose it now."""
    if not table.take_backs or table.phase != PLAYING or table.proposal or table.chairs[seat].resigned:
        return False
    try:
        return taken_back(table, seat) > 0
    except Refused:
        return False


def taken_back(table: Table, seat: int) -> int:
    """How many entries go: the seat's own last decision with all that followed.

    One who is alone among bots takes back freely, as far as the round goes, and the game is practice from then on.
    Otherwise not if a human saw something new by it, nor if another human has decided or a bot has used a card since.
    What a seat decided at the same time did not follow from it, and is not taken back with it.
    """
    if not table.take_backs:
        raise Refused("take_backs_off")
    standing = table.history.standing
    own = next((at for at in reversed(range(len(standing))) if _owns(table, seat, standing[at])), None)
    if own is None:
        raise Refused("no_take_back_yet")
    steps = [] if table.alone else list(table.history.since(own))
    for step in steps:
        _check_unseen(table, step)
        _check_quiet(table, seat, step, together=steps[0].before.waiting())
    return len(standing) - own


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


def _check_quiet(table: Table, seat: int, step: Step[Any], together: int) -> None:
    """`together` is a mask of the seats that were to decide when this one did."""
    match step.entry:
        case entry if _owns(table, seat, entry):
            pass
        case Decided(other, action):
            human, used = table.chairs[other].person is not None, table.game.words.cards(step.before, other, action)
            if human or used or together >> other & 1:
                raise Refused("no_take_back_played", seat=Seat(other))
        case _:
            raise Refused("no_take_back")  # an event that all humans had a say in
