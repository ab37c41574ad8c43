"""Lets bots think: natively, and the same file in the Python of a browser (local.mjs)."""

from __future__ import annotations

import json
import sys
from time import perf_counter, process_time

from kartarna import COMPILED
from kartarna.bots.levels import LEVELS, Level
from kartarna.bots.parallel_search import Budget, think
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import seats_of
from kartarna.games import get

PLAYERS = 4
APART = 3  # decisions between two that are timed


def times(game: str, level: str, decisions: int) -> list[float]:
    """Milliseconds for real choices in a game of four, some decisions apart."""
    [bot] = [found for found in LEVELS if found.name == level]
    state: State = get(game).new(PLAYERS)
    rng = Rng(2026)
    found: list[float] = []
    met = 0
    while len(found) < decisions:
        if state.over():
            state = get(game).new(PLAYERS)
        if state.due():
            state.deal_random(rng)
        seat = seats_of(state.waiting())[0]
        if len(state.legal_actions(seat)) > 1:
            met += 1
            if met % APART == 0:
                found.append(timed(state, seat, bot))
        state.apply(seat, state.greedy(seat, rng))
    return found


def timed(state: State, seat: int, bot: Level) -> float:
    game, players = state.GAME, state.players
    start = perf_counter()
    think(state, seat, bot.settings(game, players), Budget(bot.budget(game, players)), Rng(seat)).after()
    return 1000 * (perf_counter() - start)


if __name__ == "__main__":
    assert COMPILED
    times(sys.argv[1], sys.argv[2], 1)  # loads the game
    start = process_time()
    taken = times(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    print(json.dumps({"processor": 1000 * (process_time() - start) / len(taken), "wall": taken}))
