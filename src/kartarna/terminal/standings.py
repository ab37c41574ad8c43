"""The standings of a tournament as a table: in plain text where the output is not a terminal."""

from __future__ import annotations

from collections import Counter

from rich import box
from rich.console import Console
from rich.table import Table

from kartarna.lab.intervals import Interval
from kartarna.lab.standings import Result, Standing
from kartarna.terminal.figures import WIDTH

MOST_REASONS = 5
NOTE = (
    "± is the 95 % interval, over deals. A shared win is a fraction; an even share is {even:.1f} %. "
    "Rating: openskill, Plackett–Luce, from 25. Time: a decision, mean and 95th percentile."
)


def show(result: Result) -> None:
    console = Console(highlight=False)
    plain = not console.is_terminal
    if plain:
        console = Console(highlight=False, width=WIDTH)
    tournament = result.tournament
    console.print(
        f"{tournament.game}, {tournament.players} players, seed {tournament.seed}: {result.games:,} games, "
        f"{result.deals:,} deals in {tournament.rotations} rotations",
        style="bold",
    )
    if not result.standings:
        return
    table = standings(result)
    table.box = None if plain else box.SIMPLE_HEAD
    console.print(table)
    console.print(NOTE.format(even=100 * tournament.even_share))
    if result.nobody:
        console.print(f"Games that nobody won: {result.nobody:,}.")
    for line in forfeits(result):
        console.print(line, markup=False)


def standings(result: Result) -> Table:
    # Where all but one win, losses say more than wins; with two players both say the same.
    losses = result.tournament.players > 2 and any(standing.lost > standing.wins / 20 for standing in result.standings)
    table = Table()
    shares = ["win share %", "wins %", *(["lost alone %"] if losses else [])]
    for column in ["bot", "rating", *shares, "score", "time", "p95", "forfeits"]:
        table.add_column(column, justify="left" if column == "bot" else "right", no_wrap=True)
    for standing in result.standings:
        table.add_row(*_row(standing, losses=losses))
    return table


def _row(standing: Standing, *, losses: bool) -> list[str]:
    return [
        standing.bot,
        _plus_minus(standing.rating),
        _plus_minus(standing.share, 100),
        f"{100 * standing.wins:.1f}",
        *([f"{100 * standing.lost:.1f}"] if losses else []),
        _plus_minus(standing.score),
        time(standing.clock.mean),
        time(standing.clock.percentile(0.95)),
        f"{standing.forfeits:,}",
    ]


def _plus_minus(interval: Interval, scale: float = 1.0) -> str:
    mean = f"{scale * interval.mean:.1f}".replace("-", "−")
    if interval.low is None or interval.high is None:
        return mean
    return f"{mean} ± {scale * (interval.high - interval.low) / 2:.1f}"


def time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


def forfeits(result: Result) -> list[str]:
    """How often and why decisions went to the quick player instead."""
    counted = Counter((forfeit.bot, forfeit.reason) for forfeit in result.forfeits)
    lines = [f"{bot} forfeits {count:,} ×: {reason}" for (bot, reason), count in counted.most_common(MOST_REASONS)]
    if len(counted) > MOST_REASONS:
        lines.append(f"… and {len(counted) - MOST_REASONS} more reasons: see --json")
    return lines
