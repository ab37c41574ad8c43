"""Arguments that several commands share: a game, a language."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from kartarna.core.game import Game
from kartarna.games import GAMES


class Language(StrEnum):
    cs = "cs"
    en = "en"


def games() -> list[Game[Any]]:
    return list(GAMES.values())


def _names() -> list[str]:
    return list(GAMES)


GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(GAMES)}.", autocompletion=_names)]
Lang = Annotated[Language | None, typer.Option(help="Language; by default that of your system.")]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A game record, or a .jsonl with one game a line.")]
