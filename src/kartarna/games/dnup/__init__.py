"""dnup: get rid of your cards, set by set; whatever comes back from the table is upside down."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kartarna.core import value
from kartarna.core.game import Game
from kartarna.games.dnup.cards import DECKS
from kartarna.games.dnup.past import PAST
from kartarna.games.dnup.state import Dnup
from kartarna.games.dnup.view import census, own, public, slots
from kartarna.games.dnup.words import WORDS


def start(players: int, _options: Mapping[str, Any], deck: int) -> Dnup:
    """No options: the holder of the star card starts every round (DNUP-5)."""
    return Dnup(players, deck)


DECKS.number(0)  # loads the compiled table, so that a state made or unpickled anywhere can deal

GAME = Game(
    id="dnup",
    title="dnup",
    folder=Path(__file__).parent,
    players=range(2, 6),
    options=(),
    start=start,
    slots=slots,
    public=public,
    own=own,
    census=census,
    past=PAST,
    words=WORDS,
    decks=DECKS,
)

value.load(GAME.folder / "value.toml", GAME.id)
