"""GAP: take cards so that the gap between your best and your worst colour is wide."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kartarna.core import value
from kartarna.core.errors import OptionError
from kartarna.core.game import STARTER, Game, Option, starter_of
from kartarna.games.gap import view
from kartarna.games.gap.cards import DECKS
from kartarna.games.gap.features import features
from kartarna.games.gap.past import trace
from kartarna.games.gap.scoring import SCORING, TARGET
from kartarna.games.gap.state import Gap
from kartarna.games.gap.words import GapWords

OPTIONS = (
    STARTER,
    Option("target", None, 1, 500),
    Option("rounds", None, 1, 100),
    Option("timed", default=False),
    Option("extra_round", default=False),
)


def start(players: int, options: Mapping[str, Any], deck: int) -> Gap:
    """GAP-9: a table agrees on points (TARGET unless it says otherwise), on rounds, or on a time."""
    target, rounds, timed = options["target"], options["rounds"], options["timed"]
    if (target is not None) + (rounds is not None) + timed > 1:
        raise OptionError("GAP-9: choose one of target, rounds and timed")
    if rounds is None and not timed:
        target = target or TARGET
    return Gap(players, deck, starter_of(options), target or 0, rounds or 0, options["extra_round"])


GAME = Game(
    id="gap",
    title="GAP",
    folder=Path(__file__).parent,
    players=range(2, 7),
    options=OPTIONS,
    start=start,
    decks=DECKS,
    views=view,
    words=GapWords(),
    trace=trace,
    features=features,
    scoring=SCORING,
    events=("last_round",),
    mirrors=("offer", "chosen"),
)

value.load(GAME.folder / "value.toml", GAME.id)
