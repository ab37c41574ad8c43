"""A view as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kartarna.core.game import Game
from kartarna.core.view import View, Zone
from kartarna.core.words import Seat


def show(game: Game[Any], view: View) -> str:
    """Everything in the view, nothing else."""
    return "\n".join(_lines(game, view))


def _lines(game: Game[Any], view: View) -> Iterator[str]:
    yield f"{game.title}, round {view.round}, {'over' if view.over else _waiting(view)}"
    yield f"totals: {' '.join(str(total) for total in view.totals)}"
    for zone in view.zones:
        owner = "" if zone.seat is None else f" of {zone.seat + 1}"
        yield f"{zone.name}{owner}: {_cards(zone)}".rstrip()
    for name, fact in view.facts.items():
        yield f"{name} = {fact + 1 if isinstance(fact, Seat) else fact}"


def _waiting(view: View) -> str:
    return f"waiting for {' '.join(str(seat + 1) for seat in view.waiting)}"


def _cards(zone: Zone) -> str:
    backs = f"{zone.hidden} face down" if zone.hidden else ""
    known = f"among them {' '.join(zone.known)}" if zone.known else ""
    return ", ".join(part for part in (" ".join(zone.cards), backs, known) if part)
