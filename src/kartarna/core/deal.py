"""A deal in words: where every card lies, zone by zone, top of a pile first."""

from __future__ import annotations

from collections import defaultdict
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
    slots = game.slots(state)
    counted = {zone: sum(1 for name, _ in slots if name == zone) for zone, _ in slots}
    for zone in (*counted, *zones):
        if counted.get(zone, 0) != len(zones.get(zone, [])):
            raise BadDeal(
                f"zone {zone!r:.40} has {len(zones.get(zone, []))} entries, {counted.get(zone, 0)} belong there"
            )
    rest = {zone: iter(words) for zone, words in zones.items()}
    free: dict[tuple[str, ...], dict[str, list[int]]] = {}
    return [_take(free, tuple(names), zone, next(rest[zone])) for zone, names in slots]


def _take(free: dict[tuple[str, ...], dict[str, list[int]]], names: tuple[str, ...], zone: str, word: str) -> int:
    if names not in free:
        free[names] = defaultdict(list)
        for number in reversed(range(len(names))):
            free[names][names[number]].append(number)
    numbers = free[names].get(word)
    if not numbers:
        raise BadDeal(f"zone {zone!r:.40}: {word!r:.40} is not there, or not that often")
    return numbers.pop()
