"""What a bot is given, and what it gives back. docs/bots.md shows how to write one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from kartarna.bots.determinization import ImaginedRound, imagine_history
from kartarna.bots.slices import Slices, in_one
from kartarna.bots.story import Told
from kartarna.core.errors import OptionError
from kartarna.core.game import Game
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import get


@dataclass(frozen=True)
class Observation:
    """All that a bot decides by: what its seat can know, its budget and its own random numbers."""

    world: State  # imagined, and the bot's own: its seat cannot tell it from the true one
    seat: int
    seed: int
    story: tuple[Told, ...] = ()  # the decisions and events so far, as this seat saw them
    history: ImaginedRound | None = None  # a round that it cannot tell from the true one; None: not asked for
    seconds: float | None = None  # to decide in; None: as many as are decent
    iterations: int | None = None  # for bots that search; None: as many as they usually do
    watched: bool = False  # by other players: to answer at once where there is no choice would tell them so
    rng: Rng = field(init=False, repr=False, compare=False)  # the bot's own, from the seed
    _now: State = field(init=False, repr=False, compare=False)  # stays as it is, whatever becomes of the world

    def __post_init__(self) -> None:
        object.__setattr__(self, "rng", Rng(self.seed))
        object.__setattr__(self, "_now", self.world.clone())

    @property
    def game(self) -> Game[Any]:
        return get(self.world.GAME)

    def legal(self) -> list[int]:
        return self._now.legal_actions(self.seat)

    def imagine(self) -> State:
        """Another world that the seat cannot tell from the true one, as likely as this one."""
        world = self._now.clone()
        world.resample(self.seat, self.rng)
        return world

    def imagine_history(self) -> ImaginedRound:
        """Another round that the seat cannot tell from the true one, as likely as any: the deal, and all since."""
        if self.history is None:
            raise OptionError("only a bot with reads_story = True is told how the round came about")
        return imagine_history(self.history.steps, self.seat, self.rng)


class Bot(Protocol):
    """Decides for a seat by what it is shown, and by nothing else: the same observation, the same decision.

    A bot with `reads_story = True` is told story and history; the others are not, for it takes time to tell.
    """

    @property
    def name(self) -> str: ...

    def choose(self, observation: Observation) -> int: ...


def pondered(bot: Bot, observation: Observation) -> Slices[int]:
    """What the bot chooses; in slices, if it has `ponder` beside `choose`."""
    ponder: Callable[[Observation], Slices[int]] | None = getattr(bot, "ponder", None)
    return ponder(observation) if ponder else in_one(lambda: bot.choose(observation))


def reads_story(bot: Bot) -> bool:
    return bool(getattr(bot, "reads_story", False))
