"""An experiment of the lab: two versions of a game, played by the same bots on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from kartarna.core.errors import OptionError
from kartarna.lab.arena.tournament import Tournament
from kartarna.lab.cluster import RayPool
from kartarna.lab.house.version import GameVersion
from kartarna.lab.house.watched import WatchedDeal, watch
from kartarna.lab.spread import spread

FEWEST = 3  # deals: below that nothing can be said of chance


@dataclass(frozen=True)
class Trial:
    """One line-up at one version."""

    changed: bool  # or the one that it is compared with
    tournament: Tournament
    deals: int
    weigh: bool  # how much lies on a decision

    @property
    def games(self) -> int:
        return self.deals * self.tournament.rotations


@dataclass
class Experiment:
    """`bots`: the first is the strong one. Each plays among its like, then both among each other."""

    players: int
    against: GameVersion
    changed: GameVersion
    bots: tuple[str, str]
    games: int  # of each trial
    seed: int
    iterations: int | None = None
    results: dict[tuple[bool, tuple[str, ...]], list[WatchedDeal]] = field(default_factory=dict)  # changed, line-up

    def __post_init__(self) -> None:
        if self.against == self.changed:
            raise OptionError("both versions are the same: say with --change what is different")
        if self.bots[0] == self.bots[1]:
            raise OptionError("name two different bots, the stronger one first")

    @property
    def line_ups(self) -> list[tuple[str, ...]]:
        return [(self.bots[0],), (self.bots[1],), self.bots]

    def trials(self) -> list[Trial]:
        return [self._trial(changed, bots) for bots in self.line_ups for changed in (False, True)]

    def _trial(self, changed: bool, bots: tuple[str, ...]) -> Trial:
        version = self.changed if changed else self.against
        alike = len(bots) == 1
        tournament = Tournament(
            version.game,
            self.players,
            bots,
            self.seed,
            version.options,
            self.iterations,
            rotations=1 if alike else 0,
            deck=version.deck,
        )
        return Trial(changed, tournament, max(FEWEST, tournament.deals(self.games)), weigh=alike)

    def run(self, progress: Callable[[int], object], *, processes: int = 0, cluster: RayPool | None = None) -> None:
        """Plays all trials; tells `progress` how many games have been played."""
        played = 0
        for trial in self.trials():
            deals = self.results.setdefault((trial.changed, trial.tournament.bots), [])
            for deal in _played(trial, processes, cluster):
                deals.append(deal)
                played += trial.tournament.rotations
                progress(played)
            deals.sort(key=lambda deal: deal.deal)

    @property
    def forfeits(self) -> int:
        return sum(len(deal.forfeits) for deals in self.results.values() for deal in deals)


def _played(trial: Trial, processes: int, cluster: RayPool | None) -> Iterator[WatchedDeal]:
    task = partial(watch, trial.tournament, trial.weigh)
    return spread(task, list(range(trial.deals)), processes=processes, cluster=cluster)
