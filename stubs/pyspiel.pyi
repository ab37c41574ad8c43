# What of OpenSpiel the games for it use, for mypy: OpenSpiel itself is not typed.

from collections.abc import Callable
from typing import Any

class GameType:
    Dynamics: Any
    ChanceMode: Any
    Information: Any
    Utility: Any
    RewardModel: Any
    def __init__(self, **kwargs: Any) -> None: ...

class GameInfo:
    def __init__(self, **kwargs: Any) -> None: ...

class PlayerId:
    TERMINAL: int
    CHANCE: int

class PrivateInfoType:
    NONE: Any

class IIGObservationType:
    perfect_recall: bool
    private_info: Any
    def __init__(self, **kwargs: Any) -> None: ...

class Game:
    def __init__(self, type: GameType, info: GameInfo, params: dict[str, Any]) -> None: ...
    def new_initial_state(self) -> Any: ...

class State:
    def __init__(self, game: Game) -> None: ...
    def get_game(self) -> Any: ...

def register_game(type: GameType, create: Callable[[dict[str, Any]], Game]) -> None: ...
def load_game(name: str, params: dict[str, Any] = ...) -> Any: ...
def random_sim_test(game: Any, num_sims: int, serialize: bool, verbose: bool) -> None: ...
