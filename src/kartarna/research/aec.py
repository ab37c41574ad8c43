"""The games for PettingZoo: one agent at a time, with a mask of what it may decide.

`import kartarna.research.aec` registers every game: `pettingzoo.make("aec", "kartarna/NAME-v0", players=3)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.env_registry.registration import register

from kartarna.core.deck import Deck
from kartarna.core.errors import OptionError
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import OWN, get
from kartarna.research.decisions import Decisions, returns, seat_to_move
from kartarna.research.encoder import Encoder
from kartarna.research.picture import draw
from kartarna.research.text import show

VERSION = 0
RENDER_MODES = ("ansi", "rgb_array")
LIMIT = np.iinfo(np.int16)


class GameEnv(AECEnv):
    """A game from its first deal to its end. Rewards come at the end; their sum is 0."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo's own
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        deck: Deck | None = None,
        start: State | None = None,
        render_mode: str | None = None,
    ) -> None:
        """`start`: the state that every episode begins with (research/moment.py); None: a new game."""
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise OptionError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r:.40}")
        self.game = get(game)
        self.start = start or self.game.new(players or self.game.players.start, options, deck)
        self.state_of_game = self.start.clone()
        self.render_mode = render_mode
        self.encoder = Encoder(self.game, self.start)
        self.decisions = Decisions(self.start)
        self.metadata = {**self.metadata, "name": env_id(game)}
        self.possible_agents = [f"player_{seat}" for seat in range(self.start.players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self.decisions.count) for agent in self.possible_agents}
        self.rng = Rng(int(np.random.SeedSequence().generate_state(1, np.uint64)[0]))

    def _observation_space(self) -> Dict:
        numbers = Box(LIMIT.min, LIMIT.max, (self.encoder.size,), np.int16)
        return Dict({"observation": numbers, "action_mask": Box(0, 1, (self.decisions.count,), np.int8)})

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[Any]:
        return self.action_spaces[agent]

    # ---- play ------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Without a seed the random numbers go on where they were."""
        if seed is not None:
            self.rng = Rng(seed)
        self.state_of_game.copy_from(self.start)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.state_of_game.over())
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        state, seat = self.state_of_game, self.possible_agents.index(agent)
        if action is None or int(action) not in self.decisions.legal(state, seat):
            raise OptionError(f"{agent} may not decide {action!r:.40} now: look at its action_mask")
        state.apply(seat, self.decisions.action(state, seat, int(action)))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if state.over():
            self.rewards = dict(zip(self.possible_agents, returns(state), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._go_on()

    def _go_on(self) -> None:
        """Deals if a round is due, and names who decides next; after the end, everyone is asked once more."""
        if self.state_of_game.due():
            self.state_of_game.deal_random(self.rng)
        over = self.state_of_game.over()
        self.agent_selection = self.agents[0 if over else seat_to_move(self.state_of_game)]

    # ---- what is seen ----------------------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        seat, state = self.possible_agents.index(agent), self.state_of_game
        mask = np.zeros(self.decisions.count, np.int8)
        mask[self.decisions.legal(state, seat)] = 1
        numbers = np.array(self.encoder.encode(self.game.view(state, seat)), np.int16)
        return {"observation": numbers, "action_mask": mask}

    def render(self) -> str | NDArray[np.uint8] | None:
        """What a spectator sees, hands covered: as text, or as an image."""
        view = self.game.view(self.state_of_game, None)
        if self.render_mode == "ansi":
            return show(self.game, view)
        return draw(view) if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """Nothing is held open."""


def env_id(game: str) -> str:
    return f"kartarna/{game}-v{VERSION}"


for name in OWN:
    register("aec", env_id(name), GameEnv, kwargs={"game": name})
