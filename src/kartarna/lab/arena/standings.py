"""What a tournament says of each bot. All intervals are 95 % and over deals, for the games of a deal belong together.

A win is shared evenly among the winners of a game, so all win shares of a table make one, and an even
share is 1/players. Where all but one win (Karma), a winner's share is 1/(players − 1): a share s means
that the bot loses 1 − s · (players − 1) of its games, which `lost` tells directly. A game that nobody
wins gives nobody a share.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean
from typing import Any

from kartarna.games import get
from kartarna.lab.arena.decision_times import DecisionTimes
from kartarna.lab.arena.ratings import Match, rated
from kartarna.lab.arena.tournament import Forfeit, Outcome, Played, Tournament
from kartarna.lab.intervals import Interval, interval


@dataclass
class Standing:
    """A bot in a tournament, by the mean of its seats in a game."""

    bot: str
    seats: int = 0  # in all games
    rating: Interval = field(default_factory=lambda: Interval(0.0))
    share: Interval = field(default_factory=lambda: Interval(0.0))  # of the win, for a seat
    wins: float = 0.0  # of its seats: among the winners, alone or not
    lost: float = 0.0  # of its seats: the only one at the table that did not win
    score: Interval = field(default_factory=lambda: Interval(0.0))  # total at the end of a game
    clock: DecisionTimes = field(default_factory=DecisionTimes)
    forfeits: int = 0


@dataclass(frozen=True)
class Result:
    tournament: Tournament
    deals: int
    games: int
    nobody: int  # games that nobody won
    standings: list[Standing]  # the best share first
    forfeits: list[Forfeit]

    def as_json(self) -> dict[str, Any]:
        return {
            **self.tournament.as_json(),
            "deals": self.deals,
            "games": self.games,
            "games_without_winner": self.nobody,
            "even_share": self.tournament.even_share,
            "standings": [_as_json(standing) for standing in self.standings],
            "forfeits": [asdict(forfeit) for forfeit in self.forfeits],
        }


def _as_json(standing: Standing) -> dict[str, Any]:
    return {
        "bot": standing.bot,
        "seats": standing.seats,
        "rating": asdict(standing.rating),
        "win_share": asdict(standing.share),
        "wins": standing.wins,
        "lost_alone": standing.lost,
        "score": asdict(standing.score),
        "seconds_per_decision": {
            "mean": standing.clock.mean,
            "p95": standing.clock.percentile(0.95),
            "decisions": standing.clock.count,
        },
        "forfeits": standing.forfeits,
    }


def result(tournament: Tournament, deals: Iterable[Played]) -> Result:
    played = sorted(deals, key=lambda deal: deal.deal)
    games = [game for deal in played for game in deal.games]
    standings = [_standing(tournament, played, name) for name in tournament.names] if played else []
    ratings = rated([matches(tournament, deal) for deal in played], tournament.names)
    for standing in standings:
        standing.rating = ratings[standing.bot]
    return Result(
        tournament,
        len(played),
        len(games),
        sum(not game.winners for game in games),
        sorted(standings, key=lambda standing: -standing.share.mean),
        [forfeit for deal in played for forfeit in deal.forfeits],
    )


def _standing(tournament: Tournament, played: Sequence[Played], name: str) -> Standing:
    seats = [seat for deal in played for seat in sat(tournament, deal, name)]
    clock = DecisionTimes()
    for deal in played:
        clock.merge(deal.clocks[name])
    return Standing(
        name,
        len(seats),
        share=interval([share_of(tournament, deal, name) for deal in played], grain=grain(tournament, name)),
        wins=fmean(seat in game.winners for game, seat in seats),
        lost=fmean(_lost_alone(game, seat) for game, seat in seats),
        score=interval([fmean(game.totals[seat] for game, seat in sat(tournament, deal, name)) for deal in played]),
        clock=clock,
        forfeits=sum(forfeit.bot == name for deal in played for forfeit in deal.forfeits),
    )


def sat(tournament: Tournament, deal: Played, name: str) -> list[tuple[Outcome, int]]:
    """The seats of a bot in all rotations of a deal, each with its game."""
    return [
        (game, seat)
        for rotation, game in enumerate(deal.games)
        for seat, bot in enumerate(tournament.seating(rotation))
        if bot == name
    ]


def share(game: Outcome, seat: int) -> float:
    """ALL-6: a shared win is a fraction."""
    return 1 / len(game.winners) if seat in game.winners else 0.0


def _lost_alone(game: Outcome, seat: int) -> bool:
    return len(game.winners) == len(game.totals) - 1 and seat not in game.winners


def share_of(tournament: Tournament, deal: Played, name: str) -> float:
    """The mean win share of a bot's seats in a deal."""
    return fmean(share(game, seat) for game, seat in sat(tournament, deal, name))


def grain(tournament: Tournament, name: str) -> float:
    """By how much one game more won changes that mean. Where all but one win, a win is a small share."""
    worth = 1 / (tournament.players - 1) if get(tournament.game).all_but_one_win else 1.0
    return worth / sum(tournament.seating(rotation).count(name) for rotation in range(tournament.rotations))


def matches(tournament: Tournament, deal: Played) -> list[Match]:
    """The games of a deal, each as the bot of every seat and its share of the win."""
    return [
        [(bot, share(game, seat)) for seat, bot in enumerate(tournament.seating(rotation))]
        for rotation, game in enumerate(deal.games)
    ]
