"""What a bot's decisions cost it.

In games of the quick player, bots are asked in the same positions. Every legal decision is then judged by
quick play to the end of the round in the true world; a bot's regret is how much of the win the best decision
would have brought beyond its own. This is quicker than an arena, but tells only how one decision does among
quick players: what it promises, an arena must confirm. Bots are told how the round went, but no story.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from statistics import fmean

from kartarna.bots import SeatStory
from kartarna.bots.game_settings import settings_for
from kartarna.core.history import History
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.step import Step
from kartarna.core.view import seats_of
from kartarna.games import get
from kartarna.lab.arena import entrants
from kartarna.lab.intervals import Interval, interval

SEED = 77
PLAYOUTS = 40  # that judge a decision
EARLY = 6  # decisions of a round before which there is little to conclude from


@dataclass(frozen=True)
class RegretPosition:
    game: int  # the number of the game it is from
    state: State
    seat: int
    steps: tuple[Step[State], ...]  # of the round so far


@dataclass
class Regret:
    bot: str
    costs: dict[int, list[float]] = field(default_factory=dict)  # game by game, in shares of the win
    forfeits: list[str] = field(default_factory=list)  # why the quick player decided instead

    def mean(self) -> Interval:
        """Positions of one game belong together and are averaged first."""
        return interval([fmean(costs) for costs in self.costs.values()])

    def beyond(self, other: Regret) -> Interval:
        """How much more it regrets than another bot in the same positions."""
        return interval([fmean(costs) - fmean(other.costs[game]) for game, costs in self.costs.items()])


def regrets(
    game: str, players: int, bots: Sequence[str], count: int, iterations: int, seed: int = SEED
) -> list[Regret]:
    found = [Regret(bot) for bot in bots]
    rng = Rng(seed, 1)
    positions = _positions(game, players, Rng(seed))
    for _ in range(count):
        position = next(positions)
        worth = {action: _judged(position, action, rng) for action in position.state.legal_actions(position.seat)}
        chance = rng.word()
        for regret in found:
            decision = entrants.consult(
                entrants.get(regret.bot),
                position.state,
                position.seat,
                Rng(chance),
                account=SeatStory((), position.steps),
                iterations=iterations,
            )
            regret.costs.setdefault(position.game, []).append(max(worth.values()) - worth[decision.action])
            if decision.forfeit:
                regret.forfeits.append(decision.forfeit)
    return found


def _judged(position: RegretPosition, action: int, rng: Rng) -> float:
    return fmean(played_out(position.state.clone(), position.seat, action, rng) for _ in range(PLAYOUTS))


def played_out(state: State, seat: int, action: int, rng: Rng) -> float:
    """What share of the win a seat can expect after quick play to the end of the round; changes the state."""
    state.apply(seat, action)
    while state.waiting():
        next_seat = seats_of(state.waiting())[0]
        state.apply(next_seat, state.greedy(next_seat, rng))
    return state.prospects()[seat]


def _positions(game: str, players: int, rng: Rng) -> Iterator[RegretPosition]:
    """Without end: decisions between several possibilities, somewhere in games of the quick player."""
    rules = get(game)
    every = settings_for(game, players).regret_every
    for number in count(1):
        history = History(rules, rules.new(players))
        steps: list[Step[State]] = []
        while not history.state.over():
            if history.state.due():
                steps = [history.deal_random(rng)]
            state = history.state
            seat = seats_of(state.waiting())[0]
            if len(steps) > EARLY and len(state.legal_actions(seat)) > 1 and rng.below(every) == 0:
                yield RegretPosition(number, state, seat, tuple(steps))
            steps.append(history.decide(seat, state.greedy(seat, rng)))
