"""The deal of a round as a row of chance outcomes, each as likely as the others, from the game's layout."""

from __future__ import annotations

from kartarna.core.rng import Rng
from kartarna.core.state import State


class Chance:
    """`deals` 0: thing by thing as the layout says; otherwise a round has so many deals, drawn from fixed seeds."""

    def __init__(self, state: State, deals: int) -> None:
        self.deals = deals
        self.drawn: list[int] = []
        self.most = max(len(lot.things) * lot.sides for lot in state.layout())

    def most_outcomes(self) -> int:
        return self.deals or self.most

    def outcomes(self, state: State) -> list[int]:
        """What may come next, in ascending order."""
        if self.deals:
            return list(range(self.deals))
        place, before = 0, self.drawn[:0]
        for lot in state.layout():
            numbers = self.drawn[place : place + lot.size]
            if len(numbers) < lot.size:
                gone = {number // lot.sides for number in numbers}
                left = [thing for thing in lot.left(before) if thing not in gone]
                return sorted(lot.sides * thing + side for thing in left for side in range(lot.sides))
            place, before = place + lot.size, numbers
        return []

    def choose(self, state: State, outcome: int) -> list[int] | None:
        """Takes an outcome; the whole deal once that is complete."""
        if self.deals:
            return state.draw(Rng(outcome, state.round))
        self.drawn.append(outcome)
        if len(self.drawn) < sum(lot.size for lot in state.layout()):
            return None
        deal, self.drawn = self.drawn, []
        return deal
