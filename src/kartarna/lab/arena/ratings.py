"""Ratings of bots by Weng and Lin's Plackett–Luce model (openskill), with intervals over deals.

Every game is a match between its seats, ranked by their shares of the win; a bot on several seats is
moved by the mean of what moves them. Bots do not learn, so their strength does not drift in the model
(tau = 0). Everybody starts at 25.

The model's own uncertainty takes games for independent, which the rotations of one deal are not. So
the interval comes from the deals: they are resampled with replacement (bootstrap) and rated again, some twenty
times, and Student's interval is taken from the spread of these ratings.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from random import Random
from statistics import fmean, stdev

from kartarna.lab.intervals import USUAL, Interval, student

AVERAGE = 25.0
FEWEST = 10  # deals that an interval can come from
AGAIN = 20  # bootstrap samples of the deals
MOST = 2_500  # seats in each of them; the spread is scaled to all

Match = list[tuple[str, float]]  # a game: the bot of each seat and its share of the win


def rated(deals: Sequence[Sequence[Match]], names: Sequence[str]) -> dict[str, Interval]:
    ratings = _rate((match for deal in deals for match in deal), names)
    if len(deals) < FEWEST or len(names) < 2:
        return {name: Interval(ratings[name]) for name in names}
    seats = sum(map(len, deals[0]))
    drawn = min(len(deals), max(3, MOST // seats))
    chance = Random(0)
    again = [_rate((match for deal in chance.choices(deals, k=drawn) for match in deal), names) for _ in range(AGAIN)]
    scale = student(USUAL, AGAIN - 1) * math.sqrt(drawn / len(deals))
    return {
        name: Interval(ratings[name], ratings[name] - half, ratings[name] + half)
        for name in names
        for half in [scale * stdev(rating[name] for rating in again)]
    }


def _rate(matches: Iterable[Match], names: Sequence[str]) -> dict[str, float]:
    from openskill.models import PlackettLuce  # noqa: PLC0415 - takes longer to load than all else of the command line

    model = PlackettLuce(mu=AVERAGE, tau=0.0)
    ratings = dict.fromkeys(names, (model.mu, model.sigma))
    for match in matches:
        seats = [[model.rating(*ratings[name])] for name, _ in match]
        moved = model.rate(seats, scores=[share for _, share in match])
        for name in {name for name, _ in match}:
            own = [team[0] for (bot, _), team in zip(match, moved, strict=True) if bot == name]
            ratings[name] = fmean(rating.mu for rating in own), fmean(rating.sigma for rating in own)
    return {name: mu for name, (mu, _) in ratings.items()}
