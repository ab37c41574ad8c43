"""dnup: get rid of your cards, set by set; whatever comes back from the table is upside down."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kartarna.core import value
from kartarna.core.game import Game, Option
from kartarna.games.dnup import view
from kartarna.games.dnup.cards import DECKS
from kartarna.games.dnup.features import features
from kartarna.games.dnup.past import trace
from kartarna.games.dnup.scoring import SCORING
from kartarna.games.dnup.state import Dnup
from kartarna.games.dnup.words import DnupWords

OPTIONS = (Option("turning", default=True, house=True),)


def start(players: int, options: Mapping[str, Any], deck: int) -> Dnup:
    """Nobody fixes who starts: the holder of the star card does, every round (DNUP-5)."""
    return Dnup(players, deck, options["turning"])


GAME = Game(
    id="dnup",
    title="dnup",
    folder=Path(__file__).parent,
    players=range(2, 6),
    options=OPTIONS,
    start=start,
    decks=DECKS,
    views=view,
    words=DnupWords(),
    trace=trace,
    features=features,
    scoring=SCORING,
)

value.load(GAME.folder / "value.toml", GAME.id)
