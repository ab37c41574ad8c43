"""Arguments that several commands share: a game, a language."""

from __future__ import annotations

from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from kartarna.core.errors import OptionError
from kartarna.core.game import Game
from kartarna.games import GAMES, get


class Language(StrEnum):
    cs = "cs"
    en = "en"


def games() -> list[Game[Any]]:
    return [get(name) for name, module in GAMES.items() if find_spec(module)]


def game_named(name: str) -> Game[Any]:
    found = {game.id: game for game in games()}
    if name not in found:
        raise OptionError(f"there is no game {name!r:.40}; there are: {', '.join(found)}")
    return found[name]


def _names() -> list[str]:
    return [game.id for game in games()]


GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game's short name.", autocompletion=_names)]
Lang = Annotated[Language | None, typer.Option(help="Language; by default that of your system.")]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A game record, or a .jsonl with one game a line.")]
