"""Brod: cross the ford stone by stone. Kartárna finds it by its entry point (pyproject.toml)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kartarna.core import value
from kartarna.core.game import STARTER, Game, Option, Words, starter_of
from kartarna.core.past import Past
from kartarna.core.python_state import slots
from kartarna_brod import view
from kartarna_brod.cards import DECKS
from kartarna_brod.past import trace
from kartarna_brod.rules import Brod
from kartarna_brod.words import BrodWords


def start(players: int, options: Mapping[str, Any], deck: int) -> Brod:
    return Brod(players, deck, starter_of(options), options["rounds"])


WORDS = BrodWords()
GAME = Game(
    id="brod",
    title="Brod",
    folder=Path(__file__).parent,
    players=range(2, 5),
    options=(STARTER, Option("rounds", 3, 1, 10)),
    start=start,
    slots=lambda state: slots(state, view.names(state)),
    public=view.public,
    own=view.own,
    census=view.census,
    past=Past(trace),
    words=Words(
        WORDS.notation,
        WORDS.readings,
        WORDS.decision,
        WORDS.cards,
        WORDS.held,
        WORDS.effects,
        WORDS.refused,
        WORDS.dealt,
        WORDS.narrate,
        WORDS.card_name,
    ),
    decks=DECKS,
)

value.load(GAME.folder / "value.toml", GAME.id)
