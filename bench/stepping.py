"""Stepping from Python, four players: `legal_actions()` and `apply()`, ours against OpenSpiel and RLCard.

Every loop asks whose turn it is, asks for the legal decisions, takes one at random and applies it; only
decisions are counted. Whole games: everything from the first deal to the end is part of the time, ours
and theirs. OpenSpiel deals card by card through chance nodes, which takes most of its time; so beside
the figure that the aim is about stands how things are once its cards are dealt ("after the deal": none
of their time but all of ours). RLCard's environment also encodes what the player sees; "bare game" is
the game inside.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import cycle
from time import thread_time
from typing import Any

import pyspiel
import rlcard
from measure import SHORTEST, Figures, measure
from peers import OPEN_SPIEL, roots

from kartarna.core.rng import Rng
from kartarna.games import get

Play = Callable[[], tuple[int, float]]  # plays a game; its decisions and its seconds
number = cycle([random.getrandbits(20) for _ in range(9973)]).__next__  # cheap, so that it hides no difference


def run(figures: Figures, games: Sequence[str]) -> None:
    peers = {
        "OpenSpiel": statistics.median(speed(partial(open_spiel, name)) for name in OPEN_SPIEL),
        "OpenSpiel after the deal": statistics.median(speed(partial(open_spiel_dealt, name)) for name in OPEN_SPIEL),
        "RLCard uno": speed(uno),
        "RLCard uno, bare game": speed(bare_uno),
    }
    aims = {"OpenSpiel": 5, "RLCard uno": 20}
    for peer, theirs in peers.items():
        figures.add(peer, theirs, "k/s")
    for name in games:
        mine = speed(partial(ours, name))
        figures.add(name, mine, "k/s")
        for peer, theirs in peers.items():
            figures.add(f"{name} : {peer}", mine / theirs, "×", at_least=aims.get(peer))


def speed(play: Play) -> float:
    """Thousands of decisions a second."""
    decisions, taken = 0, 0.0
    while taken < SHORTEST:
        more, longer = play()
        decisions += more
        taken += longer
    return decisions / taken / 1e3


def ours(name: str) -> tuple[int, float]:
    state, rng = get(name).new(4), Rng(random.getrandbits(63))
    count = 0
    start = thread_time()
    while not state.over():
        state.deal_random(rng)
        while waiting := state.waiting():
            seat = waiting.bit_length() - 1
            legal = state.legal_actions(seat)
            state.apply(seat, legal[number() % len(legal)])
            count += 1
    return count, thread_time() - start


def open_spiel(name: str) -> tuple[int, float]:
    return stepped(pyspiel.load_game(name).new_initial_state())


def open_spiel_dealt(name: str) -> tuple[int, float]:
    return stepped(random.choice(dealt(name)).clone())


dealt = cache(roots)


def stepped(state: Any) -> tuple[int, float]:
    count = 0
    start = thread_time()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[number() % len(outcomes)][0])
        while (player := state.current_player()) >= 0:
            legal = state.legal_actions(player)
            state.apply_action(legal[number() % len(legal)])
            count += 1
    return count, thread_time() - start


@cache
def environment() -> Any:
    return rlcard.make("uno", config={"game_num_players": 4})


def uno() -> tuple[int, float]:
    env = environment()
    count = 0
    start = thread_time()
    state, _ = env.reset()
    while not env.is_over():
        legal = list(state["legal_actions"])
        state, _ = env.step(legal[number() % len(legal)])
        count += 1
    return count, thread_time() - start


def bare_uno() -> tuple[int, float]:
    game = environment().game
    count = 0
    start = thread_time()
    state, _ = game.init_game()
    while not game.is_over():
        legal = state["legal_actions"]
        state, _ = game.step(legal[number() % len(legal)])
        count += 1
    return count, thread_time() - start


if __name__ == "__main__":
    measure("Stepping from Python, four players: thousand decisions a second", run)
