"""A slow count of the same games, through the checked face of the state and with fractions."""

from __future__ import annotations

import statistics
from fractions import Fraction
from typing import Any

from kartarna.core import bits
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import seats_of
from kartarna.lab.simulate.plan import Plan


def played(plan: Plan, number: int) -> tuple[State, int, int | None]:
    """A game to its end, the number of its decisions, and who started it."""
    state, rng, decisions = plan.blank(), Rng(plan.seed, number), 0
    starter: int | None = None
    while not state.over():
        if state.due():
            zones = [zone for zone, _ in plan.rules.slots(state)]
            outcome = state.draw(rng)
            state.deal(outcome)
            if decisions == 0:
                alone = state.waiting().bit_count() == 1
                first = bits.lowest(state.waiting()) if alone else None
                starter = outcome[zones.index("starter")] if "starter" in zones else first
        seat = bits.lowest(state.waiting())
        legal = state.legal_actions(seat)
        greedy = plan.bots[seat] == "greedy"
        state.apply(seat, state.greedy(seat, rng) if greedy else legal[rng.below(len(legal))])
        decisions += 1
    return state, decisions, starter


def measured(numbers: list[int]) -> dict[str, float]:
    return {
        "mean": statistics.fmean(numbers),
        "spread": statistics.stdev(numbers),
        "min": min(numbers),
        "max": max(numbers),
    }


def recount(plan: Plan) -> dict[str, Any]:
    games = [played(plan, number) for number in range(plan.games)]
    wins = [Fraction(0)] * plan.players
    places = [Fraction(0)] * plan.players
    for state, _, starter in games:
        winners = seats_of(state.winners())
        for seat in winners:
            wins[seat] += Fraction(1, len(winners))
            if starter is not None:
                places[(seat - starter) % plan.players] += Fraction(1, len(winners))
    winners = [state.winners().bit_count() for state, _, _ in games]
    return {
        "decisions": sum(decisions for _, decisions, _ in games),
        "length": {
            "decisions": measured([decisions for _, decisions, _ in games]),
            "rounds": measured([state.round for state, _, _ in games]),
        },
        "scores": [measured([state.total(seat) for state, _, _ in games]) for seat in range(plan.players)],
        "wins": [float(parts) for parts in wins],
        "from_starter": [float(parts) for parts in places] if any(places) else None,
        "shared_wins": sum(count > 1 for count in winners),
        "nobody_wins": winners.count(0),
        "limits": {
            "rounds_ended": sum(state.limits for state, _, _ in games),
            "games_with_such_rounds": sum(state.limits > 0 for state, _, _ in games),
            "games_of_100_rounds": sum(state.round >= 100 for state, _, _ in games),
        },
    }
