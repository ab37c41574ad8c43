"""What the score pad of dnup counts with, from the rules."""

from __future__ import annotations

from kartarna.games.dnup.rules import ends_round, prize, target

PLAYERS = range(6)


def first_ends(players: int) -> list[bool]:
    """DNUP-15: by the tokens one then has, whether to be out first ends the round: nobody comes second."""
    won = prize(players, first=True)
    return [ends_round(players, won, tokens) for tokens in range(target(players) + won)]


SCORING = {
    "first": prize(3, first=True),
    "second": prize(3, first=False),
    "won": prize(2, first=True),  # a round of two players
    "target": [target(players) for players in PLAYERS],  # by the number of players
    "first_ends": [first_ends(players) for players in PLAYERS],
}
