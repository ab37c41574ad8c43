"""The games: the folders beside this file, then those of packages that are installed beside us (plugins.py)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kartarna.core.errors import OptionError

if TYPE_CHECKING:
    from kartarna.core.game import Game  # a game is loaded when it is asked for, and its core with it
    from kartarna.games.plugins import InstalledGames

LOBBY = ("three", "dnup", "trop", "karma", "gap")  # are shown first, in this order; other folders follow by name


def _own() -> list[str]:
    folders = [file.parent.name for file in Path(__file__).parent.glob("*/__init__.py*")]  # .pyc in a browser
    return sorted(folders, key=lambda name: (LOBBY.index(name) if name in LOBBY else len(LOBBY), name))


OWN = {name: f"{__name__}.{name}" for name in _own()}  # with their packages


def _others() -> InstalledGames:
    from kartarna.games.plugins import installed  # noqa: PLC0415 - whoever plays one of ours need not look for others

    return installed(frozenset(OWN))


class Games(Mapping[str, "Game[Any]"]):
    """All games by their ids. Ours are loaded when they are asked for."""

    def __getitem__(self, name: str) -> Game[Any]:
        return _load(name) if name in OWN else _others().games[name]

    def __iter__(self) -> Iterator[str]:
        yield from OWN
        yield from _others().games

    def __len__(self) -> int:
        return len(OWN) + len(_others().games)

    def __contains__(self, name: object) -> bool:
        return name in OWN or name in _others().games


GAMES = Games()


@cache
def _load(name: str) -> Game[Any]:
    found: Game[Any] = import_module(OWN[name]).GAME
    return found


def refused() -> dict[str, str]:
    """Installed games that cannot be used, and why."""
    return _others().refused


def get(name: str) -> Game[Any]:
    if name in GAMES:
        return GAMES[name]
    reason = refused().get(name)
    if reason:
        raise OptionError(f"the game {name!r:.40} cannot be used: {reason}")
    raise OptionError(f"there is no game {name!r:.40}; there are: {', '.join(GAMES)}")
