"""What the lab measures of two versions of a game, with 95 % intervals, and of their difference.

Both versions are played on the same deals, so differences are taken deal by deal: luck of the deal cancels out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import NamedTuple

from kartarna.games import get
from kartarna.lab.house.variance import shares
from kartarna.lab.house.watched import WatchedDeal, WatchedGame
from kartarna.lab.intervals import Interval, interval

GROUPS = 20  # of deals, that are left out in turn to see how far a figure is to be believed
Deals = Sequence[WatchedDeal]


class Compared(NamedTuple):
    """One figure of both versions."""

    name: str
    bots: str  # who played
    percent: bool
    against: Interval
    changed: Interval
    difference: Interval

    @property
    def clear(self) -> bool:
        """The whole interval of the difference lies on one side of zero."""
        low, high = self.difference.low, self.difference.high
        return low is not None and high is not None and (low > 0 or high < 0)


def _starter_gain(game: WatchedGame) -> float | None:
    if game.starter is None or not game.winners:
        return None
    return game.share(game.starter) - 1 / len(game.seating)


class GameMeasure(NamedTuple):
    percent: bool  # how it is told
    grain: float  # the least that games can differ by; 0: next to nothing
    of: Callable[[WatchedGame], float | None]  # None: that game does not tell


def measures(game: str) -> dict[str, GameMeasure]:

    def tied(seen: WatchedGame) -> float:
        usual = len(seen.seating) - 1 if get(game).all_but_one_win else 1
        return float(len(seen.winners) > usual)

    return {
        "length: decisions": GameMeasure(percent=False, grain=1, of=lambda seen: seen.decisions),
        "length: rounds": GameMeasure(percent=False, grain=1, of=lambda seen: seen.rounds),
        "decisions with a choice": GameMeasure(
            percent=True, grain=0, of=lambda seen: seen.choices / max(1, seen.decisions)
        ),
        "stake of a choice": GameMeasure(
            percent=True, grain=0, of=lambda seen: fmean(seen.stakes) if seen.stakes else None
        ),
        "starter above an even share": GameMeasure(percent=True, grain=0.5, of=_starter_gain),
        "ties": GameMeasure(percent=True, grain=1, of=tied),
        "nobody wins": GameMeasure(percent=True, grain=1, of=lambda seen: float(not seen.winners)),
        "lead changes": GameMeasure(percent=False, grain=1, of=lambda seen: seen.lead_changes),
    }


def compare(game: str, bots: str, against: Deals, changed: Deals) -> list[Compared]:
    """Bots of one kind play among themselves: how the game goes."""
    return [
        Compared(name, bots, it.percent, *_paired(_by_deal(against, it.of), _by_deal(changed, it.of), it.grain))
        for name, it in measures(game).items()
    ]


def _by_deal(deals: Deals, value: Callable[[WatchedGame], float | None]) -> dict[int, float]:
    told = {deal.deal: [one for game in deal.games if (one := value(game)) is not None] for deal in deals}
    return {deal: fmean(values) for deal, values in told.items() if values}


def _paired(against: dict[int, float], changed: dict[int, float], grain: float) -> tuple[Interval, ...]:
    """Of the one, of the other, and of their difference."""
    apart = [changed[deal] - value for deal, value in against.items() if deal in changed]
    return tuple(interval(values, grain=grain) for values in (list(against.values()), list(changed.values()), apart))


# ---- two kinds of bots ---------------------------------------------------------------------------------


def compare_skill(bots: Sequence[str], against: Deals, changed: Deals) -> list[Compared]:
    """The first kind among the second: how much it gains, and what a result is made of."""
    told = " and ".join(bots)
    gains = [_gains(bots[0], deals) for deals in (against, changed)]
    found = [Compared(f"{bots[0]} above an even share", told, True, *_paired(gains[0], gains[1], 0.5))]
    for place, name in enumerate(("share of skill", "share of luck", "share of what happens in play")):
        ours, theirs = (_left_out(deals, place) for deals in (changed, against))
        apart = [one - other for one, other in zip(ours, theirs, strict=False)]
        found.append(Compared(name, told, True, interval(theirs), interval(ours), interval(apart)))
    return found


def _gains(bot: str, deals: Deals) -> dict[int, float]:
    def gain(game: WatchedGame) -> float:
        seats = [seat for seat, name in enumerate(game.seating) if name == bot]
        even = bool(game.winners) / len(game.seating)
        return fmean(game.share(seat) for seat in seats) - even

    return _by_deal(deals, gain)


def _left_out(deals: Deals, place: int) -> list[float]:
    """Jackknife: values as many as groups of deals, that scatter as a share of the variance does; their mean is it."""
    whole = shares(deals)[place]
    ordered = sorted(deals, key=lambda deal: deal.deal)
    count = min(GROUPS, len(ordered))
    if count < 2:
        return [whole]
    rests = [[deal for number, deal in enumerate(ordered) if number % count != group] for group in range(count)]
    without = [shares(rest)[place] for rest in rests]
    return [whole + (count - 1) * (fmean(without) - value) for value in without]


# ---- by place --------------------------------------------------------------------------------------------


def by_place(deals: Deals) -> list[Interval]:
    """The share of the win by place after the one who began; empty where nobody does."""
    started = [game for deal in deals for game in deal.games if game.starter is not None and game.winners]
    if not started:
        return []
    players = len(started[0].seating)
    return [
        interval([game.share(((game.starter or 0) + place) % players) for game in started]) for place in range(players)
    ]
