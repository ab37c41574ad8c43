"""A row to be, as a command drafts it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kartarna.core.step import Step
from kartarna.play.storage.log import Row


@dataclass(frozen=True)
class Draft:
    """Before it has a number and a time. `step` is what it brings to the game, where that is known already."""

    kind: str
    seat: int | None = None
    message: str | None = None
    data: dict[str, Any] = field(default_factory=dict)
    step: Step[Any] | None = None

    def row(self, seq: int, at: float) -> Row:
        return Row(seq, at, self.kind, self.seat, self.message, self.data)
