"""What a game says to the bots: its bots.toml, where the usual way of thinking is not the best one for it.

Settings stand at the top; a [[tables]] with `players = [5, 6]` says what is otherwise with so many players.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any

from kartarna.bots.search_settings import SearchSettings
from kartarna.core.errors import OptionError
from kartarna.games import get

SETTINGS = {entry.name: type(entry.default) for entry in fields(SearchSettings) if entry.name != "sees_all"}


@dataclass(frozen=True)
class GameSettings:
    """What holds for a game with some number of players."""

    search: SearchSettings = field(default_factory=SearchSettings)
    iterations: Mapping[str, int] = field(default_factory=dict)  # level by level, so that the steps be felt
    regret_every: int = 3  # of the decisions, one in so many is looked at for regret (lab/regret.py)
    strength_games: int = 100  # that show the strength of the top level (lab/ladder)


SORTS = {float: "a number with a decimal point", int: "a whole number", bool: "true or false", dict: "a table"}
KNOWN = {"iterations": dict, "regret_every": int, "strength_games": int, **SETTINGS}


@cache
def settings_for(game: str, players: int) -> GameSettings:
    file = get(game).folder / "bots.toml"
    said = _said(file, players) if file.exists() else {}
    search = SearchSettings(**{name: said.pop(name) for name in SETTINGS if name in said})
    return GameSettings(search, **said)


def _said(file: Path, players: int) -> dict[str, Any]:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        tables = [table for table in data.pop("tables", []) if players in table.pop("players")]
        said = {key: value for table in (data, *tables) for key, value in table.items()}
        iterations = {level: count for table in (data, *tables) for level, count in table.get("iterations", {}).items()}
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        raise OptionError(f"{file} cannot be read: {error}") from error
    for name, value in said.items():
        if name not in KNOWN:
            raise OptionError(f"{file}: {name} is no setting; there are: {', '.join(KNOWN)}")
        if not isinstance(value, KNOWN[name]):
            raise OptionError(f"{file}: {name}: {SORTS[KNOWN[name]]} is needed")
    return {**said, "iterations": iterations}
