"""A change tried out in a moment, for whoever looks at a page: quick bots alone, as many deals as the time allows.

As a program it reads what to try from its input, as JSON, and writes the report.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from time import process_time
from typing import Any

from kartarna.core.errors import OptionError
from kartarna.games import get
from kartarna.lab.arena.tournament import Tournament
from kartarna.lab.house.figures import measure_json, places_json, version_json
from kartarna.lab.house.measures import by_place, compare
from kartarna.lab.house.version import GameVersion
from kartarna.lab.house.watched import WatchedDeal, watch

BOT = "greedy"
SECONDS = 2.0  # of processor time
FEWEST, MOST = 3, 500  # deals


class QuickComparison:
    """A version of a game beside the game by the rules."""

    def __init__(
        self, game: str, players: int, options: Mapping[str, Any], deck: Mapping[str, Any] | None, seed: int
    ) -> None:
        self.versions = GameVersion(game), GameVersion(game, options, deck)
        if self.versions[0] == self.versions[1]:
            raise OptionError("both versions are the same: nothing is changed")
        self.tournaments = [
            Tournament(game, players, (BOT,), seed, version.options, rotations=1, deck=version.deck)
            for version in self.versions
        ]
        self.deals: tuple[list[WatchedDeal], list[WatchedDeal]] = ([], [])

    def play(self, seconds: float = SECONDS) -> Iterator[None]:
        """Game by game, so that whoever goes on from here may do something else in between."""
        spent = 0.0
        for deal in range(MOST):
            if deal >= FEWEST and spent >= seconds:
                return
            for played, tournament in zip(self.deals, self.tournaments, strict=True):
                began = process_time()
                played.append(watch(tournament, False, deal))
                spent += process_time() - began
                yield

    def report(self) -> dict[str, Any]:
        """What bodies.Report of the protocol says."""
        against, changed = self.versions
        tournament = self.tournaments[0]
        shares = [by_place(deals) for deals in self.deals]
        figures = [one for one in compare(against.game, BOT, *self.deals) if one.name != "stake of a choice"]
        return {
            "game": against.game,
            "players": tournament.players,
            "seed": tournament.seed,
            "games_each": {BOT: len(self.deals[0])},
            "against": version_json(against),
            "changed": version_json(changed),
            "measures": [measure_json(one) for one in figures],
            "by_place": {BOT: places_json(*shares)} if all(shares) else {},
        }


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(5)  # those who play come first
    wish = json.load(sys.stdin)
    get(wish["game"])
    tryout = QuickComparison(**wish)
    for _ in tryout.play():
        pass
    json.dump(tryout.report(), sys.stdout)


if __name__ == "__main__":
    main()
