from typing import Any

class AECEnv:
    metadata: dict[str, Any]
    possible_agents: list[str]
    agents: list[str]
    agent_selection: str
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    render_mode: str | None
    _cumulative_rewards: dict[str, float]
    def _was_dead_step(self, action: Any) -> None: ...
    def _clear_rewards(self) -> None: ...
    def _accumulate_rewards(self) -> None: ...

def make(env_type: str, id: str, **kwargs: Any) -> Any: ...
