"""How much of a result is luck of the cards, and how much skill, from duplicate deals.

Every deal is played in all rotations of two kinds of bots, so each place of each deal is held by both. The variance of
what a seat wins falls into three parts: who plays (skill: how far the two kinds lie apart), which place of which deal
(luck: its cards and its turn), and all the rest: what becomes of it in play. Components of an analysis of variance.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, pvariance
from typing import NamedTuple

from kartarna.lab.house.watched import WatchedDeal


class VarianceShares(NamedTuple):
    """Of the variance of the share of the win that a seat gets; together 1."""

    skill: float
    luck: float
    rest: float


def shares(deals: Sequence[WatchedDeal]) -> VarianceShares:
    by_bot: dict[str, list[float]] = {}
    for deal in deals:
        for game in deal.games:
            for seat, bot in enumerate(game.seating):
                by_bot.setdefault(bot, []).append(game.share(seat))
    means = {bot: fmean(values) for bot, values in by_bot.items()}
    everything = [value for values in by_bot.values() for value in values]
    total = pvariance(everything)
    if not total:
        return VarianceShares(0.0, 0.0, 1.0)
    skill = pvariance([means[bot] for bot, values in by_bot.items() for _ in values]) / total
    places = [_place(deal, seat, means) for deal in deals for seat in range(len(deal.games[0].seating))]
    luck = min(1 - skill, _between(places) / total)
    return VarianceShares(skill, luck, 1 - skill - luck)


def _place(deal: WatchedDeal, seat: int, means: dict[str, float]) -> list[float]:
    """What was won on this seat in each rotation, beyond what its bot usually wins."""
    return [game.share(seat) - means[game.seating[seat]] for game in deal.games]


def _between(places: Sequence[Sequence[float]]) -> float:
    """The variance between places, beyond what chance within them makes of it."""
    rotations = len(places[0])
    middles = [fmean(place) for place in places]
    between = rotations * pvariance(middles) * len(places) / max(1, len(places) - 1)
    within = sum(pvariance(place) * rotations for place in places) / max(1, len(places) * (rotations - 1))
    return max(0.0, (between - within) / rotations)
