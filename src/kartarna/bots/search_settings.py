"""How a search thinks: what was found best for a game, or for a number of players there (docs/experiments.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from kartarna.bots.search import UNLIMITED, Tree

Table = str | tuple[str, int]  # a game, or a game with so many players
Thing = TypeVar("Thing")


@dataclass(frozen=True)
class SearchSettings:
    """What a search can be told besides how long."""

    exploration: float = 1.4  # in spreads of what the seat can expect
    rollouts: int = 256  # of 256 decisions in a rollout, how many the quick player makes; the others are random
    horizon: int = 200  # decisions of a rollout; then the position is judged as it stands
    widening: float = UNLIMITED  # a position seen n times has tried widening · √n decisions, the quick player's first
    infers: bool = True  # imagines what players usually keep, rather than any cards
    forgets: bool = False  # what it saw go into the others' hands
    sees_all: bool = False  # takes the world it is handed for the true one; for the lab only

    def tree(self, nodes: int) -> Tree:
        return Tree(
            nodes,
            exploration=self.exploration,
            greedy_share=self.rollouts,
            horizon=self.horizon,
            widening=self.widening,
            infers=self.infers,
            sees_all=self.sees_all,
        )


USUAL = SearchSettings()
TROP = SearchSettings(exploration=2.0)

SETTINGS: dict[Table, SearchSettings] = {
    "dnup": SearchSettings(widening=1.0),
    "trop": TROP,
    **{("trop", players): replace(TROP, horizon=6) for players in range(5, 9)},
    "karma": SearchSettings(widening=1.0, horizon=3000),
    "gap": SearchSettings(rollouts=128, widening=1.0),
}


def at_table(things: Mapping[Table, Thing], game: str, players: int, usual: Thing) -> Thing:
    """What is said of this very table, or else of the game, or else is usual."""
    return things.get((game, players), things.get(game, usual))


def settings_for(game: str, players: int) -> SearchSettings:
    return at_table(SETTINGS, game, players, USUAL)
