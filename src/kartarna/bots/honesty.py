"""The check that a bot decides by what its seat can see. Authors of bots run it; so do our tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from kartarna.bots.consult import consult
from kartarna.bots.determinization import imagine_history
from kartarna.bots.observation import Bot, reads_story
from kartarna.bots.story import NOTHING, SeatStory, Story
from kartarna.core.game import Game
from kartarna.core.history import History
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.step import Decided, Step
from kartarna.core.view import seats_of


class Dishonest(AssertionError):
    """The bot decides by something else than what it is shown."""


@dataclass(frozen=True)
class HonestyProbe:
    state: State
    seat: int
    account: SeatStory
    seed: int

    def ask(self, bot: Bot, iterations: int | None) -> int:
        account = self.account if reads_story(bot) else NOTHING
        answer = consult(bot, self.state, self.seat, Rng(self.seed), account=account, iterations=iterations)
        if answer.forfeit:
            raise Dishonest(f"{bot.name} forfeits: {answer.forfeit}")
        return answer.action

    @cached_property
    def twin(self) -> HonestyProbe:
        """What the seat sees is the same; in all places that it could not see in this round lie other cards."""
        history = imagine_history(self.account.steps, self.seat, Rng(self.seed, 1))
        return replace(self, state=history.now, account=replace(self.account, steps=tuple(history.steps)))


def check(
    bot: Bot,
    game: Game[Any],
    players: int,
    options: Mapping[str, Any] | None = None,
    *,
    seed: int = 0,
    iterations: int | None = None,
    questions: int = 20,
) -> int:
    """Raises Dishonest if the bot decides by more than it is shown, in a game like this."""
    return compare(bot, list(positions(game, players, options, seed=seed, count=questions)), iterations)


def compare(bot: Bot, asked: Sequence[HonestyProbe], iterations: int | None = None) -> int:
    """Asks the bot in every position and in its twin."""
    return same_in_twins(lambda position: position.ask(bot, iterations), asked, f"{bot.name} decides")


def same_in_twins(ask: Callable[[HonestyProbe], Any], asked: Sequence[HonestyProbe], who: str) -> int:
    """Asks in every position, then once more, last position first, in their twins.

    The answers must be the same: what differs is hidden from the seat, and what was asked before, for other
    seats too, is none of its business. Returns in how many positions the twin differed at all.
    """
    answers = [ask(position) for position in asked]
    differing = 0
    for position, answer in zip(reversed(asked), reversed(answers), strict=True):
        twin = position.twin
        differing += twin.state.snapshot() != position.state.snapshot()
        if ask(twin) != answer:
            raise Dishonest(f"{who} by more than seat {position.seat + 1} can see ({twin.state.GAME})")
    return differing


def positions(
    game: Game[Any], players: int, options: Mapping[str, Any] | None, *, seed: int, count: int
) -> Iterator[HonestyProbe]:
    """About so many positions, of all seats, from the beginning of a game to its end."""
    decided = (isinstance(step.entry, Decided) for step in _steps(game, players, options, seed))
    every = sum(decided) // count + 1
    story = Story(game, players)
    chance = Rng(seed, 1)
    for step in _steps(game, players, options, seed):
        if isinstance(step.entry, Decided) and chance.below(every) == 0:
            yield HonestyProbe(step.before, step.entry.seat, story.account(step.entry.seat), chance.word())
        story.add(step)


def _steps(game: Game[Any], players: int, options: Mapping[str, Any] | None, seed: int) -> Iterator[Step[Any]]:
    """A game that is played quickly, half by rule of thumb and half at random."""
    rng = Rng(seed)
    history = History(game, game.new(players, options))
    while not history.state.over():
        if history.state.due():
            yield history.deal_random(rng)
        state = history.state
        waiting = seats_of(state.waiting())
        seat = waiting[rng.below(len(waiting))]
        legal = state.legal_actions(seat)
        yield history.decide(seat, legal[rng.below(len(legal))] if rng.below(2) else state.greedy(seat, rng))
