"""`kartarna ladder`: measures the levels of bots against each other, cell by cell, and writes docs/ladder.md."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer
from rich.progress import Progress

from kartarna import COMPILED
from kartarna.bots import LEVELS
from kartarna.core.errors import OptionError
from kartarna.games import GAMES, OWN, get
from kartarna.lab.arena import entrants
from kartarna.lab.cluster import RayPool, connected
from kartarna.lab.ladder import page
from kartarna.lab.ladder.ladder import MOST_GAMES, Cell, Finding, Ladder, cells, strengths
from kartarna.terminal.arguments import RayAddress
from kartarna.terminal.commands.arena import stoppable
from kartarna.terminal.commands.simulate import INTERRUPTED, SLOW, progress_bar
from kartarna.terminal.opponents import entrant_meant

CELLS, PAGE = Path("docs/ladder"), Path("docs/ladder.md")


def ladder(
    game: Annotated[list[str] | None, typer.Option(metavar="GAME", help="Only this game; may be repeated.")] = None,
    players: Annotated[
        list[int] | None, typer.Option(metavar="N", help="Only this number of players; may be repeated.")
    ] = None,
    level: Annotated[
        list[str] | None, typer.Option(metavar="BOT", help="The levels, from the weakest up, if not the usual ones.")
    ] = None,
    games: Annotated[
        int, typer.Option(metavar="N", min=40, max=1_000_000, help="How many games in a cell at most.")
    ] = MOST_GAMES,
    hours: Annotated[float | None, typer.Option(metavar="H", min=0, help="Stop after this time; go on later.")] = None,
    processes: Annotated[
        int | None, typer.Option(metavar="P", min=1, help="How many games at once; usually one a core.")
    ] = None,
    folder: Annotated[Path, typer.Option(metavar="DIR", help="Where the cells are kept.")] = CELLS,
    parts: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the deals of a cell under way are kept, if not beside it.")
    ] = None,
    ray: RayAddress = None,
    page_file: Annotated[Path, typer.Option("--page", metavar="FILE", help="The page to write.")] = PAGE,
) -> None:
    """Measure the ladder of bots: does every level beat the one below? Goes on where it was left."""
    if not COMPILED:
        typer.echo(SLOW, err=True)
    if (level or games != MOST_GAMES) and (folder == CELLS or page_file == PAGE):
        raise OptionError("that is another ladder than the usual one: give it a --folder and a --page of its own")
    names = [entrant_meant(name) for name in level or []]
    for name in names:
        entrants.get(name)
    chosen = cells(names or LEVELS, _games(game), players or [], games)
    alone = [] if level else strengths(_games(game), players or [])
    if not chosen:
        raise OptionError("there is nothing to measure: no game has that number of players, or there is one level only")
    page.around(page_file)  # rather now than after hours of play
    kept = Ladder(folder, parts or folder / "parts")
    end = monotonic() + 3600 * hours if hours is not None else None
    try:
        with stoppable(), connected(ray) as cluster:
            _measure(kept, chosen + alone, end, processes or 0, cluster)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    finally:
        rest = [] if level else strengths(_games(None))
        page.write(page_file, kept, cells(names or LEVELS, _games(None), [], games), rest)


def _games(chosen: list[str] | None) -> list[str]:
    for name in chosen or []:
        get(name)
    return [name for name in GAMES if name in (chosen or OWN)]


def _measure(kept: Ladder, chosen: list[Cell], end: float | None, processes: int, cluster: RayPool | None) -> None:
    for cell in chosen:
        found = kept.finding(cell)
        if found and found.finished:
            continue
        if end is not None and monotonic() >= end:
            return
        with progress_bar(cell.most) as bar:
            found = _play(kept.play(cell, processes, cluster), end, bar)
        if found:
            typer.echo(_told(found))


def _play(played: Generator[tuple[int, Finding]], end: float | None, bar: Progress) -> Finding | None:
    found = None
    with closing(played) as findings:
        for games, finding in findings:
            found = finding
            bar.update(bar.task_ids[0], completed=games)
            if end is not None and monotonic() >= end:
                break
    return found


def _told(found: Finding) -> str:
    cell = found.cell
    forfeits = f", {found.forfeits:,} forfeits" if found.forfeits else ""
    shown = f"{page.share(found.share)} after {found.games:,} games" if found.games else "too few games yet"
    return f"{cell.game}, {cell.players} players, {cell.upper} over {cell.lower}: {found.outcome}, {shown}{forfeits}"
