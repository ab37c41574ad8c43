"""Ratings of bots by Weng and Lin's Plackett–Luce model (openskill), with intervals over deals.

Every game is a match between the bots at the table; a bot on several seats counts with the mean of
its win shares. Bots do not learn, so their strength does not drift in the model (tau = 0). Everybody
starts at 25.

The model's own uncertainty takes games for independent, which the rotations of one deal are not. So
the interval comes from the deals: they are drawn anew with replacement and rated again, some twenty
times, and Student's interval is taken from the spread of these ratings.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from random import Random
from statistics import stdev

from openskill.models import PlackettLuce

from kartarna.lab.intervals import USUAL, Interval, student

AVERAGE = 25.0
AGAIN = 20  # ratings of deals drawn anew
MOST = 2_000  # games in each of them; the spread is scaled to all

Match = dict[str, float]  # a game: each bot at the table and its mean win share


def rated(deals: Sequence[Sequence[Match]], names: Sequence[str]) -> dict[str, Interval]:
    ratings = _rate((match for deal in deals for match in deal), names)
    if len(deals) < 3 or len(names) < 2:
        return {name: Interval(ratings[name]) for name in names}
    games = len(deals[0])
    drawn = min(len(deals), max(3, MOST // max(1, games)))
    chance = Random(0)
    again = [_rate((match for deal in chance.choices(deals, k=drawn) for match in deal), names) for _ in range(AGAIN)]
    scale = student(USUAL, AGAIN - 1) * math.sqrt(drawn / len(deals))
    return {
        name: Interval(ratings[name], ratings[name] - half, ratings[name] + half)
        for name in names
        for half in [scale * stdev(rating[name] for rating in again)]
    }


def _rate(matches: Iterable[Match], names: Sequence[str]) -> dict[str, float]:
    model = PlackettLuce(mu=AVERAGE, tau=0.0)
    ratings = {name: model.rating(name=name) for name in names}
    for match in matches:
        if len(match) > 1:
            teams = model.rate([[ratings[name]] for name in match], scores=list(match.values()))
            ratings |= {name: team[0] for name, team in zip(match, teams, strict=True)}
    return {name: rating.mu for name, rating in ratings.items()}
