"""The life of a table."""

from __future__ import annotations

from typing import Final, Literal

OPEN: Final = "open"  # seats are free
SHUFFLING: Final = "shuffling"  # all seats are taken, and all together shuffle the cards
PLAYING: Final = "playing"
FINISHED: Final = "finished"  # played to the end, or ended otherwise

Phase = Literal["open", "shuffling", "playing", "finished"]
Ended = Literal["over", "draw", "agreed", "abandoned", "closed"]  # how it finished
