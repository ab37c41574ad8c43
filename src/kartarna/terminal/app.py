"""The command line: one file for each command, put together here."""

from __future__ import annotations

import io
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kartarna import COMPILED, VERSION
from kartarna.core.errors import KartarnaError, OptionError
from kartarna.terminal.arguments import OnCluster
from kartarna.terminal.commands import (
    arena,
    browser,
    conform,
    database,
    deck,
    doctor,
    export,
    fit,
    join,
    lab,
    ladder,
    learn,
    new_game,
    play,
    record,
    regret,
    rules,
    serve,
    simulate,
)
from kartarna.terminal.voice import printable

BAD_INPUT = 1
BAD_COMMAND_LINE = 2


class Commands(TyperGroup):
    """Whatever a person can mend is told in one line, never as a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KartarnaError as error:
            typer.echo(f"kartarna: {printable(' '.join(str(error).split()))}", err=True)
            raise typer.Exit(BAD_COMMAND_LINE if isinstance(error, OptionError) else BAD_INPUT) from error


app = typer.Typer(
    cls=Commands,
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Kartárna: a card room for five modern card games. Without a command: opens it in the browser.",
)
app.add_typer(play.app, name="play")
app.add_typer(record.app, name="record")
app.command("simulate", cls=OnCluster)(simulate.simulate)
app.command("arena", cls=OnCluster)(arena.arena)
app.command("ladder", cls=OnCluster)(ladder.ladder)
app.command("lab", cls=OnCluster)(lab.lab)
app.command("fit")(fit.fit)
app.command("regret")(regret.regret)
app.command("conform")(conform.conform)
app.command("new-game")(new_game.new_game)
app.command("learn")(learn.learn)
app.command("rules")(rules.show)
app.command("deck")(deck.show)
app.command("serve")(serve.serve)
app.command("export")(export.export)
app.command("join")(join.join)
app.command("doctor")(doctor.doctor)
app.command("backup")(database.backup)
app.command("restore")(database.restore)
app.command("forget")(database.forget)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kartarna {VERSION} ({'compiled' if COMPILED else 'interpreted'})")
        raise typer.Exit


@app.callback()
def root(
    context: typer.Context,
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        browser.open_room()


def main() -> None:
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a strange letter is no reason to stop
    app(prog_name="kartarna")
