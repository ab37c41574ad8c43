"""The life of a table."""

from __future__ import annotations

OPEN = "open"  # seats are free
SHUFFLING = "shuffling"  # all seats are taken, and all together shuffle the cards
PLAYING = "playing"
FINISHED = "finished"  # played to the end, or ended otherwise
