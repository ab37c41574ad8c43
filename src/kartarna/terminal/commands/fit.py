"""`kartarna fit`: plays games and fits how much a lead is worth, for the searching bots."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from kartarna.core import value
from kartarna.core.errors import KartarnaError
from kartarna.core.game import Game
from kartarna.games import OWN, get
from kartarna.lab import value_fit


def fit(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Which game; without it all of ours.")] = None,
    games: Annotated[
        int, typer.Option(metavar="N", min=10, help="Games for each number of players.")
    ] = value_fit.GAMES,
    seed: Annotated[int, typer.Option(metavar="S", min=0, max=2**64 - 1, help="The same seed: the same games.")] = 1,
    dry: Annotated[bool, typer.Option("--dry", help="Only show the figures, write nothing.")] = False,
) -> None:
    """Fit how much a lead is worth, and write it into the game's value.toml."""
    for name in [game] if game else OWN:
        fit_game(get(name), games, seed, dry=dry)


def fit_game(game: Game[Any], games: int, seed: int, *, dry: bool) -> None:
    file = game.folder / "value.toml"
    if not dry:
        with writing(file):
            file.open("a").close()  # better to hear of it before the games than after
    found = {}
    for players in game.players:
        fitted = value_fit.fit(game.id, players, games, seed)
        found[players] = (fitted.near, fitted.far)
        typer.echo(
            f"{game.id}, {players} players: near {fitted.near:.4g}, far {fitted.far:.4g}; surprise "
            f"{fitted.surprise:.3f}, even shares {fitted.uninformed:.3f} ({fitted.samples:,} positions)"
        )
    if not dry:
        with writing(file):
            value.write(file, game.id, found)


@contextmanager
def writing(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        told = f"{file} cannot be written ({error.strerror}); --dry shows the figures and writes nothing"
        raise KartarnaError(told) from error
