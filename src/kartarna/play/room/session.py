"""One connection to a table: who is there, whose cards it may see, and where its updates go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from kartarna.play.errors import NotYourSeat
from kartarna.play.model.table import Table
from kartarna.play.model.updates import Update

Deliver = Callable[[Update], None]  # must not block; a queue that is full closes its connection


@dataclass(eq=False)
class Session:
    """Someone who holds several seats (hot seat) sees no hand until the curtain is lifted for one of them."""

    person: str | None  # None: a spectator
    deliver: Deliver
    link: str | None = None  # the table's link, where nothing else let it in
    dismiss: Callable[[], None] = field(default=lambda: None)  # it may no longer look: whoever comes back is told why
    lifted: int | None = None

    def audience(self, table: Table) -> int | None:
        seats = table.seats_held(self.person)
        if len(seats) == 1:
            return seats[0]
        return self.lifted if self.lifted in seats else None

    def lift_curtain(self, table: Table, seat: int) -> None:
        if seat not in table.seats_held(self.person):
            raise NotYourSeat
        self.lifted = seat

    def drop_curtain(self) -> None:
        self.lifted = None

    def cover_if_done(self, table: Table) -> None:
        """The curtain falls by itself when the next decision is for another of the person's seats."""
        if self.lifted is None or table.asked[self.lifted]:
            return
        if any(table.asked[seat] for seat in table.seats_held(self.person)):
            self.lifted = None
