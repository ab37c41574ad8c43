"""The one rule about taking back."""

from __future__ import annotations

from collections.abc import Iterator

from kartarna.core.state import State
from kartarna.core.words import Event, Seat
from kartarna.play.errors import Refused
from kartarna.play.model.draft import Draft
from kartarna.play.model.table import Table

Entry = tuple[int, int | str]  # a decision (seat, action), or an event (−1, its name)


def take_back(table: Table, seat: int) -> Draft:
    """The seat's own last decision with all that followed.

    Not if a human saw something new by it, nor if another human has decided or a bot has used a card since.
    """
    if not table.take_backs:
        raise Refused("take_backs_off")
    count = _count(table, seat)
    for entry, before, after in _steps(table, len(table.standing) - count):
        _check_unseen(table, entry, before, after)
        _check_quiet(table, seat, entry, before)
    return Draft("taken_back", seat, data={"count": count})


def _count(table: Table, seat: int) -> int:
    """How many entries of this round there are from the seat's last one on."""
    for count, entry in enumerate(reversed(table.standing), 1):
        if _owns(table, seat, entry):
            return count
    raise Refused("no_take_back_yet")


def _owns(table: Table, seat: int, entry: Entry) -> bool:
    """What all humans agreed on (an event) is the own decision of one who is alone among bots."""
    return entry[0] == seat or (entry[0] < 0 and table.humans() == {table.chairs[seat].person})


def _steps(table: Table, first: int) -> Iterator[tuple[Entry, State, State]]:
    """The entries of this round from one on, each with the states before and after it."""
    for count in range(first, len(table.standing)):
        yield table.standing[count], table.replay_round(count), table.replay_round(count + 1)


def _check_unseen(table: Table, entry: Entry, before: State, after: State) -> None:
    seat, action = entry
    events = [] if isinstance(action, str) else table.game.words.narrate(before, seat, action, after)
    if any(event.reveals and _seen_by_human(table, event) for event in events):
        raise Refused("no_take_back_seen")


def _seen_by_human(table: Table, event: Event) -> bool:
    return any(event.seen_by(seat) for seat, chair in enumerate(table.chairs) if chair.person is not None)


def _check_quiet(table: Table, seat: int, entry: Entry, before: State) -> None:
    other, action = entry
    if _owns(table, seat, entry):
        return
    if isinstance(action, str):
        raise Refused("no_take_back")  # all humans had a say in it
    if table.chairs[other].person is not None or table.game.words.cards(before, other, action):
        raise Refused("no_take_back_played", seat=Seat(other))
