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
from kartarna.core.past import NOBODY, Absent, Drawn, Secret, Shown, Trace, Turn
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import get

Choice = tuple[int, int] | str  # a seat and its decision; or an event
Turns = Sequence[Turn[Any]]


@dataclass(frozen=True)
class History:
    """A round as it may have been: before the deal, the deal, and all since."""

    due: State
    deal: tuple[int, ...]
    play: tuple[Choice, ...]

    @cached_property
    def turns(self) -> list[Turn[Any]]:
        """Replayed by the rules, step by step."""
        state = self.due.clone()
        state.deal(list(self.deal))
        turns: list[Turn[Any]] = [Turn(self.due, NOBODY, 0, state)]
        for choice in self.play:
            turns.append(_next(turns[-1].after, choice))
        return turns

    @property
    def now(self) -> State:
        state: State = self.turns[-1].after
        return state


def _next(before: State, choice: Choice) -> Turn[Any]:
    after = before.clone()
    if isinstance(choice, str):
        after.happen(choice)
        return Turn(before, NOBODY, 0, after, choice)
    after.apply(*choice)
    return Turn(before, *choice, after)


def imagine_history(turns: Turns, seat: int, rng: Rng) -> History:
    """A round that the seat cannot tell from this one; all of them are equally likely."""
    return Recall(turns, seat).history(rng)


class _Put(NamedTuple):
    """Numbers of the deal that came to light out of a zone."""

    zone: str
    numbers: list[int]
    either: bool


class Recall:
    """What a seat remembers of a round: enough to draw as many histories as one likes."""

    def __init__(self, turns: Turns, seat: int) -> None:
        self.turns = turns
        self.seat = seat
        self.due: State = turns[0].before
        self.game: Game[Any] = get(self.due.GAME)
        self.sides = self.game.past.sides
        slots = self.game.slots(self.due)
        self.cards = slots[-1][1]  # all that a deal draws besides them, as the starter, is seen
        self.lots = {zone: names for zone, names in slots if names != self.cards}
        self.zones = _zones(slots)
        self.secrets: dict[int, str] = {}  # turns whose decision is not known, and the zone it used
        self.steps: list[Drawn | _Put] = []
        self.rest = list(range(len(self.cards) // self.sides))  # what never came to light
        for step in self.game.past.trace(turns, seat):
            self._add(step)

    def _add(self, step: Trace) -> None:
        match step:
            case Shown(zone, cards, either):
                self.steps.append(_Put(zone, [self._number(zone, card) for card in sorted(cards)], either))
            case Absent(cards):
                for card in cards:
                    self._number("", card)
            case Secret(turn, zone):
                self.secrets[turn] = zone
            case Drawn():
                self.steps.append(step)

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

    def history(self, rng: Rng) -> History:
        deal = self.deal(rng)
        play: list[Choice] = [turn.event or (turn.seat, turn.action) for turn in self.turns[1:]]
        for number, zone in self.secrets.items():
            dealt = [self.cards[deal[place]] for place in self.zones[zone]]
            play[number - 1] = self._any(self.turns[number], rng.shuffled(dealt))
        due = self.due.clone()
        due.sweep(self.seat, rng)  # what is left of the round before must not leak
        return History(due, tuple(deal), tuple(play))

    def _any(self, turn: Turn[Any], dealt: list[str]) -> Choice:
        """Instead of a decision that was not seen, one with as many of these cards."""
        count = len(self.game.words.cards(turn.before, turn.seat, turn.action))
        return turn.seat, self.game.words.readings(turn.before, turn.seat, " ".join(dealt[:count]))[0]


def _zones(slots: list[Slot]) -> dict[str, list[int]]:
    """The places of a deal, zone by zone."""
    zones: dict[str, list[int]] = {}
    for place, (zone, _) in enumerate(slots):
        zones.setdefault(zone, []).append(place)
    return zones
