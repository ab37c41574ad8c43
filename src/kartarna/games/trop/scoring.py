"""What the score pad of TROP counts with, from the rules."""

from __future__ import annotations

from kartarna.games.trop.cards import NUMBERS
from kartarna.games.trop.codes import HAND

TARGET = 100  # TROP-13: unless the table says otherwise

SCORING = {"target": TARGET, "lowest_hand": HAND * NUMBERS[0], "highest_hand": HAND * NUMBERS[-1]}
