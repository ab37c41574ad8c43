"""Bots that others have written, found by their entry points. Nothing of theirs is imported here."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "kartarna.bots"
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
OURS = frozenset({"random", "greedy", "beginner", "easy", "medium", "strong", "expert", "cheater"})


@dataclass(frozen=True)
class InstalledBots:
    bots: dict[str, EntryPoint] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)  # names that cannot be used, and why


@cache
def installed() -> InstalledBots:
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to load, and not needed for our own bots

    found = InstalledBots()
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        reason = _fault(point, found)
        if reason:
            found.bots.pop(point.name, None)
            found.refused[point.name] = reason
        else:
            found.bots[point.name] = point
    return found


def _fault(point: EntryPoint, found: InstalledBots) -> str:
    if point.name in OURS:
        return "this name is taken by a bot of Kartárna"
    if not NAME.fullmatch(point.name):
        return "a bot's name is a small letter, then at most 39 small letters, digits, - and _"
    if point.name in found.bots or point.name in found.refused:
        return "two packages have a bot of this name; uninstall one"
    return ""
