"""Why one choice is better than another: what happens more often after the one than after the other.

Both choices are played on by quick players in the same imagined worlds with the same random numbers, and the game's
telling events are counted. An event explains so much of the difference: how much more often it happens, times what it
is worth to the seat when it does. Of those that explain most the reason is the one that happens first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from kartarna.bots.observation import Observation
from kartarna.bots.slices import Slices, is_time
from kartarna.coach.telling import LATER, NEXT, NOW, OTHERS, PHASES, Telling, tellings
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import seats_of

WORLDS = 100  # that both choices are played on in
STEPS = 8_000  # decisions in all of them; then it is enough, with whole worlds only
FEWEST = 20  # worlds in any case
LONGEST = 150  # decisions of one; then it is judged as it stands
SURE = 3.0  # standard errors of the paired difference
CLEAR = 0.1  # a smaller difference of frequencies is no reason to tell
A_LITTLE = 0.02  # of the win: the game says that the event matters, even where quick players make nothing of it
GOOD_PART = 0.5  # of what explains most: an earlier event that explains so much is told instead


class Explanation(NamedTuple):
    """In how many of 10 imagined worlds the event happens after the better choice, and after the other."""

    telling: Telling
    better: int
    other: int


class PlayedOn(NamedTuple):
    """What came of a choice in one world."""

    told: frozenset[str]  # the names of the telling events that happened
    share: float
    steps: int


@dataclass
class _Frequencies:
    """One telling event in all worlds: whether it happened after the better choice, and after the other."""

    pairs: Sequence[tuple[PlayedOn, PlayedOn]]
    telling: Telling

    @property
    def name(self) -> str:
        return self.telling.name

    def of(self, side: int) -> float:
        return fmean(self.name in pair[side].told for pair in self.pairs)

    def difference(self) -> float:
        return self.of(0) - self.of(1)

    def sure(self) -> bool:
        """By the paired difference; the error is never quite nothing, however alike the worlds are."""
        differences = [(self.name in better.told) - (self.name in other.told) for better, other in self.pairs]
        count, mean = len(differences), fmean(differences)
        variance = fmean([(one - mean) ** 2 for one in differences]) + 1 / count
        return abs(mean) >= max(CLEAR, SURE * sqrt(variance / count))

    def worth(self) -> float:
        """How much better the seat does where the good event happens, or the bad one does not; a little in any case."""
        outcomes = [outcome for pair in self.pairs for outcome in pair]
        does = [outcome.share for outcome in outcomes if self.name in outcome.told]
        does_not = [outcome.share for outcome in outcomes if self.name not in outcome.told]
        effect = fmean(does) - fmean(does_not) if does and does_not else 0.0
        return max(A_LITTLE, effect if self.telling.good else -effect)

    def explains(self) -> float:
        """How much of the difference between the choices; nothing, if it does not speak for the better one."""
        speaks_for = self.difference() if self.telling.good else -self.difference()
        return speaks_for * self.worth() if speaks_for > 0 and self.sure() else 0.0


def find_reason(observation: Observation, better: int, other: int) -> Slices[Explanation | None]:
    """In slices: the telling event that explains most; None where the game names none, or none differs clearly."""
    known = tellings(observation.game.folder)
    if not known:
        return None
    pairs = yield from _pairs(observation, known, better, other)
    found = [_Frequencies(pairs, telling) for telling in known]
    explained = max(one.explains() for one in found)
    if explained <= 0:
        return None
    first = min((one for one in found if one.explains() >= GOOD_PART * explained), key=_nearness)
    return Explanation(first.telling, round(10 * first.of(0)), round(10 * first.of(1)))


def _nearness(counted: _Frequencies) -> tuple[int, float]:
    """The sooner it happens, the nearer it is to the cause; of those at the same time, what explains most."""
    return PHASES.index(counted.telling.when[-1]), -counted.explains()


def _pairs(
    observation: Observation, known: Sequence[Telling], better: int, other: int
) -> Slices[list[tuple[PlayedOn, PlayedOn]]]:
    """Each world twice, once after each choice."""
    pairs: list[tuple[PlayedOn, PlayedOn]] = []
    steps = 0
    rest = yield
    for number in range(WORLDS):
        if steps > STEPS and number >= FEWEST:
            break
        if is_time(rest):
            rest = yield
        chance = Rng(observation.seed, number)
        world = observation.world.clone()
        world.imagine(observation.seat, chance)
        seed = chance.word()
        first, second = (play_on(observation, world, choice, known, Rng(seed)) for choice in (better, other))
        steps += first.steps + second.steps
        pairs.append((first, second))
    return pairs


def play_on(observation: Observation, world: State, choice: int, known: Sequence[Telling], rng: Rng) -> PlayedOn:
    """The choice, and quick players to the end of the round."""
    me, now = observation.seat, world.clone()
    words = observation.game.words
    told: set[str] = set()
    phase, next_seat = NOW, me
    seat, action, steps = me, choice, 0
    while True:
        before = now.clone()
        now.apply(seat, action)
        steps += 1
        phase = _phase(phase, seat == me)
        next_seat = seat if next_seat == me else next_seat
        open_yet = [telling for telling in known if phase in telling.when and telling.name not in told]
        if open_yet:
            events = words.narrate(before, seat, action, now)
            told.update(
                telling.name
                for telling in open_yet
                if any(telling.is_told_by(event, phase, me, next_seat) for event in events)
            )
        if not now.waiting() or steps == LONGEST:
            return PlayedOn(frozenset(told), now.prospects()[me], steps)
        seat = seats_of(now.waiting())[0]
        action = now.greedy(seat, rng)


def _phase(phase: str, mine: bool) -> str:
    """One's own decision, the others' until one's next turn, that turn, and all later ones."""
    if mine:
        return {NOW: NOW, OTHERS: NEXT, NEXT: NEXT, LATER: LATER}[phase]
    return {NOW: OTHERS, OTHERS: OTHERS, NEXT: LATER, LATER: LATER}[phase]
