"""`kartarna arena GAME`: a tournament of bots on duplicate deals, and a table of how they did."""

from __future__ import annotations

import json as json_format
import secrets
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from kartarna import COMPILED
from kartarna.bots import BOTS
from kartarna.bots.parallel_search import MOST_ITERATIONS
from kartarna.core.errors import KartarnaError, OptionError
from kartarna.lab.arena.pool import run
from kartarna.lab.arena.scorebook import Scorebook, ScorebookError, begun, seed_in
from kartarna.lab.arena.standings import result
from kartarna.lab.arena.tournament import Played, Tournament
from kartarna.lab.cluster import connected
from kartarna.terminal.arguments import GameName, RayAddress
from kartarna.terminal.commands.simulate import INTERRUPTED, SLOW, progress_bar, with_own_options
from kartarna.terminal.left_out import tell_left_out_bots
from kartarna.terminal.opponents import entrant_meant
from kartarna.terminal.report.standings import show

MOST_GAMES = 10_000_000
ANY_SEED = 53  # bits: no bot tries them all to find its cards, and every reader of JSON can hold them


def arena(
    game: GameName,
    players: Annotated[int, typer.Option(metavar="N", help="How many play.")] = 4,
    bots: Annotated[
        str,
        typer.Option(
            metavar="A,B,…", help="Who plays; the list goes round the seats.", autocompletion=lambda: list(BOTS)
        ),
    ] = "greedy,random",
    games: Annotated[
        int, typer.Option(metavar="N", min=1, max=MOST_GAMES, help="How many games, rounded up to whole rotations.")
    ] = 2000,
    seed: Annotated[
        int | None, typer.Option(metavar="S", min=0, max=2**64 - 1, help="The same seed: the same deals.")
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=MOST_ITERATIONS, help="For a decision, of bots that search; usually their own."
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(metavar="T", min=0.001, max=3600, help="At most, for a decision; expert takes all of it."),
    ] = None,
    processes: Annotated[
        int | None, typer.Option(metavar="P", min=1, help="How many games at once; usually one a core.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep every deal in this file, and go on where it ends.")
    ] = None,
    ray: RayAddress = None,
    json: Annotated[bool, typer.Option("--json", help="All figures as JSON instead of the table.")] = False,
    **options: Any,
) -> None:
    """A tournament of bots: every deal is played in every rotation of the seats."""
    if iterations and seconds:
        raise OptionError("give --iterations or --seconds, not both")
    tournament = Tournament(
        game,
        players,
        tuple(map(entrant_meant, bots.split(","))),
        _seed(seed, resume),
        {name: value for name, value in options.items() if value is not None},
        iterations,
        seconds,
    )
    _warn()
    deals, book = tournament.deals(games), Scorebook(resume, tournament) if resume else None
    with stoppable():
        with connected(ray) as cluster:
            played = _play(tournament, deals, book, {"processes": processes or 0, "cluster": cluster})
        with patient(resume):
            _tell(tournament, played, json=json)
    if len(played) < deals:
        go_on = f" Go on with: --resume {resume}" if resume else ""
        typer.echo(f"Stopped after {len(played):,} of {deals:,} deals.{go_on}", err=True)
        raise typer.Exit(INTERRUPTED)


def _seed(seed: int | None, resume: Path | None) -> int:
    """The one that was asked for, that of the tournament that goes on, or any."""
    if seed is not None:
        return seed
    try:
        return seed_in(resume) if resume and begun(resume) else secrets.randbits(ANY_SEED)
    except OSError as error:
        raise ScorebookError(f"{resume} cannot be used ({error.strerror}); choose another file") from error


def _warn() -> None:
    if not COMPILED:
        typer.echo(SLOW, err=True)
    tell_left_out_bots()


@contextmanager
def stoppable() -> Iterator[None]:
    """To be told to end is the same as Ctrl-C: what runs for hours runs in the background."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def patient(resume: Path | None) -> Iterator[None]:
    """While the figures are computed, a first Ctrl-C does not cost them. A second one does, and hears what is left."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    heard = [number for number, handler in before.items() if handler is not signal.SIG_IGN]

    def hear(_number: int, _frame: object) -> None:
        for number in heard:
            signal.signal(number, signal.default_int_handler)
        typer.echo("The figures are being computed, wait for them; Ctrl-C once more gives them up.", err=True)

    for number in heard:
        signal.signal(number, hear)
    try:
        yield
    except KeyboardInterrupt:
        left = f"is kept in {resume}: the same command goes on" if resume else "is lost; --resume FILE would keep it"
        typer.echo(f"The figures are given up. What was played {left}.", err=True)
        raise typer.Exit(INTERRUPTED) from None
    finally:
        for number in heard:
            signal.signal(number, before[number])


def _play(tournament: Tournament, deals: int, book: Scorebook | None, where: Mapping[str, Any]) -> list[Played]:
    """Ctrl-C, a full disk, or a worker that dies, ends it with what has been played so far."""
    played: list[Played] = []
    try:
        with progress_bar(deals * tournament.rotations) as bar:
            for deal in run(tournament, range(deals), book=book, **where):
                played.append(deal)
                bar.update(bar.task_ids[0], completed=len(played) * tournament.rotations)
    except KeyboardInterrupt:
        pass
    except KartarnaError as error:
        typer.echo(f"kartarna: {error}", err=True)
    return played


def _tell(tournament: Tournament, played: list[Played], *, json: bool) -> None:
    with Console(stderr=True).status("Computing the ratings …"):
        figures = result(tournament, played)
    if json:
        typer.echo(json_format.dumps(figures.as_json(), indent=2, ensure_ascii=False))
    else:
        show(figures)


with_own_options(arena)
