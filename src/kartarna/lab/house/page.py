"""The findings as a page with plots: one file that needs nothing else, in light and dark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby

from kartarna.games import get
from kartarna.lab.house.experiment import Experiment
from kartarna.lab.house.measures import Compared
from kartarna.lab.house.plot import PlotLine, plot, shown
from kartarna.lab.house.report import places

STYLE = """
:root { color-scheme: light dark; --ink: #222; --paper: #fff; --soft: #666; --grid: #ddd }
:root { --against: #555; --changed: #a33b00 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eee; --paper: #191919; --soft: #aaa; --grid: #3a3a3a; --against: #bbb; --changed: #ff9d5c }
}
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
body { color: var(--ink); background: var(--paper) }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { padding: 0.2rem 0.6rem 0.2rem 0; text-align: right; border-bottom: 1px solid var(--grid) }
th:first-child, td:first-child { text-align: left }
.scroll { overflow-x: auto }
svg { width: 100%; height: auto; font: 13px system-ui, sans-serif; fill: var(--ink) }
.grid { stroke: var(--grid) }
.mark { fill: var(--soft) }
line.against, line.changed { stroke-width: 2 }
.against { stroke: var(--against); fill: var(--against) }
.changed { stroke: var(--changed); fill: var(--changed) }
p.note { color: var(--soft) }
"""

NOTE = """Every deal is played in both versions. ± is half a 95 % interval; in bold: the whole interval of the
difference lies on one side of zero. What each figure means stands in docs/lab.md."""


def page(experiment: Experiment, found: Sequence[Compared]) -> str:
    title = f"{get(experiment.against.game).title}: {experiment.changed.label}"
    against, changed = experiment.against.label, experiment.changed.label
    about = (
        f"{experiment.players} players, seed {experiment.seed}. ● {against}, ◆ {changed}. "
        + ", ".join(
            f"{trial.games:,} games of {' and '.join(trial.tournament.bots)}" for trial in experiment.trials()[::2]
        )
        + " in each version."
    )
    body = [f"<h1>{escape(title)}</h1>", f"<p>{escape(about)}</p>", f'<p class="note">{escape(NOTE)}</p>']
    for bots, measures in groupby(found, key=lambda one: one.bots):
        body += _section(bots, list(measures), against, changed)
    body += _places(experiment)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>\n" + "\n".join(body) + "\n</body></html>\n"
    )


def _section(bots: str, measures: list[Compared], against: str, changed: str) -> Iterable[str]:
    yield f"<h2>Played by {escape(bots)}</h2>"
    yield _table(measures, against, changed)
    for one in measures:
        yield f"<h3>{escape(one.name)}</h3>"
        lines = [PlotLine(against[:28], one.against, changed=False), PlotLine(changed[:28], one.changed, changed=True)]
        yield plot(one.name, lines, percent=one.percent)


def _table(measures: list[Compared], against: str, changed: str) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in ("", against, changed, "difference"))
    rows = [_row(one) for one in measures]
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def _row(one: Compared) -> str:
    cells = [shown(value, percent=one.percent) for value in (one.against, one.changed)]
    apart = shown(one.difference, percent=one.percent, signed=True)
    cells.append(f"<strong>{apart}</strong>" if one.clear else apart)
    return f'<tr><th scope="row">{escape(one.name)}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


def _places(experiment: Experiment) -> Iterable[str]:
    for bots, (against, changed) in places(experiment).items():
        title = f"Share of the win by place after the starter, played by {bots}"
        yield f"<h2>{escape(title)}</h2>"
        lines = [
            PlotLine(f"place {place}, {label[:16]}", value, changed=is_changed)
            for place, both in enumerate(zip(against, changed, strict=True), 1)
            for value, label, is_changed in zip(
                both, (experiment.against.label, experiment.changed.label), (False, True), strict=True
            )
        ]
        yield plot(title, lines, percent=True)
