"""The figures of a simulation as tables: in plain text where the output is not a terminal."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

WIDTH = 110  # where nobody says how wide the output is
WIDEST = 10_000


def show(figures: dict[str, Any]) -> None:
    tables = [summary(figures), length(figures), seats(figures)]
    if figures["from_starter"]:
        tables.append(from_starter(figures))
    print_tables(tables)


def print_tables(tables: list[Table]) -> None:
    """One below the other, each as wide as it must be."""
    console = Console(highlight=False)
    for table in tables:
        lay_out(table, plain=not console.is_terminal)
    console.width = max(console.width if console.is_terminal else WIDTH, *map(width, tables))
    for table in tables:
        console.print(table)
        console.print()


def lay_out(table: Table, *, plain: bool) -> None:
    """As narrow as it can be read: two spaces between the columns and none at the edges."""
    table.box = None if plain else box.SIMPLE_HEAD  # whose columns have a space between them already
    table.show_edge = table.pad_edge = False
    table.padding = (0, 2 if plain else 1, 0, 0)


def width(table: Table) -> int:
    """What it takes to show all of a table. In less, rich would cut figures off."""
    return Console(width=WIDEST).measure(table).maximum


def summary(figures: dict[str, Any]) -> Table:
    table = _table(f"{figures['game']}, {figures['players']} players, seed {figures['seed']}", "", "number", "share")
    games, limits = figures["games"], figures["limits"]
    table.add_row("games", f"{games:,}")
    table.add_row("decisions", f"{figures['decisions']:,}")
    table.add_row("decisions a second", f"{figures['decisions_per_second']:,}")
    table.add_row("seconds", f"{figures['seconds']:,.1f}")
    table.add_row("rounds ended by a limit", f"{limits['rounds_ended']:,}")
    for name, number in (
        ("games with such a round", limits["games_with_such_rounds"]),
        ("games of 100 rounds", limits["games_of_100_rounds"]),
        ("ties: the win is shared", figures["shared_wins"]),
        ("draws: nobody wins", figures["nobody_wins"]),
    ):
        table.add_row(name, f"{number:,}", f"{number / games:.2%}" if games else "")
    return table


def length(figures: dict[str, Any]) -> Table:
    table = _table("Length of a game", "", "mean", "spread", "min", "max")
    for name, measure in figures["length"].items():
        table.add_row(name, *_measure(measure))
    return table


def seats(figures: dict[str, Any]) -> Table:
    table = _table("By seat", "seat", "bot", "score", "spread", "min", "max", "wins", "95 %", "advantage")
    for seat in figures["seats"]:
        table.add_row(str(seat["seat"]), seat["bot"], *_measure(seat["score"]), *_wins(seat))
    return table


def from_starter(figures: dict[str, Any]) -> Table:
    table = _table("By place after the starter of the game", "place", "wins", "95 %", "advantage")
    for place in figures["from_starter"]:
        table.add_row(str(place["place"]), *_wins(place))
    return table


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold")
    for column in columns:
        table.add_column(column, justify="left" if column in ("", "bot") else "right", no_wrap=True)
    return table


def _measure(measure: dict[str, float]) -> tuple[str, ...]:
    mean, spread = f"{measure['mean']:,.2f}", f"± {measure['spread']:,.2f}"
    return mean, spread, f"{measure['min']:,}", f"{measure['max']:,}"


def _wins(row: dict[str, Any]) -> tuple[str, ...]:
    low, high = row["win_interval"]
    return f"{row['win_share']:.2%}", f"{100 * low:.2f} – {high:.2%}", f"{100 * row['advantage']:+z.2f}"
