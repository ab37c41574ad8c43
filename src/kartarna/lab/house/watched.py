"""Games that the lab plays, with all that it wants to know of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.lab.arena.decision_times import DecisionTimes
from kartarna.lab.arena.tournament import BOT_STREAMS, Forfeit, Outcome, Played, Tournament, TournamentTable
from kartarna.lab.regret import played_out

ASKED = 25  # of so many decisions with a choice, one is weighed
OPTIONS = 8  # of a decision that are compared at most
PLAYOUTS = 8  # of each, to choose by and again to measure by
WEIGHING = 2 * BOT_STREAMS  # the stream of a deal that weighing has its random numbers from


@dataclass(frozen=True)
class WatchedGame:
    """One game, and how it went."""

    seating: tuple[str, ...]
    winners: tuple[int, ...]
    decisions: int
    rounds: int
    choices: int  # decisions with more than one possibility
    lead_changes: int
    starter: int | None  # who began; None where a game does not say so
    stakes: tuple[float, ...] = ()  # of the decisions that were weighed

    def share(self, seat: int) -> float:
        """Of the win."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


@dataclass(frozen=True)
class WatchedDeal:
    deal: int
    games: tuple[WatchedGame, ...]  # one a rotation
    forfeits: tuple[Forfeit, ...] = field(default=())


def watch(tournament: Tournament, weigh: bool, deal: int) -> WatchedDeal:
    """All rotations of a deal; `weigh`: some decisions are weighed."""
    played = Played(deal, clocks={name: DecisionTimes() for name in tournament.names})
    games = [WatchedTable(tournament, rotation, played, weigh=weigh) for rotation in range(tournament.rotations)]
    return WatchedDeal(deal, tuple(game.watched() for game in games), tuple(played.forfeits))


class WatchedTable(TournamentTable):
    def __init__(self, tournament: Tournament, rotation: int, played: Played, *, weigh: bool) -> None:
        super().__init__(tournament, rotation, played)
        self.weigh = weigh
        self.rng = Rng(self.cards, WEIGHING + rotation)
        self.choices = self.lead_changes = 0
        self.leader: int | None = None
        self.starter: int | None = None
        self.stakes: list[float] = []

    def watched(self) -> WatchedGame:
        outcome: Outcome = self.play()
        return WatchedGame(
            self.tournament.seating(self.rotation),
            outcome.winners,
            outcome.decisions,
            self.state.round,
            self.choices,
            self.lead_changes,
            self.starter,
            tuple(self.stakes),
        )

    def deal(self) -> None:
        super().deal()
        if self.starter is None:
            told: Any = self.game.public(self.state).facts.get("starter")
            self.starter = None if told is None else int(told)

    def decide(self, seat: int) -> None:
        legal = self.state.legal_actions(seat)
        if len(legal) > 1:
            self.choices += 1
            if self.weigh and self.rng.below(ASKED) == 0:
                self.stakes.append(stake(self.state, seat, legal, self.rng))
        super().decide(seat)
        leader = leading(self.state)
        if leader is not None:
            self.lead_changes += self.leader not in (None, leader)
            self.leader = leader


def leading(state: State) -> int | None:
    """Who has the best chances, by the fitted estimate of the game (core/value.py); None: nobody alone."""
    chances = state.prospects()
    best = max(chances)
    ahead = [seat for seat, chance in enumerate(chances) if chance == best]
    return ahead[0] if len(ahead) == 1 else None


def stake(state: State, seat: int, legal: Sequence[int], rng: Rng) -> float:
    """How much of the win lies between the best and the worst possibility, by quick play after each.

    They are chosen by some playouts and measured by others: chance makes no difference where there is none.
    """
    options = list(legal)
    while len(options) > OPTIONS:
        options.pop(rng.below(len(options)))
    seen = {action: _expected(state, seat, action, rng) for action in options}
    best, worst = max(options, key=seen.__getitem__), min(options, key=seen.__getitem__)
    return _expected(state, seat, best, rng) - _expected(state, seat, worst, rng)


def _expected(state: State, seat: int, action: int, rng: Rng) -> float:
    return fmean(played_out(state.clone(), seat, action, rng) for _ in range(PLAYOUTS))
