"""A row to be, as a command drafts it."""

from __future__ import annotations

from typing import Any, NamedTuple

from kartarna.core.step import Step
from kartarna.play.storage.log import Row


class Draft(NamedTuple):
    """Before it has a number and a time. `step` is what it brings to the game, where that is known already."""

    kind: str
    seat: int | None = None
    message: str | None = None
    data: dict[str, Any] = {}  # noqa: RUF012 – never changed
    step: Step[Any] | None = None

    def row(self, seq: int, at: float) -> Row:
        return Row(seq, at, self.kind, self.seat, self.message, self.data)
