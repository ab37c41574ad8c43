"""A message that was carried out: what is needed to tell the same message sent again from another with its id."""

from __future__ import annotations

from typing import NamedTuple

from kartarna.play.storage.log import Row

Wish = tuple[str, int | str | None]  # the kind of row that a message asks for, and what it says
SAID_IN = {"decided": "action", "proposed": "what", "said": "phrase"}


class KnownMessage(NamedTuple):
    seq: int
    person: str | None  # who had the seat then
    wish: Wish


def wish_of(row: Row) -> Wish:
    return row.kind, row.data.get(SAID_IN.get(row.kind, ""))
