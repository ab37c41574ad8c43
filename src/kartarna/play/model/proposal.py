"""What one human proposes to the others at the table: one of these, or an event of the game."""

from __future__ import annotations

from dataclasses import dataclass

TAKE_BACK, END, DRAW, PAUSE = "take_back", "end", "draw", "pause"


@dataclass
class Proposal:
    what: str
    seat: int
    at: float
    agreed: set[str]  # persons
