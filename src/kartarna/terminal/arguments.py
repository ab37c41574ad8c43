"""Arguments that several commands share: a game, a language."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from kartarna.core.game import Game
from kartarna.games import GAMES
from kartarna.lab.cluster import LOCAL


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


class OnCluster(TyperCommand):
    """A command with `--ray`, which may stand without an address: at the end, or before another option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        following = [*args[1:], "-"]
        given = zip(args, following, strict=True)
        filled = [[arg, LOCAL] if arg == "--ray" and after.startswith("-") else [arg] for arg, after in given]
        return super().parse_args(ctx, [arg for one in filled for arg in one])


RayAddress = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="[ADDRESS]",
        help="On a Ray cluster: the one at this address, or without one a cluster of this machine.",
    ),
]
