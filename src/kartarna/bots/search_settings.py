"""How a search thinks: the settings that there are. A game may say others in its bots.toml (docs/experiments.md)."""

from __future__ import annotations

from dataclasses import dataclass

from kartarna.bots.search import UNLIMITED, Tree


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
