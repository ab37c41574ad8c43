"""Asking a bot, and what becomes of the decision if it does not answer as the rules want it."""

from __future__ import annotations

import operator
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import blake2b
from time import perf_counter

from kartarna.bots.determinization import imagine_history
from kartarna.bots.gil import holds_gil
from kartarna.bots.observation import Bot, Observation, pondered
from kartarna.bots.slices import Slices, finish
from kartarna.bots.story import NOTHING, SeatStory
from kartarna.core.rng import Rng
from kartarna.core.state import State

LONGEST_REASON = 200
DECENT = 1.0  # seconds where others wait for a thought in Python: some would take half a minute


class Fault(StrEnum):
    """What a failing bot has done, in our own words: these tell no card, as an error of its own may."""

    ERROR = "it fails"
    NOT_LOADED = "it cannot be loaded"
    TOO_SLOW = "it does not answer"
    ENDED = "its process has ended"
    GARBAGE = "its answer is garbage"
    NOT_ALLOWED = "its decision is not allowed"
    GIVEN_UP = "it is not asked any more"


class Forfeited(Exception):
    """The bot gives no decision that can be played."""

    def __init__(self, fault: Fault, details: str = "") -> None:
        super().__init__(f"{fault}{details and ': '}{details}")
        self.fault = fault


@dataclass(frozen=True)
class BotAnswer:
    action: int
    seconds: float  # that the bot took
    fault: Fault | None = None  # why the quick player decided instead, …
    forfeit: str = ""  # … and the full message: for the bot's author, not for other players


def consult(
    bot: Bot,
    state: State,
    seat: int,
    rng: Rng,
    *,
    account: SeatStory = NOTHING,
    seconds: float | None = None,
    iterations: int | None = None,
    watched: bool = False,
) -> BotAnswer:
    """The bot's decision, from a world that its seat cannot tell from this one.

    A bot that fails forfeits the decision to the quick player, and the answer says why.
    """
    slices = consulting(bot, state, seat, rng, account=account, seconds=seconds, iterations=iterations, watched=watched)
    return finish(slices)


def consulting(
    bot: Bot,
    state: State,
    seat: int,
    rng: Rng,
    *,
    account: SeatStory = NOTHING,
    seconds: float | None = None,
    iterations: int | None = None,
    watched: bool = False,
) -> Slices[BotAnswer]:
    """The same in slices."""
    if watched and holds_gil(state):
        seconds = seconds or DECENT
    stream = Rng(sealed(rng))  # whatever the bot is shown comes from here: not from the generator that has dealt
    observation = observe(state, seat, stream, account=account)
    observation = replace(observation, seconds=seconds, iterations=iterations, watched=watched)
    instead = Rng(stream.word())
    start = perf_counter()
    try:
        chosen = yield from _chosen(bot, observation)
        action = _allowed(state, seat, chosen)
    except Forfeited as failure:
        return BotAnswer(state.greedy(seat, instead), perf_counter() - start, failure.fault, readable(str(failure)))
    return BotAnswer(action, perf_counter() - start)


def observe(state: State, seat: int, rng: Rng, *, account: SeatStory = NOTHING) -> Observation:
    """What a seat can know of this state: the same in all worlds that it cannot tell apart."""
    world = state.clone()
    world.resample(seat, rng)
    seed = sealed(rng)
    history = imagine_history(account.steps, seat, rng) if account.steps else None
    return Observation(world, seat, seed, account.story, history)


def sealed(rng: Rng) -> int:
    """A seed by a one-way function: SplitMix64 can be run backwards, to the cards that it has dealt."""
    return int.from_bytes(blake2b(rng.word().to_bytes(8, "big"), digest_size=8).digest(), "big")


def _chosen(bot: Bot, observation: Observation) -> Slices[int]:
    try:
        chosen = yield from pondered(bot, observation)
        return operator.index(chosen)
    except Forfeited:
        raise
    except Exception as error:  # whatever goes wrong in a bot, the game goes on
        raise Forfeited(Fault.ERROR, f"{type(error).__name__}: {error}") from error


def _allowed(state: State, seat: int, action: int) -> int:
    if not 0 <= action < state.ACTIONS:
        raise Forfeited(Fault.NOT_ALLOWED, "it is none of this game")
    if state.refusal(seat, action):
        raise Forfeited(Fault.NOT_ALLOWED, str(action))
    return action


def readable(text: str) -> str:
    """One short line without control characters: it may come from anywhere."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text[:1000]).split())
    return line if len(line) <= LONGEST_REASON else line[: LONGEST_REASON - 1] + "…"
