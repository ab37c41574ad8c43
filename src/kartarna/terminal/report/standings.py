"""The standings of a tournament as a table: in plain text where the output is not a terminal."""

from __future__ import annotations

import math
import textwrap
from collections import Counter

from rich.console import Console
from rich.table import Table

from kartarna.games import get
from kartarna.lab.arena.standings import Result, Standing
from kartarna.lab.arena.tournament import Tournament
from kartarna.lab.intervals import Interval
from kartarna.terminal.report.figures import WIDTH, lay_out, width

MOST_REASONS = 5
NOTE = (
    "± is the 95 % interval, over deals. A shared win is a fraction; an even share is {even:.1f} %. "
    "Rating: openskill, Plackett–Luce, from 25. Time: a decision, mean and 95th percentile."
)
KEPT_TOGETHER = "\N{NO-BREAK SPACE}"
UNITS = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))

Figures = dict[str, str]  # what a bot's figures are called, with a line break where it may be broken, and they


def show(result: Result) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = WIDTH
    tournament = result.tournament
    console.print(
        f"{tournament.game}, {tournament.players} players, seed {tournament.seed}: {result.games:,} games, "
        f"{result.deals:,} deals in {tournament.rotations} rotations",
        style="bold",
    )
    if not result.standings:
        return
    _show_standings(console, result)
    console.print(NOTE.format(even=100 * tournament.even_share))
    if result.nobody:
        console.print(f"Games that nobody won: {result.nobody:,}.")
    for line in forfeits(result):
        console.print(line, markup=False)


def _show_standings(console: Console, result: Result) -> None:
    """As a table, if need be with headings of two lines; bot by bot where even that is too wide. Nothing is cut."""
    for table in (standings(result), standings(result, high=True)):
        lay_out(table, plain=not console.is_terminal)
        if not console.is_terminal:
            console.width = max(console.width, width(table))
        if width(table) <= console.width:
            console.print(table)
            return
    for bot, figures in rows(result).items():
        console.print(bot, style="bold", markup=False, soft_wrap=True)
        for line in stacked(figures, console.width):
            console.print(line, markup=False, soft_wrap=True)


def rows(result: Result) -> dict[str, Figures]:
    """The figures of every bot, the best first."""
    forfeited = any(standing.forfeits for standing in result.standings)
    losses = counts_losses(result.tournament)
    return {standing.bot: _row(standing, losses=losses, forfeited=forfeited) for standing in result.standings}


def counts_losses(tournament: Tournament) -> bool:
    """Where all but one win, losses say more than wins; with two players both say the same."""
    return tournament.players > 2 and get(tournament.game).all_but_one_win


def _row(standing: Standing, *, losses: bool, forfeited: bool) -> Figures:
    return {
        "rating": _plus_minus(standing.rating),
        "win\nshare %": _plus_minus(standing.share, 100),
        "wins\n%": f"{100 * standing.wins:.1f}",
        **({"lost\nalone %": f"{100 * standing.lost:.1f}"} if losses else {}),
        "score": _plus_minus(standing.score),
        "time": time(standing.clock.mean),
        "p95": time(standing.clock.percentile(0.95)),
        **({"forfeits": f"{standing.forfeits:,}"} if forfeited else {}),
    }


def standings(result: Result, *, high: bool = False) -> Table:
    """With headings of one line, or of two."""
    table = Table()
    table.add_column("bot", no_wrap=True)
    figures = rows(result)
    for heading in figures[result.standings[0].bot]:
        table.add_column(heading if high else heading.replace("\n", " "), justify="right", no_wrap=True)
    for bot, row in figures.items():
        table.add_row(bot, *row.values())
    return table


def stacked(figures: Figures, width: int) -> list[str]:
    """One after the other, in lines that are broken between them only."""
    told = ", ".join(
        f"{heading} {figure}".replace("\n", " ").replace(" ", KEPT_TOGETHER) for heading, figure in figures.items()
    )
    lines = textwrap.wrap(told, width, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    return [line.replace(KEPT_TOGETHER, " ") for line in lines]


def _plus_minus(interval: Interval, scale: float = 1.0) -> str:
    mean = f"{scale * interval.mean:.1f}".replace("-", "−")
    if interval.low is None or interval.high is None:
        return mean
    return f"{mean} ± {scale * (interval.high - interval.low) / 2:.1f}"


def time(seconds: float) -> str:
    """In two digits or three: more is noise, and `--json` has them all."""
    if math.isnan(seconds):
        return "–"
    unit, size = next(((unit, size) for unit, size in UNITS if seconds >= 0.9995 * size), UNITS[-1])
    number = seconds / size
    return f"{number:,.{int(number < 9.95)}f} {unit}"


def forfeits(result: Result) -> list[str]:
    """How often and why decisions went to the quick player instead."""
    counted = Counter((forfeit.bot, forfeit.reason) for forfeit in result.forfeits)
    lines = [f"{bot} forfeits {count:,} ×: {reason}" for (bot, reason), count in counted.most_common(MOST_REASONS)]
    if len(counted) > MOST_REASONS:
        lines.append(f"… and {len(counted) - MOST_REASONS} more reasons: see --json")
    return lines
