"""The findings of the lab as tables: in plain text where the output is not a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import typer
from rich.table import Table

from kartarna.lab.house.experiment import Experiment
from kartarna.lab.house.measures import Compared
from kartarna.lab.house.plot import shown
from kartarna.terminal.report.figures import print_tables


def show(experiment: Experiment, found: Sequence[Compared]) -> None:
    groups = groupby(found, key=lambda one: one.bots)
    print_tables([_table(experiment, bots, list(measures)) for bots, measures in groups])
    typer.echo("± is half a 95 % interval; *: the whole interval of the difference lies on one side of zero.")


def _table(experiment: Experiment, bots: str, measures: list[Compared]) -> Table:
    title = f"{experiment.against.game}, {experiment.players} players, played by {bots}"
    table = Table(title=title, title_justify="left", title_style="bold")
    for column in ("", experiment.against.label, experiment.changed.label, "difference", "*"):
        table.add_column(column, justify="left" if column in ("", "*") else "right", no_wrap=True)
    for one in measures:
        told = [shown(value, percent=one.percent) for value in (one.against, one.changed)]
        apart = shown(one.difference, percent=one.percent, signed=True)
        table.add_row(one.name, *told, apart, "*" if one.clear else "")
    return table
