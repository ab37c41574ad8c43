"""TROP: keep high cards in hand, and let somebody else lift the row above 21."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kartarna.core import value
from kartarna.core.game import STARTER, Game, Option, starter_of
from kartarna.games.trop import view
from kartarna.games.trop.cards import DECKS
from kartarna.games.trop.codes import HAND
from kartarna.games.trop.features import features
from kartarna.games.trop.past import trace
from kartarna.games.trop.scoring import SCORING, TARGET
from kartarna.games.trop.state import Trop
from kartarna.games.trop.words import TropWords

OPTIONS = (STARTER, Option("target", TARGET, 1, 1000), Option("hand", HAND, 1, HAND, house=True))


def start(players: int, options: Mapping[str, Any], deck: int) -> Trop:
    return Trop(players, deck, starter_of(options), options["target"], options["hand"])


GAME = Game(
    id="trop",
    title="TROP",
    folder=Path(__file__).parent,
    players=range(2, 9),
    options=OPTIONS,
    start=start,
    decks=DECKS,
    views=view,
    words=TropWords(),
    trace=trace,
    features=features,
    scoring=SCORING,
)

value.load(GAME.folder / "value.toml", GAME.id)
