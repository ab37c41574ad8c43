"""The games. To add one, add its folder and one line here."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from kartarna.core.errors import OptionError

if TYPE_CHECKING:
    from kartarna.core.game import Game  # a game is loaded when it is asked for, and its core with it

GAMES = {
    "three": "kartarna.games.three",
    "dnup": "kartarna.games.dnup",
    "trop": "kartarna.games.trop",
    "karma": "kartarna.games.karma",
    "gap": "kartarna.games.gap",
}


@cache
def get(game: str) -> Game[Any]:
    if game not in GAMES:
        raise OptionError(f"there is no game {game!r:.40}; there are: {', '.join(GAMES)}")
    found: Game[Any] = import_module(GAMES[game]).GAME
    return found
