"""Decisions and results of a game as environments count them: whose turn, which numbers, how many points of reward."""

from __future__ import annotations

from kartarna.core.state import State
from kartarna.core.view import seats_of

LARGEST = 4096  # decisions that a mask has room for


class Decisions:
    """The numbers that an environment takes as decisions, all below `count`.

    They are the game's own. Where there would be too many of those for a mask, a decision is its place among the legal
    ones in this position, in the order of `legal_actions`.
    """

    def __init__(self, state: State) -> None:
        self.by_place = state.ACTIONS > LARGEST
        self.count = state.MAX_LEGAL if self.by_place else state.ACTIONS

    def legal(self, state: State, seat: int) -> list[int]:
        """In ascending order; none if the seat owes no decision."""
        actions = state.legal_actions(seat)
        return list(range(len(actions))) if self.by_place else sorted(actions)

    def action(self, state: State, seat: int, number: int) -> int:
        """The decision of the game that a legal number stands for."""
        return state.legal_actions(seat)[number] if self.by_place else number


def seat_to_move(state: State) -> int:
    """Where several seats choose at the same time, the first of them; it cannot see what the others choose."""
    return seats_of(state.waiting())[0]


def returns(state: State) -> list[float]:
    """What a game was worth to each seat: 1 for winning alone, 0 for an even share; their sum is 0 (ALL-6)."""
    return won_by(state.winners(), state.players)


def won_by(seats: int, players: int) -> list[float]:
    """The same, with these winners; nobody, and it was worth nothing to all."""
    winners = seats_of(seats)
    if not winners:
        return [0.0] * players
    return [((seat in winners) * players / len(winners) - 1) / (players - 1) for seat in range(players)]
