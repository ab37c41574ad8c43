"""Games that others have written, found by their entry points. One that is broken is refused, with the reason."""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from kartarna.core.game import Game

GROUP = "kartarna.games"
ID = re.compile(r"[a-z][a-z0-9_]{0,39}")


class Unfit(Exception):
    """This cannot be a game here."""


class InstalledGames(NamedTuple):
    games: dict[str, Game[Any]]
    refused: dict[str, str]  # ids that cannot be used, and why


@cache
def installed(ours: frozenset[str]) -> InstalledGames:
    """All that is installed, in the order of the ids; none may have the id of one of ours."""
    found = InstalledGames({}, {})
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        try:
            _check_name(point.name, ours, found)
            found.games[point.name] = _loaded(point)
        except Unfit as reason:
            found.games.pop(point.name, None)
            found.refused[point.name] = str(reason)
    return found


def _check_name(name: str, ours: frozenset[str], found: InstalledGames) -> None:
    if name in ours:
        raise Unfit("this id is taken by a game of Kartárna")
    if not ID.fullmatch(name):
        raise Unfit("a game's id is a small letter, then at most 39 small letters, digits and _")
    if name in found.games or name in found.refused:
        raise Unfit("two packages have a game of this id; uninstall one")


def _loaded(point: EntryPoint) -> Game[Any]:
    from kartarna.core.declared import faults  # noqa: PLC0415 - the core is loaded with the first game
    from kartarna.core.game import Game  # noqa: PLC0415

    try:
        game = point.load()
    except Exception as error:
        raise Unfit(f"{point.value} cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(game, Game):
        raise Unfit(f"{point.value} is no Game")
    if game.id != point.name:
        raise Unfit(f"its entry point says {point.name!r}, its Game {game.id!r}")
    for fault in faults(game):
        raise Unfit(fault)
    return game
