"""`kartarna simulate GAME`: games by the million on all cores, and a table of what came of them."""

from __future__ import annotations

import inspect
import json as json_format
import os
import secrets
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskProgressColumn, TimeRemainingColumn

from kartarna import COMPILED
from kartarna.core.game import Game, Option
from kartarna.games import GAMES, get
from kartarna.lab.cluster import connected
from kartarna.lab.simulate.checkpoint import Checkpoint, begun, seed_in
from kartarna.lab.simulate.plan import BOTS, Plan
from kartarna.lab.simulate.report import report
from kartarna.lab.simulate.simulation import Simulation
from kartarna.terminal.arguments import GameName, RayAddress
from kartarna.terminal.opponents import bot_meant
from kartarna.terminal.report.figures import show

INTERRUPTED = 130  # what a shell expects of a program that Ctrl-C ended
SLOW = "kartarna: the rules run interpreted, not compiled: the figures are the same, they only take much longer."


def simulate(
    game: GameName,
    players: Annotated[int, typer.Option(metavar="N", help="How many play.")] = 4,
    games: Annotated[int, typer.Option(metavar="N", help="How many games.")] = 100_000,
    bots: Annotated[
        str, typer.Option(metavar="|".join(BOTS), help="Who plays; a list with commas goes round the seats.")
    ] = "random",
    seed: Annotated[int | None, typer.Option(metavar="S", help="The same seed: the same games.")] = None,
    threads: Annotated[int | None, typer.Option(metavar="T", help="How many at once; usually one a core.")] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write every game into this folder, one a line. Takes longer.")
    ] = None,
    deck: Annotated[Path | None, typer.Option(metavar="FILE", help="A deck.toml of your own.")] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the figures in this file, and go on where it ends.")
    ] = None,
    ray: RayAddress = None,
    json: Annotated[bool, typer.Option("--json", help="All figures as JSON instead of the table.")] = False,
    **options: Any,
) -> None:
    """Simulate games by the million: length, scores, seat advantage, ties, limits hit."""
    plan = Plan(
        game,
        players,
        games,
        tuple(map(bot_meant, bots.split(","))),
        _seed(seed, resume),
        {name: value for name, value in options.items() if value is not None},
        get(game).decks.read(deck).data if deck else None,
        records,
    )
    checkpoint = Checkpoint(resume, plan) if resume else None
    if not COMPILED:
        typer.echo(SLOW, err=True)
    with connected(ray) as cluster:
        simulation = Simulation(plan, (os.cpu_count() or 1) if threads is None else threads, cluster, checkpoint)
        with interruptible(simulation), progress_bar(games) as bar:
            simulation.run(lambda played: bar.update(bar.task_ids[0], completed=played))
    figures = report(simulation)
    if json:
        typer.echo(json_format.dumps(figures, indent=2, ensure_ascii=False))
    else:
        show(figures)
    if not simulation.finished:
        go_on = f" Go on with: --resume {resume}" if resume else ""
        typer.echo(f"Stopped after {simulation.totals.games:,} of {games:,} games.{go_on}", err=True)
        raise typer.Exit(INTERRUPTED)


def _seed(seed: int | None, resume: Path | None) -> int:
    """The one that was asked for, that of the simulation that goes on, or any."""
    if seed is not None:
        return seed
    return seed_in(resume) if resume and begun(resume) else secrets.randbits(32)


@contextmanager
def interruptible(simulation: Simulation) -> Iterator[None]:
    """Ctrl-C ends the simulation with what has been played so far; a second one ends the program."""
    before = signal.getsignal(signal.SIGINT)

    def stop(_number: int, _frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        simulation.stop()

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def progress_bar(games: int) -> Progress:
    """On stderr, so that the figures can go into a file; gone when all is done."""
    console = Console(stderr=True)
    bar = Progress(
        BarColumn(),
        TaskProgressColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    bar.add_task("games", total=games)
    return bar


# ---- the options of the games, as options of the command -------------------------------------------


def own_options() -> dict[str, list[tuple[Game[Any], Option]]]:
    """Every option that some game has, with the games that have it."""
    found: dict[str, list[tuple[Game[Any], Option]]] = {}
    for game in GAMES.values():
        for option in game.options:
            found.setdefault(option.name, []).append((game, option))
    return found


def _parameter(name: str, having: list[tuple[Game[Any], Option]]) -> inspect.Parameter:
    flag = f"--{name.replace('_', '-')}"
    titles = ", ".join(game.title for game, _ in having)
    meanings = dict.fromkeys(game.sentences()[f"option_{name}"]["en"] for game, _ in having)
    help = f"{titles}: {' / '.join(meanings)}"
    kind: Any = Annotated[int | None, typer.Option(flag, metavar="N", help=help)]
    if having[0][1].is_flag:
        kind = Annotated[bool | None, typer.Option(f"{flag}/--no-{flag[2:]}", help=help)]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)


def with_own_options(command: Any) -> None:
    """Typer reads the signature: the games' options take the place of **options in it."""
    *shared, _ = inspect.signature(command, eval_str=True).parameters.values()
    parameters = [*shared, *(_parameter(name, having) for name, having in own_options().items())]
    command.__signature__ = inspect.Signature(parameters)
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}


with_own_options(simulate)
