"""A deal in words: where every card lies, zone by zone, top of a pile first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from kartarna.core.errors import BadDeal
from kartarna.core.game import Game
from kartarna.core.state import State

Zones = dict[str, list[str]]


def spell_deal(game: Game[Any], state: State, outcome: list[int]) -> Zones:
    """The outcome of the deal now due, as a record tells it."""
    zones: defaultdict[str, list[str]] = defaultdict(list)
    for (zone, names), number in zip(game.slots(state), outcome, strict=True):
        zones[zone].append(names[number])
    return dict(zones)


def read_deal(game: Game[Any], state: State, zones: Zones) -> list[int]:
    """The reverse. Of several copies of a face the first free one is meant: copies do not matter."""
    layout, names = state.layout(), game.names(state)
    counted = {zone: count for lot in layout for zone, count in lot.zones}
    for zone in (*counted, *zones):
        if counted.get(zone, 0) != len(zones.get(zone, [])):
            raise BadDeal(
                f"zone {zone!r:.40} has {len(zones.get(zone, []))} entries, {counted.get(zone, 0)} belong there"
            )
    outcome: list[int] = []
    for lot in layout:
        free = _Free(names[lot.kind], lot.sides)
        outcome += [free.take(zone, word) for zone, _ in lot.zones for word in zones.get(zone, [])]
    return outcome


class _Free:
    """The things of a lot that no zone has taken yet."""

    def __init__(self, names: Sequence[str], sides: int) -> None:
        self.sides = sides
        self.taken: set[int] = set()
        self.numbers: defaultdict[str, list[int]] = defaultdict(list)
        for number in reversed(range(len(names))):
            self.numbers[names[number]].append(number)

    def take(self, zone: str, word: str) -> int:
        numbers = self.numbers.get(word, [])
        while numbers:
            number = numbers.pop()
            if number // self.sides not in self.taken:
                self.taken.add(number // self.sides)
                return number
        raise BadDeal(f"zone {zone!r:.40}: {word!r:.40} is not there, or not that often")
