"""`kartarna lab GAME --change …`: what a changed option, deck or house rule does to a game."""

from __future__ import annotations

import json as json_format
import secrets
from pathlib import Path
from typing import Annotated

import typer

from kartarna import COMPILED
from kartarna.bots.parallel_search import MOST_ITERATIONS
from kartarna.core.errors import KartarnaError, OptionError
from kartarna.lab.cluster import connected
from kartarna.lab.house.experiment import FEWEST, Experiment
from kartarna.lab.house.page import page as written_page
from kartarna.lab.house.report import as_json, findings
from kartarna.lab.house.version import version
from kartarna.terminal.arguments import GameName, RayAddress
from kartarna.terminal.commands.arena import ANY_SEED, stoppable
from kartarna.terminal.commands.simulate import INTERRUPTED, SLOW, progress_bar
from kartarna.terminal.opponents import entrant_meant
from kartarna.terminal.report.findings import show

Changes = list[str] | None


def lab(
    game: GameName,
    change: Annotated[
        Changes, typer.Option(metavar="NAME=VALUE", help="What is changed: an option, or deck=FILE; may be repeated.")
    ] = None,
    against: Annotated[
        Changes, typer.Option(metavar="NAME=VALUE", help="What it is compared with, if not the rules as they are.")
    ] = None,
    players: Annotated[int, typer.Option(metavar="N", help="How many play.")] = 4,
    bots: Annotated[str, typer.Option(metavar="A,B", help="Two bots, the stronger one first.")] = "strong,greedy",
    games: Annotated[
        int, typer.Option(metavar="N", min=FEWEST, max=1_000_000, help="Of each bot among its like, and of both mixed.")
    ] = 100,
    seed: Annotated[
        int | None, typer.Option(metavar="S", min=0, max=2**64 - 1, help="The same seed: the same deals.")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=MOST_ITERATIONS, help="For a decision of a bot that searches.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option(metavar="P", min=1, help="How many games at once; usually one a core.")
    ] = None,
    page: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page with plots, as HTML.")] = None,
    ray: RayAddress = None,
    json: Annotated[bool, typer.Option("--json", help="All figures as JSON instead of the tables.")] = False,
) -> None:
    """What a house rule, an option or another deck does: length, stakes, seats, ties, luck and skill."""
    if not COMPILED:
        typer.echo(SLOW, err=True)
    experiment = Experiment(
        players,
        version(game, players, against or []),
        version(game, players, change or []),
        _two(bots),
        games,
        secrets.randbits(ANY_SEED) if seed is None else seed,
        iterations,
    )
    if page:
        _write(page, "", "a")  # rather now than after hours of play; what stands there stays until then
    try:
        with stoppable(), connected(ray) as cluster, progress_bar(sum(it.games for it in experiment.trials())) as bar:
            experiment.run(
                lambda played: bar.update(bar.task_ids[0], completed=played), processes=processes or 0, cluster=cluster
            )
    except KeyboardInterrupt:
        typer.echo("Stopped: both versions are needed for a comparison. Fewer --games take less time.", err=True)
        raise typer.Exit(INTERRUPTED) from None
    found = findings(experiment)
    if page:
        _write(page, written_page(experiment, found))
    if json:
        typer.echo(json_format.dumps(as_json(experiment, found), indent=2, ensure_ascii=False))
    else:
        show(experiment, found)


def _two(names: str) -> tuple[str, str]:
    meant = [entrant_meant(name) for name in names.split(",")]
    if len(meant) != 2:
        raise OptionError("--bots: name two, the stronger one first, with a comma between them")
    return meant[0], meant[1]


def _write(file: Path, text: str, mode: str = "w") -> None:
    try:
        with file.open(mode, encoding="utf-8") as page:
            page.write(text)
    except OSError as error:
        raise KartarnaError(f"{file} cannot be written: {error.strerror}; choose another file") from error
