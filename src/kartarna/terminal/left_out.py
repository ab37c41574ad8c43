"""What is installed beside Kartárna and cannot be used: told at once, on the error output, and never fatal."""

from __future__ import annotations

import typer

from kartarna import games
from kartarna.bots import plugins


def tell_left_out_games() -> None:
    for name, reason in games.refused().items():
        typer.echo(f"kartarna: the installed game {name!r:.60} is left out: {reason}", err=True)


def tell_left_out_bots() -> None:
    for name, reason in plugins.installed().refused.items():
        typer.echo(f"kartarna: the installed bot {name!r:.60} is left out: {reason}", err=True)
