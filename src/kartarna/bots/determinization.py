"""Whole deals that would have led, with the decisions seen, to what a seat sees now: for inference.

A round is traced once (the game's past.py says which cards came to light out of which zone). Then any number
of deals can be drawn, all that look the same to the seat equally likely: when a card came out of a hand, every
card hidden in that hand may have been it, so each is as likely; what never came to light is shuffled. Nothing
of it depends on what the seat cannot see: the same random numbers give the same deal in twin worlds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from kartarna.core.game import Game, Slot
from kartarna.core.history import History, events_of
from kartarna.core.past import Absent, Drawn, Secret, Shown, Trace
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.step import Dealt, Decided, Entry, Step, TakenBack
from kartarna.games import get

Steps = Sequence[Step[Any]]


@dataclass(frozen=True)
class ImaginedRound:
    """A round as it may have been: before the deal, then the deal and all since."""

    due: State
    entries: tuple[Entry, ...]

    @cached_property
    def steps(self) -> list[Step[Any]]:
        """Replayed by the rules, step by step."""
        return list(History(get(self.due.GAME), self.due).steps(self.entries))

    @property
    def now(self) -> State:
        state: State = self.steps[-1].after
        return state


class _Path(NamedTuple):
    """A step that stands; or from before what was taken back to after it, if something stays known (ALL-4)."""

    step: Step[Any]
    entries: list[Entry]  # that lead along here


def _playable(steps: Steps) -> Steps:
    """Where hidden cards came out in what was taken back, only what stands: the rest needs those very cards."""
    standing: list[Step[Any]] = []
    revealed = False
    for step in steps:
        if not isinstance(step.entry, TakenBack):
            standing.append(step)
            continue
        revealed = revealed or any(map(_reveals, standing[-step.entry.undone :]))
        del standing[-step.entry.undone :]
    before = steps[0].before
    return list(History(get(before.GAME), before).steps(step.entry for step in standing)) if revealed else steps


def _reveals(step: Step[Any]) -> bool:
    return any(event.reveals for event in events_of(get(step.before.GAME), step))


def _paths(steps: Steps) -> list[_Path]:
    paths: list[_Path] = []
    for step in _playable(steps):
        if not isinstance(step.entry, TakenBack):
            paths.append(_Path(step, [step.entry]))
            continue
        undone = _undone(paths, step.entry.undone)
        before = undone[0].step.before
        if before.snapshot() != step.after.snapshot():
            entries = [entry for path in undone for entry in path.entries]
            paths.append(_Path(Step(step.entry, before, step.after), [*entries, step.entry]))
    return paths


def _undone(paths: list[_Path], count: int) -> list[_Path]:
    """Takes so many steps away, and what was taken back between them."""
    undone: list[_Path] = []
    while count:
        undone.insert(0, paths.pop())
        count -= not isinstance(undone[0].step.entry, TakenBack)
    return undone


def imagine_history(steps: Steps, seat: int, rng: Rng) -> ImaginedRound:
    """A round that the seat cannot tell from this one; all of them are equally likely."""
    return Recall(steps, seat).history(rng)


class _Put(NamedTuple):
    """Numbers of the deal that came to light out of a zone."""

    zone: str
    numbers: list[int]
    either: bool


class Recall:
    """What a seat remembers of a round: enough to draw as many histories as one likes."""

    def __init__(self, steps: Steps, seat: int) -> None:
        self.paths = _paths(steps)
        self.seat = seat
        self.due: State = steps[0].before
        self.game: Game[Any] = get(self.due.GAME)
        self.sides = self.due.layout()[-1].sides
        slots = self.game.slots(self.due)
        self.cards = slots[-1][1]  # all that a deal draws besides them, as the starter, is seen
        self.lots = {zone: names for zone, names in slots if names != self.cards}
        self.zones = _zones(slots)
        self.secrets: dict[int, str] = {}  # steps whose decision is not known, and the zone it used
        self.steps: list[Drawn | _Put] = []
        self.rest = list(range(len(self.cards) // self.sides))  # what never came to light
        for trace in self.game.trace([path.step for path in self.paths], seat):
            self._add(trace)

    def _add(self, trace: Trace) -> None:
        match trace:
            case Shown(zone, cards, either):
                self.steps.append(_Put(zone, [self._number(zone, card) for card in sorted(cards)], either))
            case Absent(cards):
                for card in cards:
                    self._number("", card)
            case Secret(step, zone):
                self.secrets[step] = zone
            case Drawn():
                self.steps.append(trace)

    def _number(self, zone: str, card: str) -> int:
        """Of several copies the first that has not come to light yet: copies do not matter."""
        if zone in self.lots:
            return self.lots[zone].index(card)
        number = next(
            number for number, name in enumerate(self.cards) if name == card and number // self.sides in self.rest
        )
        self.rest.remove(number // self.sides)
        return number

    def deal(self, rng: Rng) -> list[int]:
        """A deal that leads to what the seat sees."""
        zones = defaultdict(list, {zone: list(places) for zone, places in self.zones.items()})
        deal = [0] * sum(map(len, zones.values()))
        for step in self.steps:
            places = zones[step.zone]
            if isinstance(step, Drawn):
                places += zones[step.source][: step.number]
                del zones[step.source][: step.number]
                continue
            for number in step.numbers:
                turned = rng.below(self.sides) if step.either else 0
                deal[places.pop(rng.below(len(places)))] = number ^ turned
        hidden = sorted(place for places in zones.values() for place in places)
        for place, card in zip(hidden, rng.shuffled(self.rest), strict=True):
            deal[place] = self.sides * card + (rng.below(self.sides) if self.sides > 1 else 0)
        return deal

    def history(self, rng: Rng) -> ImaginedRound:
        deal = self.deal(rng)
        entries: list[list[Entry]] = [[Dealt(tuple(deal))], *(path.entries for path in self.paths[1:])]
        for number, zone in self.secrets.items():
            dealt = [self.cards[deal[place]] for place in self.zones[zone]]
            step = self.paths[number].step
            if isinstance(step.entry, Decided):
                entries[number] = [self._any(step.before, step.entry, rng.shuffled(dealt))]
        due = self.due.clone()
        due.sweep(self.seat, rng)  # what is left of the round before must not leak
        return ImaginedRound(due, tuple(entry for path in entries for entry in path))

    def _any(self, before: State, decided: Decided, dealt: list[str]) -> Decided:
        """Instead of a decision that was not seen, one with as many of these cards."""
        seat, words = decided.seat, self.game.words
        count = len(words.cards(before, seat, decided.action))
        return Decided(seat, words.readings(before, seat, " ".join(dealt[:count]))[0])


def _zones(slots: list[Slot]) -> dict[str, list[int]]:
    """The places of a deal, zone by zone."""
    zones: dict[str, list[int]] = {}
    for place, (zone, _) in enumerate(slots):
        zones.setdefault(zone, []).append(place)
    return zones
