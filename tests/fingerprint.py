"""Tells a fingerprint of seeded games: every snapshot, imagined world and quick player's choice, and what bots think.

`python -m tests.fingerprint [GAMES ITERATIONS]` prints them as JSON: of so many games of each variant, and of so many
iterations of a search.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from typing import Any

from kartarna import COMPILED
from kartarna.bots.levels import LEVELS
from kartarna.bots.parallel_search import Budget, think
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import seats_of
from kartarna.games import get
from tests.variants import HOUSE, VARIANTS, name

GAMES, ITERATIONS = 3, 25


def fingerprints(games: int = GAMES, iterations: int = ITERATIONS) -> list[str]:
    """A line for every game, number of players and variant of the rules."""
    variants = [*VARIANTS, *HOUSE]
    played = [(name(variant), fingerprint(*variant, games), thoughts(*variant, iterations)) for variant in variants]
    return ["compiled" if COMPILED else "interpreted", *map(" ".join, played)]


def fingerprint(game: str, players: int, options: dict[str, Any], games: int) -> str:
    digest = sha256()
    for number in range(games):
        state: State = get(game).new(players, options)
        rng = Rng(2026, number)
        while not state.over():
            if state.due():
                state.deal(state.draw(rng))
            for seat in seats_of(state.waiting()):
                decide(state, seat, rng, greedy=number != 0)
                world = state.clone()
                world.resample(seat, rng)
                digest.update(state.snapshot() + world.snapshot())
        digest.update(bytes(state.totals[seat] & 255 for seat in range(players)) + bytes([state.winners() & 255]))
    return digest.hexdigest()


def decide(state: State, seat: int, rng: Rng, *, greedy: bool) -> None:
    if greedy and rng.below(4):
        state.apply(seat, state.greedy(seat, rng))
    else:
        legal = state.legal_actions(seat)
        state.apply(seat, legal[rng.below(len(legal))])


def thoughts(game: str, players: int, options: dict[str, Any] | None, iterations: int) -> str:
    """Visits and sums of the search, to the last bit, of every level in a position of its own."""
    digest = sha256()
    state: State = get(game).new(players, options)
    rng = Rng(players, 7)
    for level in LEVELS:
        seat = next_choice(state, rng)
        budget = Budget(min(iterations, level.budget(game, players)))
        for found in think(state, seat, level.settings(game, players), budget, Rng(seat, 3)).after():
            digest.update(repr((found.seat, found.action, found.visits, found.total, found.squares)).encode())
        state.apply(seat, state.greedy(seat, rng))
    return digest.hexdigest()


def next_choice(state: State, rng: Rng) -> int:
    """The seat that has to choose between several decisions; plays on until there is one."""
    while True:
        if state.due():
            state.deal(state.draw(rng))
        seat = seats_of(state.waiting())[0]
        legal = state.legal_actions(seat)
        if len(legal) > 1:
            return seat
        state.apply(seat, legal[0])


if __name__ == "__main__":
    print(json.dumps(fingerprints(*map(int, sys.argv[1:]))))  # noqa: T201
