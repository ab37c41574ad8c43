"""`kartarna regret GAME`: what the decisions of bots cost them, in the same positions."""

from __future__ import annotations

from typing import Annotated

import typer

from kartarna.bots.parallel_search import MOST_ITERATIONS
from kartarna.lab.intervals import Interval
from kartarna.lab.regret import SEED, regrets
from kartarna.terminal.arguments import GameName
from kartarna.terminal.opponents import entrant_meant


def regret(
    game: GameName,
    bots: Annotated[str, typer.Option(metavar="BOTS", help="Separated by commas; all are compared with the first.")],
    players: Annotated[int, typer.Option(metavar="N", help="At the table.")] = 4,
    positions: Annotated[int, typer.Option(metavar="P", min=3, help="In which they are asked.")] = 300,
    iterations: Annotated[
        int, typer.Option(metavar="I", min=1, max=MOST_ITERATIONS, help="Of a search, for each decision.")
    ] = 300,
    seed: Annotated[int, typer.Option(metavar="S", min=0, max=2**64 - 1, help="Other positions.")] = SEED,
) -> None:
    """Compare bots by what their decisions cost them. Quicker than an arena, which must confirm it."""
    found = regrets(game, players, list(map(entrant_meant, bots.split(","))), positions, iterations, seed)
    for entry in found:
        typer.echo(f"{entry.bot:40} {_told(entry.mean())}   beyond the first {_told(entry.beyond(found[0]))}")
    for entry in found:
        if entry.forfeits:
            lost = f"{len(entry.forfeits):,} of {positions:,} decisions, made by the quick player instead"
            typer.echo(f"{entry.bot} forfeits {lost}: {entry.forfeits[0]}", err=True)


def _told(share: Interval) -> str:
    high = share.mean if share.high is None else share.high
    return f"{100 * share.mean:6.2f} ± {100 * (high - share.mean):.2f} %"
