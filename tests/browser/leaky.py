"""A server with a planted fault: its views show every hand. It proves that hidden.test.ts finds such a thing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kartarna.core.view import View
from kartarna.games import get
from kartarna.terminal.app import main

Look = Callable[[Any, int | None], View]


def peeking(look: Look) -> Look:
    def peek(state: Any, seat: int | None) -> View:
        seen = look(state, seat)
        zones = (
            look(state, zone.seat).zone(zone.name, zone.seat) if zone.name == "hand" else zone for zone in seen.zones
        )
        return replace(seen, zones=tuple(zones))

    return peek


object.__setattr__(get("gap"), "view", peeking(get("gap").view))
main()
