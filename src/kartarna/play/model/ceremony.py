"""One attempt at the fair shuffle, as the log tells it: commit, promise, reveal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kartarna.play.model.shuffle import SCHEME, shuffle_key

PATIENCE = 30.0  # seconds for each step before the shuffle starts again
PATIENCE_DAYS = 3 * 24 * 3600.0


@dataclass
class Ceremony:
    table: str
    game: str
    humans: tuple[bool, ...]  # by seat
    secret: bytes
    commitment: bytes
    since: float  # when the present step began
    promises: dict[int, bytes] = field(default_factory=dict)
    parts: dict[int, bytes] = field(default_factory=dict)

    @property
    def promised(self) -> bool:
        """All hashes are in: the list is fixed and published."""
        return len(self.promises) == sum(self.humans)

    @property
    def complete(self) -> bool:
        return self.promised and len(self.parts) == sum(self.humans)

    def missing(self) -> tuple[int, ...]:
        """The seats that the present step waits for."""
        given = self.parts if self.promised else self.promises
        return tuple(seat for seat, human in enumerate(self.humans) if human and seat not in given)

    def key(self) -> bytes:
        return shuffle_key(
            self.table, self.game, self.secret, [self.parts.get(seat) for seat in range(len(self.humans))]
        )

    def shown(self) -> dict[str, Any]:
        """What everyone may know by now: hashes when all are in, parts when all are in."""
        return {
            "commitment": self.commitment.hex(),
            "waiting": self.missing(),
            "bots": tuple(seat for seat, human in enumerate(self.humans) if not human),
            "promises": self._by_seat(self.promises) if self.promised else None,
            "parts": self._by_seat(self.parts) if self.complete else None,
        }

    def proof(self) -> dict[str, Any]:
        """All of it; only when the game is over, or this attempt was given up."""
        return {
            "scheme": SCHEME,
            "table": self.table,
            "commitment": self.commitment.hex(),
            "secret": self.secret.hex(),
            "promises": self._by_seat(self.promises),
            "parts": self._by_seat(self.parts),
        }

    def _by_seat(self, given: dict[int, bytes]) -> list[str | None]:
        return [given[seat].hex() if seat in given else None for seat in range(len(self.humans))]
