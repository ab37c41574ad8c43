"""A row to be, as a command drafts it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kartarna.core.state import State
from kartarna.play.storage.log import Row


@dataclass(frozen=True)
class Draft:
    """Before it has a number and a time. `after` is the state that a decision leads to, where it is known already."""

    kind: str
    seat: int | None = None
    message: str | None = None
    data: dict[str, Any] = field(default_factory=dict)
    after: State | None = None

    def row(self, seq: int, at: float) -> Row:
        return Row(seq, at, self.kind, self.seat, self.message, self.data)
