"""What each decision is worth, for hints, reviews and lessons: an honest search, told in full.

The world may be any that the seat cannot tell from the true one: it is resampled in every iteration.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kartarna.bots.game_settings import settings_for
from kartarna.bots.parallel_search import Budget, SearchResult, Thought, think
from kartarna.bots.search import UNLIMITED
from kartarna.core.errors import OptionError
from kartarna.core.rng import Rng
from kartarna.core.state import State

USUAL = Budget(10_000)
CONTINUATIONS = 3  # for each decision
DECISIONS = 8  # of a continuation, at most
FEWEST = 10  # visits below which a reply tells nothing


@dataclass(frozen=True)
class Reply:
    """A decision that may follow, and how likely it is after all before it."""

    seat: int
    action: int
    likelihood: float


@dataclass(frozen=True)
class Prospect:
    """What a seat can expect of a decision."""

    action: int
    share: float  # of the win, from 0 to 1
    error: float  # one standard error of it
    visits: int
    continuations: tuple[tuple[Reply, ...], ...]  # the most likely first


def analyse(world: State, seat: int, budget: Budget = USUAL, seed: int = 0) -> list[Prospect]:
    """All legal decisions of a seat, the one it would take first. Each is tried, however small the budget."""
    count = len(world.legal_actions(seat))
    if not count:
        raise OptionError(f"seat {seat + 1} owes no decision, so there is nothing to analyse")
    thorough = replace(settings_for(world.GAME, world.players).search, widening=UNLIMITED)
    enough = replace(budget, iterations=max(budget.iterations, budget.threads * count))
    thought = think(world, seat, thorough, enough, Rng(seed))
    return [_prospect(thought, found) for found in thought.after()]


def _prospect(thought: Thought, found: SearchResult) -> Prospect:
    first = [reply for reply in thought.after([(found.seat, found.action)]) if reply.visits >= FEWEST][:CONTINUATIONS]
    continuations = tuple(_continuation(thought, found, reply) for reply in first)
    return Prospect(found.action, found.share, found.error, found.visits, continuations)


def _continuation(thought: Thought, found: SearchResult, reply: SearchResult) -> tuple[Reply, ...]:
    """From this reply on, what was visited most."""
    path = [(found.seat, found.action)]
    line: list[Reply] = []
    before = found.visits
    while reply.visits >= FEWEST and len(line) < DECISIONS:
        line.append(Reply(reply.seat, reply.action, reply.visits / before))
        path.append((reply.seat, reply.action))
        before = reply.visits
        following = thought.after(path)
        if not following:
            break
        reply = following[0]
    return tuple(line)
