"""Brod: cross the ford stone by stone. Kartárna finds it by its entry point (pyproject.toml)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kartarna.core import value
from kartarna.core.game import STARTER, Game, Option, starter_of
from kartarna_brod import view
from kartarna_brod.cards import DECKS
from kartarna_brod.past import trace
from kartarna_brod.rules import Brod
from kartarna_brod.words import BrodWords


def start(players: int, options: Mapping[str, Any], deck: int) -> Brod:
    return Brod(players, deck, starter_of(options), options["rounds"])


GAME = Game(
    id="brod",
    title="Brod",
    folder=Path(__file__).parent,
    players=range(2, 5),
    options=(STARTER, Option("rounds", 3, 1, 10)),
    start=start,
    decks=DECKS,
    views=view,
    words=BrodWords(),
    trace=trace,
)

value.load(GAME.folder / "value.toml", GAME.id)
