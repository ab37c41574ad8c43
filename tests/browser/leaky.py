"""A server with a planted fault: everyone sees every hand. It proves that hidden.test.ts finds such a thing."""

from __future__ import annotations

from typing import Any

from kartarna.core.view import View
from kartarna.games import get
from kartarna.terminal.app import main

GAP = get("gap")
HONEST = GAP.public


def peeking(state: Any) -> View:
    seen = HONEST(state)
    hands = {zone.seat: zone for seat in range(seen.players) for zone in GAP.own(state, seat) if zone.name == "hand"}
    return seen._replace(zones=tuple(hands[zone.seat] if zone.name == "hand" else zone for zone in seen.zones))


object.__setattr__(GAP, "public", peeking)
main()
