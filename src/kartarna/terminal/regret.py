"""`kartarna regret GAME`: what the decisions of bots cost them, in the same positions."""

from __future__ import annotations

from typing import Annotated

import typer

from kartarna.games import GAMES
from kartarna.lab.intervals import Interval
from kartarna.lab.regret import SEED, regrets


def regret(
    game: Annotated[str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(GAMES)}.")],
    bots: Annotated[str, typer.Option(metavar="BOTS", help="Separated by commas; all are compared with the first.")],
    players: Annotated[int, typer.Option(metavar="N", help="At the table.")] = 4,
    positions: Annotated[int, typer.Option(metavar="P", min=2, help="In which they are asked.")] = 300,
    iterations: Annotated[int, typer.Option(metavar="I", min=1, help="Of a search, for each decision.")] = 300,
    seed: Annotated[int, typer.Option(metavar="S", min=0, max=2**64 - 1, help="Other positions.")] = SEED,
) -> None:
    """Compare bots by what their decisions cost them. Quicker than an arena, which must confirm it."""
    found = regrets(game, players, bots.split(","), positions, iterations, seed)
    for entry in found:
        typer.echo(f"{entry.bot:40} {_told(entry.mean())}   beyond the first {_told(entry.beyond(found[0]))}")


def _told(share: Interval) -> str:
    return f"{100 * share.mean:6.2f} ± {100 * ((share.high or share.mean) - share.mean):.2f} %"
