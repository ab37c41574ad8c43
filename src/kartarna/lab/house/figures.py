"""Figures of two versions of a game, ready to be written as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from kartarna.lab.house.measures import Compared
from kartarna.lab.house.version import GameVersion
from kartarna.lab.intervals import Interval


def version_json(version: GameVersion) -> dict[str, Any]:
    return {**asdict(version), "label": version.label}


def measure_json(one: Compared) -> dict[str, Any]:
    told = {name: _interval(getattr(one, name)) for name in ("against", "changed", "difference")}
    return {"name": one.name, "bots": one.bots, "percent": one.percent, **told, "clear": one.clear}


def places_json(against: Iterable[Interval], changed: Iterable[Interval]) -> dict[str, Any]:
    """By place after the starter."""
    return {"against": list(map(_interval, against)), "changed": list(map(_interval, changed))}


def _interval(value: Interval) -> dict[str, float | None]:
    """JSON knows no NaN: where nothing was measured there is nothing."""
    return {**asdict(value), "mean": None if math.isnan(value.mean) else value.mean}
