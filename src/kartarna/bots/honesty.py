"""The check that a bot decides by what its seat can see. Authors of bots run it; so do our tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kartarna.bots.consult import consult
from kartarna.bots.sight import Bot
from kartarna.bots.story import Story, Told
from kartarna.core.game import Game
from kartarna.core.record import Decision
from kartarna.core.replay import Step
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import seats_of


class Dishonest(AssertionError):
    """The bot decides by something else than what it is shown."""


@dataclass(frozen=True)
class Position:
    state: State
    seat: int
    story: tuple[Told, ...]
    seed: int

    def ask(self, bot: Bot, state: State, iterations: int | None) -> int:
        answer = consult(bot, state, self.seat, Rng(self.seed), story=self.story, iterations=iterations)
        if answer.forfeit:
            raise Dishonest(f"{bot.name} forfeits: {answer.forfeit}")
        return answer.action

    def twin(self) -> State:
        """The same to the seat's eyes, other cards in all the places that it cannot see."""
        world = self.state.clone()
        world.resample(self.seat, Rng(self.seed, 1))
        return world


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
    """Asks the bot throughout a game, then once more, last question first, in twins of the same positions.

    The answers must be the same: what differs is hidden from the seat, and what the bot was asked before,
    for other seats too, is none of its business. Returns in how many positions the twin differed at all.
    """
    positions = list(walk(game, players, options, seed))
    asked = positions[:: max(1, len(positions) // questions)]
    answers = [position.ask(bot, position.state, iterations) for position in asked]
    differing = 0
    for position, answer in zip(reversed(asked), reversed(answers), strict=True):
        twin = position.twin()
        differing += twin.snapshot() != position.state.snapshot()
        if position.ask(bot, twin, iterations) != answer:
            raise Dishonest(f"{bot.name} decides by more than seat {position.seat + 1} of {game.title} can see")
    return differing


def walk(game: Game[Any], players: int, options: Mapping[str, Any] | None, seed: int) -> Iterator[Position]:
    """Every decision of a game that is played quickly, half by rule of thumb and half at random."""
    rng = Rng(seed)
    state: State = game.new(players, options)
    story = Story(players)
    while not state.over():
        if state.due():
            before = state.clone()
            state.deal(state.draw(rng))
            story.add(Step(game, None, before, state.clone()))
        waiting = seats_of(state.waiting())
        seat = waiting[rng.below(len(waiting))]
        yield Position(state.clone(), seat, story.of(seat), rng.word())
        legal = state.legal_actions(seat)
        action = legal[rng.below(len(legal))] if rng.below(2) else state.greedy(seat, rng)
        story.add(decided(game, state, seat, action))


def decided(game: Game[Any], state: State, seat: int, action: int) -> Step:
    """Carries a decision out and keeps what was before and after."""
    before = state.clone()
    state.apply(seat, action)
    decision = Decision(seat, game.words.notation(before, seat, action))
    return Step(game, decision, before, state.clone(), action)
