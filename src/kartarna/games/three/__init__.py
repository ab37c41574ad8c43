"""Tři je moc!: two cards of a colour are perfect, the third turns all of them against you."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kartarna.core import value
from kartarna.core.game import STARTER, Game, starter_of
from kartarna.games.three import view
from kartarna.games.three.cards import DECKS
from kartarna.games.three.features import features
from kartarna.games.three.past import trace
from kartarna.games.three.scoring import SCORING
from kartarna.games.three.state import Three
from kartarna.games.three.words import ThreeWords

STANDARD = DECKS.standard  # the rules look colours up in a compiled table: filled before there is any state


def start(players: int, options: Mapping[str, Any], deck: int) -> Three:
    return Three(players, deck, starter_of(options))


GAME = Game(
    id="three",
    title="Tři je moc!",
    folder=Path(__file__).parent,
    players=range(2, 5),
    options=(STARTER,),
    start=start,
    decks=DECKS,
    views=view,
    words=ThreeWords(),
    trace=trace,
    features=features,
    mirrors=("gone",),
    scoring=SCORING,
)

value.load(GAME.folder / "value.toml", GAME.id)
