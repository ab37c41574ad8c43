"""The games: the folders beside this file, then those of packages that are installed beside us (plugins.py)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kartarna.core.errors import OptionError
from kartarna.games.plugins import installed

if TYPE_CHECKING:
    from kartarna.core.game import Game  # a game is loaded when it is asked for, and its core with it

LOBBY = ("three", "dnup", "trop", "karma", "gap")  # are shown first, in this order; other folders follow by name


def _own() -> list[str]:
    folders = [file.parent.name for file in Path(__file__).parent.glob("*/__init__.py")]
    return sorted(folders, key=lambda name: (LOBBY.index(name) if name in LOBBY else len(LOBBY), name))


OWN = {name: f"{__name__}.{name}" for name in _own()}  # with their packages


class Games(Mapping[str, "Game[Any]"]):
    """All games by their ids. Ours are loaded when they are asked for."""

    def __getitem__(self, name: str) -> Game[Any]:
        return _load(name) if name in OWN else installed(frozenset(OWN)).games[name]

    def __iter__(self) -> Iterator[str]:
        yield from OWN
        yield from installed(frozenset(OWN)).games

    def __len__(self) -> int:
        return len(OWN) + len(installed(frozenset(OWN)).games)

    def __contains__(self, name: object) -> bool:
        return name in OWN or name in installed(frozenset(OWN)).games


GAMES = Games()


@cache
def _load(name: str) -> Game[Any]:
    found: Game[Any] = import_module(OWN[name]).GAME
    return found


def get(name: str) -> Game[Any]:
    if name in GAMES:
        return GAMES[name]
    refused = installed(frozenset(OWN)).refused.get(name)
    if refused:
        raise OptionError(f"the game {name!r:.40} cannot be used: {refused}")
    raise OptionError(f"there is no game {name!r:.40}; there are: {', '.join(GAMES)}")
