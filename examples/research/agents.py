"""Agents in PettingZoo: one that decides at random, one that searches; who wins more?

python examples/research/agents.py [GAME] [GAMES]
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np

from kartarna import bots
from kartarna.core.rng import Rng
from kartarna.research.aec import GameEnv
from kartarna.research.decisions import Decisions

Agent = Callable[[GameEnv, str], int]


def random_agent(seed: int) -> Agent:
    """Looks at the mask and nothing else."""
    rng = np.random.default_rng(seed)

    def decide(env: GameEnv, agent: str) -> int:
        return int(rng.choice(np.flatnonzero(env.observe(agent)["action_mask"])))

    return decide


def search_agent(level: str, seed: int) -> Agent:
    """One of Kartárna's bots. It is handed a world that its seat cannot tell from the true one."""
    bot, rng = bots.get(level), Rng(seed)

    def decide(env: GameEnv, agent: str) -> int:
        seat = env.possible_agents.index(agent)
        answer = bots.consult(bot, env.state_of_game, seat, rng)
        return number_of(env.decisions, env, seat, answer.action)

    return decide


def number_of(decisions: Decisions, env: GameEnv, seat: int, action: int) -> int:
    """A decision of the game as the environment counts it."""
    return env.state_of_game.legal_actions(seat).index(action) if decisions.by_place else action


def play(env: GameEnv, agents: dict[str, Agent], seed: int) -> dict[str, float]:
    """A whole game; what each agent earned."""
    earned = dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed)
    for agent in env.agent_iter():
        _, reward, terminated, _, _ = env.last()
        earned[agent] += reward
        env.step(None if terminated else agents[agent](env, agent))
    return earned


def main(game: str = "gap", games: int = 20) -> float:
    """The search agent's mean reward against the random one; the seats are changed after every game."""
    env = GameEnv(game, 2)
    search, chance = search_agent("easy", 1), random_agent(1)
    total = 0.0
    for number in range(games):
        first, second = env.possible_agents[:: 1 if number % 2 else -1]
        total += play(env, {first: search, second: chance}, seed=number)[first]
    print(f"{game}, {games} games: the search agent earns {total / games:+.2f} a game (from −1 to 1)")
    return total / games


if __name__ == "__main__":
    main(*sys.argv[1:2], *map(int, sys.argv[2:3]))
