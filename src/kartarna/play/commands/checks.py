"""What every command looks at first: who asks, whether it asked before, and whether there is such a seat."""

from __future__ import annotations

from kartarna.play.errors import NoSuchSeat, NotYourSeat, WrongPhase
from kartarna.play.model.table import Table


class Known(Exception):
    """This message was carried out before, as this row: it is answered, not carried out again."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


def check_new(table: Table, person: str | None, seat: int, message: str | None = None) -> None:
    """Whoever asks holds the seat, and has not sent this very message before. A bot's seat is nobody's."""
    if person is None or seat not in table.seats_held(person):
        raise NotYourSeat
    if message is not None and (known := table.known.get((seat, message))):
        raise Known(known)


def check_seat(table: Table, *seats: int) -> None:
    if not all(0 <= seat < table.players for seat in seats):
        raise NoSuchSeat


def check_phase(table: Table, *phases: str) -> None:
    if table.phase not in phases:
        raise WrongPhase
