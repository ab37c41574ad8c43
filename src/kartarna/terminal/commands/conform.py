"""`kartarna conform GAME`: does a game keep the promises of the interface? For authors of games."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Annotated, Any

import typer

from kartarna.core.conform import Conformance, Nonconforming
from kartarna.core.declared import faults
from kartarna.core.errors import KartarnaError
from kartarna.core.game import Game
from kartarna.games import get
from kartarna.terminal.arguments import GameName


def conform(
    game: GameName,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Games for each number of players.")] = 20,
    seed: Annotated[int, typer.Option(metavar="S", min=0, max=2**32, help="The first of the seeds.")] = 0,
) -> None:
    """Check a game: no card is lost, nothing hidden shows, every decision and sentence is as it must be."""
    chosen = get(game)
    for fault in faults(chosen):
        raise KartarnaError(f"{game}: {fault}")
    for players in chosen.players:
        for number in range(seed, seed + games):
            _play(chosen, players, number, watched=number < seed + max(1, games // 10))
        typer.echo(f"{game}, {players} players: {games} {'game' if games == 1 else 'games'}, nothing wrong")


def _play(game: Game[Any], players: int, seed: int, *, watched: bool) -> None:
    try:
        test = Conformance(game, players, {}, seed)
        test.play_watched() if watched else test.play_cheaply()
    except Nonconforming as promise:
        raise KartarnaError(f"{game.id}, {players} players, seed {seed}: {promise}") from promise
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}, line {place.lineno}"
        told = f"{game.id}, {players} players, seed {seed}: {type(error).__name__}: {error} ({where})"
        raise KartarnaError(told) from error
