"""Tallies added up: exact whole numbers, and the figures made of them."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from math import sqrt
from typing import Any, Self

from kartarna.lab.simulate.tally import Tally

WIN = 27720  # parts of a win, as the tally counts them
NORMAL_95 = 1.959964  # of the normal distribution, 95 % lie within so many standard deviations


@dataclass(frozen=True)
class Measure:
    """Some numbers, of which only sums are kept."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0

    def __add__(self, other: Measure) -> Measure:
        if not self.count or not other.count:
            return self if self.count else other
        return Measure(
            self.count + other.count,
            self.total + other.total,
            self.squares + other.squares,
            min(self.least, other.least),
            max(self.most, other.most),
        )

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def spread(self) -> float:
        """The standard deviation."""
        if self.count < 2:
            return 0.0
        return sqrt((self.squares * self.count - self.total**2) / (self.count * (self.count - 1)))


@dataclass
class Totals:
    """What came of all games so far."""

    players: int
    games: int = 0
    started: int = 0
    shared: int = 0
    nobody: int = 0
    limited_rounds: int = 0
    limited_games: int = 0
    longest_games: int = 0
    decisions: Measure = Measure()
    rounds: Measure = Measure()
    scores: list[Measure] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    wins_from_starter: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scores = self.scores or [Measure()] * self.players
        self.wins = self.wins or [0] * self.players
        self.wins_from_starter = self.wins_from_starter or [0] * self.players

    @classmethod
    def of(cls, tally: Tally) -> Self:
        decisions, rounds, *scores = (
            Measure(tally.games, *numbers)
            for numbers in zip(tally.sums, tally.squares, tally.least, tally.most, strict=True)
        )
        counters = {name: getattr(tally, name) for name in _COUNTERS}
        seats = slice(tally.players)
        return cls(
            tally.players,
            **counters,
            decisions=decisions,
            rounds=rounds,
            scores=scores[seats],
            wins=list(tally.wins[seats]),
            wins_from_starter=list(tally.wins_from_starter[seats]),
        )

    @classmethod
    def read(cls, data: dict[str, Any]) -> Self:
        """From the numbers of `asdict`."""
        scores = [Measure(**score) for score in data["scores"]]
        measures = {name: Measure(**data[name]) for name in ("decisions", "rounds")}
        return cls(**{**data, **measures, "scores": scores})

    def add(self, other: Totals) -> None:
        for name in (*_COUNTERS, "decisions", "rounds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for seat in range(self.players):
            self.scores[seat] += other.scores[seat]
            self.wins[seat] += other.wins[seat]
            self.wins_from_starter[seat] += other.wins_from_starter[seat]


_COUNTERS = [entry.name for entry in fields(Totals) if entry.type == "int" and entry.name != "players"]


def win_interval(parts: int, games: int) -> tuple[float, float]:
    """95 % (Wilson) of the share of wins. Shared wins vary less than whole ones, so it is rather too wide."""
    if not games:
        return 0.0, 1.0
    share = parts / (WIN * games)
    square = NORMAL_95**2 / games
    middle = (share + square / 2) / (1 + square)
    reach = NORMAL_95 / (1 + square) * sqrt(share * (1 - share) / games + square / (4 * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)
