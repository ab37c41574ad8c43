"""What one human proposes to the others at the table."""

from __future__ import annotations

from dataclasses import dataclass

TAKE_BACK, END, DRAW, PAUSE = "take_back", "end", "draw", "pause"
LAST_ROUND = "last_round"  # an event of the game (GAP-9)


@dataclass
class Proposal:
    what: str
    seat: int
    at: float
    agreed: set[str]  # persons
