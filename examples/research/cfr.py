"""OpenSpiel's regret minimisation on TROP with four cards: a round of two players, every deal of it, solved.

Exploitability is what an opponent who knows the strategy would win by; it falls towards 0.

    python examples/research/cfr.py [ITERATIONS]
"""

from __future__ import annotations

import sys
from pathlib import Path

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

import kartarna.research.open_spiel  # noqa: F401 - registers the games

DECK = Path(__file__).with_name("four_cards.toml")
TOLD = 4  # times that it says how far it is


def main(iterations: int = 40) -> list[float]:
    """The exploitability before and along the way."""
    game = pyspiel.load_game("kartarna_trop", {"deck": str(DECK), "last": 1, "starter": 1})
    solver = cfr.CFRPlusSolver(game)
    found = [exploitability.exploitability(game, solver.average_policy())]
    print(f"deciding at random: {found[0]:.3f}")
    for iteration in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration % max(1, iterations // TOLD) == 0:
            found.append(exploitability.exploitability(game, solver.average_policy()))
            print(f"after {iteration} iterations: {found[-1]:.4f}")
    return found


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
