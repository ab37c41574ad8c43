"""What every command looks at first: who asks, whether it asked before, and whether there is such a seat."""

from __future__ import annotations

from kartarna.play.errors import NoSuchSeat, NotYourSeat, Refused, WrongPhase
from kartarna.play.model.known_message import Wish
from kartarna.play.model.table import Table


class Known(Exception):
    """This message was carried out before, as this row: it is answered, not carried out again."""

    def __init__(self, seq: int) -> None:
        super().__init__(seq)
        self.seq = seq


def check_new(
    table: Table, person: str | None, seat: int, message: str | None = None, wish: Wish | None = None, seen: int = 0
) -> None:
    """Whoever asks holds the seat, and has not sent this very message before. A bot's seat is nobody's.

    The same id with another wish, of another person, or of one who has `seen` what came of it, is no retry.
    """
    if person is None or seat not in table.seats_held(person):
        raise NotYourSeat
    known = table.known.get((seat, message)) if message is not None else None
    if known is None:
        return
    if (known.person, known.wish) != (person, wish) or seen >= known.seq:
        raise Refused("id_used")
    raise Known(known.seq)


def check_seat(table: Table, *seats: int) -> None:
    for seat in seats:
        if not 0 <= seat < table.players:
            raise NoSuchSeat


def check_phase(table: Table, *phases: str) -> None:
    if table.phase not in phases:
        raise WrongPhase
