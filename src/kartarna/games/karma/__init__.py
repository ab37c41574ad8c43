"""Karma: get rid of all your cards; everybody wins but the last."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kartarna.core import value
from kartarna.core.game import STARTER, Game, Option, starter_of
from kartarna.games.karma import view
from kartarna.games.karma.cards import DECKS
from kartarna.games.karma.codes import HAND
from kartarna.games.karma.features import features
from kartarna.games.karma.past import trace
from kartarna.games.karma.state import Karma
from kartarna.games.karma.words import KarmaWords

OPTIONS = (STARTER, Option("premonition", default=False), Option("hand", HAND, 1, 6, house=True))


def start(players: int, options: Mapping[str, Any], deck: int) -> Karma:
    return Karma(players, deck, starter_of(options), options["premonition"], options["hand"])


GAME = Game(
    id="karma",
    title="Karma",
    folder=Path(__file__).parent,
    players=range(2, 13),
    options=OPTIONS,
    start=start,
    decks=DECKS,
    views=view,
    words=KarmaWords(),
    trace=trace,
    features=features,
    all_but_one_win=True,  # KARMA-16
)

value.load(GAME.folder / "value.toml", GAME.id)
