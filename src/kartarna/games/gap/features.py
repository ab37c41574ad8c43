"""What of GAP becomes numbers for learning programs."""

from __future__ import annotations

from kartarna.core.features import CardCounts, Feature, NumberFact, SeatFlags
from kartarna.games.gap.cards import letters, names
from kartarna.games.gap.state import Gap


def features(state: Gap) -> tuple[Feature, ...]:
    """In the order in which `Gap._observe` writes them."""
    cards = names(state.deck)
    return (
        CardCounts("row", cards),
        CardCounts("deck", backs=True),
        CardCounts("left_out", letters(state.deck)),
        CardCounts("hand", cards, backs=True, seated=True),
        CardCounts("taken", cards, seated=True),
        CardCounts("played", cards),
        CardCounts("chosen", cards),
        CardCounts("offer", cards),
        SeatFlags("starter"),
        NumberFact("target"),
        NumberFact("rounds"),
        NumberFact("last_round"),
        NumberFact("extra_round"),
    )
