"""The ladder as a page: docs/ladder.md, between its two marks. All around them stays as it is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kartarna.core.errors import KartarnaError
from kartarna.games import get
from kartarna.lab.intervals import Interval
from kartarna.lab.ladder.ladder import UPPER, Cell, Finding, Ladder

BEGIN, END = "<!-- ladder: written by `kartarna ladder` -->", "<!-- ladder: end -->"
INTRODUCTION = f"""# The ladder of bots

{BEGIN}
{END}
"""
LEGEND = """\
A cell tells how much of the win a seat of the upper level has, in per cent, when both levels sit around the table in
turn (upper, lower, upper, …) and every deal is played again with the seats changed; below "even" stands what it would
be if both were equally strong. ± is a 95 % interval that holds however often one has looked; in brackets stands the
number of games after which the test stopped, or has last looked; where that is odd, every deal was played in all
rotations of one seating instead, with one more of the upper level. In Karma, where all but one win, a winner's share is
1 ÷ (players − 1).

**Bold**: the upper level wins, decided at 95 %. *Undecided*: not after {most:,} games. *Under way*: not yet decided.
*Lower wins*: decided, the wrong way round. –: not played yet."""


CHEATERS_PART = 0.7  # of the cheater's gain, where nobody could reach more
STRENGTH = """\
## How strong the top level is
One `{upper}` among quick players (`greedy`); in its place the `cheater`, who thinks as long and sees all cards: what
it gains over an even share is about what can be gained at all. Win shares in per cent, ± a 95 % interval; in Karma the
games lost, for there all but one win. The aims: 1.4 times an even share (two players: 70 %), in Karma at most 0.6 times
an even share of the losses; where the cheater shows that it cannot be reached, 70 % of the cheater's gain. *Reached*,
*missed*: by the whole interval. *Open*: the aim lies within it. *Under way*: not all of the games are played.

| game | players | even | {upper} | cheater | of the cheater's gain | aim |
|---|---|---|---|---|---|---|"""


def write(path: Path, ladder: Ladder, cells: Sequence[Cell], strengths: Sequence[Cell] = ()) -> None:
    """Puts the tables of these cells into the page."""
    before, after = around(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f"{before}{BEGIN}\n{tables(ladder, cells)}{strength(ladder, strengths)}\n{END}{after}", encoding="utf-8"
    )


def around(path: Path) -> tuple[str, str]:
    """What stands before the tables and after them."""
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else INTRODUCTION
    except (OSError, UnicodeDecodeError) as error:
        raise KartarnaError(f"{path} cannot be read as a page of text; choose another") from error
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise KartarnaError(f"{path}: the line {BEGIN if not begin else END} is missing; put it back")
    return before, after


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


def strength(ladder: Ladder, cells: Sequence[Cell]) -> str:
    """The top level beside the cheater, a line for each table where they have played, game by game."""
    games = list(dict.fromkeys(cell.game for cell in cells))
    pairs = list(zip(cells[::2], cells[1::2], strict=True))
    pairs.sort(key=lambda pair: (games.index(pair[0].game), pair[0].players))
    played = [(cell, ladder.finding(cell), ladder.finding(cheater)) for cell, cheater in pairs]
    lines = [_strength(cell, honest, cheater) for cell, honest, cheater in played if honest or cheater]
    return "\n\n" + "\n".join([STRENGTH.format(upper=cells[0].upper), *lines]) if cells else ""


def _strength(cell: Cell, honest: Finding | None, cheater: Finding | None) -> str:
    honest, cheater = (finding if finding and finding.games else None for finding in (honest, cheater))
    part = _part(honest, cheater)
    told = [_alone(honest), _alone(cheater), f"{100 * part:.0f} %" if part else "–", _aim(honest, cheater, part)]
    return f"| {get(cell.game).title} | {cell.players} | {100 / cell.players:.1f} | {' | '.join(told)} |"


def _part(honest: Finding | None, cheater: Finding | None) -> float:
    """Of the cheater's gain; 0 where it is not known."""
    if not honest or not cheater:
        return 0.0
    even = 1 / honest.cell.players
    return (honest.share.mean - even) / (cheater.share.mean - even) if cheater.share.mean > even else 0.0


def _aim(honest: Finding | None, cheater: Finding | None, part: float) -> str:
    if not honest:
        return "–"
    if not honest.finished:
        return honest.outcome
    players = honest.cell.players
    least = (1 - 0.6 / players) / (players - 1) if _losing(honest) else 1.4 / players
    if cheater and cheater.share.mean < least:
        return "reached" if part >= CHEATERS_PART else "missed"
    if honest.share.low is not None and honest.share.low >= least:
        return "reached"
    return "missed" if honest.share.high is not None and honest.share.high < least else "open"


def _losing(finding: Finding) -> bool:
    return get(finding.cell.game).all_but_one_win


def _losses(finding: Finding) -> float:
    """All but one win: a share s of the win is 1 − s · (players − 1) of the losses."""
    return 1 - finding.share.mean * (finding.cell.players - 1)


def _alone(finding: Finding | None) -> str:
    if not finding:
        return "–"
    if not _losing(finding):
        return f"{share(finding.share)} ({_games(finding)})"
    others = finding.cell.players - 1
    low, high = finding.share.low or 0.0, finding.share.high or 0.0
    return f"{100 * _losses(finding):.1f} ± {100 * others * (high - low) / 2:.1f} lost ({_games(finding)})"


def tell(finding: Finding | None) -> str:
    if finding is None or not finding.games:
        return "–"
    told = f"{share(finding.share)} ({_games(finding)})"
    return f"**{told}**" if finding.outcome == UPPER else f"*{finding.outcome}:* {told}"


def _games(finding: Finding) -> str:
    return f"{finding.games:,}" + (f", {finding.forfeits:,} forfeits" if finding.forfeits else "")


def share(interval: Interval) -> str:
    half = 0.0 if interval.low is None or interval.high is None else (interval.high - interval.low) / 2
    return f"{100 * interval.mean:.1f} ± {100 * half:.1f}"
