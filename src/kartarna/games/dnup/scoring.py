"""What the score pad of dnup counts with, from the rules."""

from __future__ import annotations

from kartarna.games.dnup.rules import prize, target

SCORING = {
    "first": prize(3, first=True),
    "second": prize(3, first=False),
    "won": prize(2, first=True),  # a round of two players
    "target": [target(players) for players in range(6)],  # by the number of players
}
