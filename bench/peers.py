"""The games of others that ours are measured against, brought to where the first decision is due."""

from __future__ import annotations

import random
import statistics
from collections.abc import Mapping
from typing import Any

import pyspiel
from measure import Figures

OPEN_SPIEL = ("crazy_eights(players=4)", "oh_hell(players=4)", "euchre", "dou_dizhu", "spades")
ROOTS = 10  # deals of each game


def roots(name: str) -> list[Any]:
    """Deals of an OpenSpiel game, each at its first decision between at least two moves."""
    rng = random.Random(1)
    game = pyspiel.load_game(name)
    found = []
    while len(found) < ROOTS:
        state = game.new_initial_state()
        while not state.is_terminal() and (state.is_chance_node() or len(state.legal_actions()) < 2):
            step(state, rng)
        if not state.is_terminal():
            found.append(state)
    return found


def add_theirs(figures: Figures, speeds: Mapping[str, float], unit: str) -> float:
    """Adds their figures, and returns the median that ours are held against."""
    for name, speed in speeds.items():
        figures.add(f"OpenSpiel {name}", speed, unit)
    middle = statistics.median(speeds.values())
    figures.add("OpenSpiel, median of these", middle, unit)
    return middle


def step(state: Any, rng: random.Random) -> bool:
    """One step at random; true if it was a decision, false if it was chance."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])
        return False
    state.apply_action(rng.choice(state.legal_actions()))
    return True
