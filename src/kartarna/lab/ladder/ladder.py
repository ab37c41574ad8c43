"""The ladder: does every level of bots beat the one below, in every game, with every number of players?

A cell of the table is one game, one number of players and two neighbouring levels. Both sit around the
table in turn (upper, lower, upper, …), and every deal is played twice: the second time everybody sits
where the other level sat. Of all ways to mix them this tells most for a game played, and the claim is
plain: a seat of the upper level has more than an even share of the win. Where nobody wins a game, what would be
an even share of it counts for neither.

A cell is played until the sequential test decides it, at 95 %, or after 2,000 games.

Beside the ladder stands the strength of the top level: alone among quick players, and for comparison the
cheater in its place. There a cell is no test, but a figure: it is played to its last game.
"""

from __future__ import annotations

import json
import math
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import Any

from kartarna import VERSION, bots
from kartarna.bots.game_settings import settings_for
from kartarna.core.errors import KartarnaError
from kartarna.games import get
from kartarna.lab.arena.entrants import CHEATER, recipe
from kartarna.lab.arena.pool import run
from kartarna.lab.arena.scorebook import OtherTournament, Scorebook
from kartarna.lab.arena.standings import grain, share_of
from kartarna.lab.arena.tournament import Played, Tournament
from kartarna.lab.cluster import RayPool
from kartarna.lab.intervals import Interval
from kartarna.lab.ladder.sequential import Verdict, figure, judge, looks

MOST_GAMES = 2000
SEED = 1
FIRST = (2, 4)  # numbers of players that are played before all others

UPPER, LOWER, UNDECIDED, UNDER_WAY = "upper wins", "lower wins", "undecided", "under way"


@dataclass(frozen=True)
class Cell:
    game: str
    players: int
    lower: str
    upper: str
    most: int = MOST_GAMES  # games
    alone: bool = False  # one of the upper among many of the lower, for its strength

    @property
    def name(self) -> str:
        return f"{self.game}-{self.players}-{self.lower}-{self.upper}"

    @cached_property
    def tournament(self) -> Tournament:
        if self.alone:
            return Tournament(self.game, self.players, (self.upper, *[self.lower] * (self.players - 1)), SEED)
        # Where the number is odd one bot more comes than can sit down, so that the levels still change places.
        around = (self.upper, self.lower) * math.ceil(self.players / 2)
        return Tournament(self.game, self.players, around, SEED, rotations=2)

    @property
    def recipes(self) -> dict[str, str]:
        return {name: recipe(name, self.game, self.players) for name in (self.upper, self.lower)}

    def gain(self, deal: Played) -> float:
        """What a seat of the upper level had more of the win than an even share of it."""
        even = fmean(bool(game.winners) / self.players for game in deal.games)
        return share_of(self.tournament, deal, self.upper) - even


@dataclass(frozen=True)
class Finding:
    """What is known of a cell."""

    cell: Cell
    outcome: str
    share: Interval = field(default_factory=lambda: Interval(math.nan))  # of a seat of the upper level
    games: int = 0
    forfeits: int = 0
    recipes: dict[str, str] = field(default_factory=dict)
    version: str = VERSION

    @property
    def finished(self) -> bool:
        return self.outcome != UNDER_WAY

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "even_share": 1 / self.cell.players}


def cells(
    levels: Sequence[str] = (), games: Sequence[str] = (), players: Sequence[int] = (), most: int = MOST_GAMES
) -> list[Cell]:
    """All cells, or those of some games and numbers of players, in the order in which they are played."""
    steps = list(zip(levels or bots.LEVELS, (levels or bots.LEVELS)[1:], strict=False))
    return [Cell(game, count, lower, upper, most) for count, game in _tables(games, players) for lower, upper in steps]


def _tables(games: Sequence[str], players: Sequence[int]) -> list[tuple[int, str]]:
    """Numbers of players with their games, in the order in which they are played."""
    tables = [(count, game) for game in games for count in get(game).players if not players or count in players]
    return sorted(tables, key=lambda table: (table[0] not in FIRST, table[0]))


def strengths(games: Sequence[str] = (), players: Sequence[int] = ()) -> list[Cell]:
    """The top level and the cheater, each alone among quick players; in the order in which they are played."""
    return [
        Cell(game, count, bots.STANDARD, upper, settings_for(game, count).strength_games, alone=True)
        for count, game in _tables(games, players)
        for upper in (bots.LEVELS[-1], CHEATER.name)
    ]


@dataclass(frozen=True)
class Ladder:
    """Findings are kept in a folder, a file for each cell; the deals of a cell under way in another one."""

    folder: Path
    parts: Path

    def finding(self, cell: Cell) -> Finding | None:
        """What was found before; None if that was of other bots, or nothing."""
        try:
            data = json.loads(self._file(cell).read_text(encoding="utf-8"))
            found = Finding(
                Cell(**data["cell"]),
                data["outcome"],
                Interval(**data["share"]),
                data["games"],
                data["forfeits"],
                data["recipes"],
                data["version"],
            )
        except FileNotFoundError:
            return None
        except OSError as error:
            raise KartarnaError(f"{self._file(cell)} cannot be read: {error.strerror}") from error
        except (ValueError, TypeError, KeyError) as error:
            raise KartarnaError(f"{self._file(cell)} is not a cell of the ladder; delete it") from error
        return found if (found.cell, found.recipes) == (cell, cell.recipes) else None

    def play(self, cell: Cell, processes: int = 0, cluster: RayPool | None = None) -> Generator[tuple[int, Finding]]:
        """Plays on where the cell was left. After every deal the games played and what is found; the last is final."""
        tournament = cell.tournament
        most = tournament.deals(cell.most)
        book = self._book(cell)
        finding = Finding(cell, UNDER_WAY, recipes=cell.recipes)
        row: list[float] = []  # deals without a gap before them: those that end first must not count first
        left = list(looks(most))
        with closing(run(tournament, range(most), processes=processes, book=book, cluster=cluster)) as deals:
            for count, _ in enumerate(deals, 1):
                while len(row) in book.played:
                    row.append(cell.gain(book.played[len(row)]))
                if left[0] <= len(row):
                    left = [look for look in left if look > len(row)]
                    least = grain(tournament, cell.upper)
                    verdict = figure(row, least) if cell.alone else judge(row, most, least)
                    finding = _finding(cell, verdict, book, most)
                    self._keep(finding)
                yield count * tournament.rotations, finding
                if finding.finished:
                    book.path.unlink()
                    return

    def _book(self, cell: Cell) -> Scorebook:
        self.parts.mkdir(parents=True, exist_ok=True)
        path = self.parts / f"{cell.name}.jsonl"
        try:
            return Scorebook(path, cell.tournament)
        except OtherTournament:  # of levels as they were once: hours of play, perhaps still of use
            path.replace(path.with_suffix(".old"))
            return Scorebook(path, cell.tournament)

    def _keep(self, finding: Finding) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self._file(finding.cell)
        new = file.with_suffix(".new")
        new.write_text(json.dumps(finding.as_json(), indent=2) + "\n", encoding="utf-8")
        new.replace(file)

    def _file(self, cell: Cell) -> Path:
        return self.folder / f"{cell.name}.json"


def _finding(cell: Cell, verdict: Verdict, book: Scorebook, most: int) -> Finding:
    return Finding(
        cell,
        _outcome(verdict, most, alone=cell.alone),
        verdict.interval.moved(1 / cell.players),
        verdict.looked * cell.tournament.rotations,
        sum(len(book.played[deal].forfeits) for deal in range(verdict.looked)),
        cell.recipes,
    )


def _outcome(verdict: Verdict, most: int, *, alone: bool) -> str:
    if alone and verdict.looked < most:
        return UNDER_WAY
    if verdict.decided:
        return UPPER if verdict.above else LOWER
    return UNDECIDED if verdict.looked == most else UNDER_WAY
