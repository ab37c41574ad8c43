"""`kartarna fit GAME`: plays games and fits how much a lead is worth, for the searching bots."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

from kartarna.core import value
from kartarna.games import GAMES, get
from kartarna.lab import fitting


def fit(
    game: Annotated[str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(GAMES)}.")],
    games: Annotated[int, typer.Option(metavar="N", min=10, help="Games for each number of players.")] = fitting.GAMES,
    seed: Annotated[int, typer.Option(metavar="S", min=0, max=2**64 - 1, help="The same seed: the same games.")] = 1,
    dry: Annotated[bool, typer.Option("--dry", help="Only show the figures, write nothing.")] = False,
) -> None:
    """Fit how much a lead is worth, and write it into the game's value.toml."""
    chosen = get(game)
    load_value = import_module(f"{GAMES[game]}.greedy").load_value
    found = {}
    for players in chosen.players:
        fitted = fitting.fit(game, players, load_value, games, seed)
        found[players] = (fitted.near, fitted.far)
        typer.echo(
            f"{game}, {players} players: near {fitted.near:.4g}, far {fitted.far:.4g}; surprise "
            f"{fitted.surprise:.3f}, even shares {fitted.uninformed:.3f} ({fitted.samples:,} positions)"
        )
    if not dry:
        value.write(chosen.folder / "value.toml", game, found)
