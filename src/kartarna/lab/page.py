"""The ladder as a page: docs/ladder.md, between its two marks. All around them stays as it is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kartarna.core.errors import KartarnaError
from kartarna.games import get
from kartarna.lab.intervals import Interval
from kartarna.lab.ladder import UPPER, Cell, Finding, Ladder

BEGIN, END = "<!-- ladder: written by `kartarna ladder` -->", "<!-- ladder: end -->"
INTRODUCTION = f"""# The ladder of bots

{BEGIN}
{END}
"""
LEGEND = """\
A cell tells how much of the win a seat of the upper level has, in per cent, when both levels sit around the table in
turn (upper, lower, upper, …) and every deal is played in all seatings that differ; below "even" stands what it would be
if both were equally strong. ± is a 95 % interval that holds however often one has looked; in brackets stands the number
of games after which the test stopped, or has last looked. In Karma, where all but one win, a winner's share is 1 ÷
(players − 1).

**Bold**: the upper level wins, decided at 95 %. *Undecided*: not after {most:,} games. *Under way*: not yet decided.
*Lower wins*: decided, the wrong way round. –: not played yet."""


def write(path: Path, ladder: Ladder, cells: Sequence[Cell]) -> None:
    """Puts the tables of these cells into the page."""
    text = path.read_text(encoding="utf-8") if path.exists() else INTRODUCTION
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise KartarnaError(f"{path}: the line {BEGIN if not begin else END} is missing; put it back")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{before}{BEGIN}\n{tables(ladder, cells)}\n{END}{after}", encoding="utf-8")


def tables(ladder: Ladder, cells: Sequence[Cell]) -> str:
    games = dict.fromkeys(cell.game for cell in cells)
    most = max((cell.most for cell in cells), default=0)
    parts = [_table(ladder, game, [cell for cell in cells if cell.game == game]) for game in games]
    return "\n\n".join([LEGEND.format(most=most), *parts])


def _table(ladder: Ladder, game: str, cells: Sequence[Cell]) -> str:
    steps = list(dict.fromkeys((cell.lower, cell.upper) for cell in cells))
    lines = [
        f"## {get(game).title}",
        "",
        f"| players | even | {' | '.join(f'{upper} over {lower}' for lower, upper in steps)} |",
        f"|---|---|{'---|' * len(steps)}",
    ]
    for players in sorted({cell.players for cell in cells}):
        row = [cell for step in steps for cell in cells if (cell.players, cell.lower, cell.upper) == (players, *step)]
        told = " | ".join(tell(ladder.finding(cell)) for cell in row)
        lines.append(f"| {players} | {100 / players:.1f} | {told} |")
    return "\n".join(lines)


def tell(finding: Finding | None) -> str:
    if finding is None or not finding.games:
        return "–"
    told = f"{_share(finding.share)} ({finding.games:,})"
    return f"**{told}**" if finding.outcome == UPPER else f"*{finding.outcome}:* {told}"


def _share(share: Interval) -> str:
    half = 0.0 if share.low is None or share.high is None else (share.high - share.low) / 2
    return f"{100 * share.mean:.1f} ± {100 * half:.1f}"
