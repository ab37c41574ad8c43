"""What of Tři je moc! becomes numbers for learning programs."""

from __future__ import annotations

from kartarna.core.features import CardCounts, Feature, NumberFact, SeatFlags
from kartarna.games.three.cards import COLOUR_BONUSES, letters, names
from kartarna.games.three.codes import ROWS, WIDTH
from kartarna.games.three.state import Three

BONUSES = tuple(f"+{points}" for points in dict.fromkeys(COLOUR_BONUSES))


def features(state: Three) -> tuple[Feature, ...]:
    """In the order in which `Three._observe` writes them."""
    cards, colours = names(state.deck), tuple(letters(state.deck))
    return (
        *(CardCounts(f"row_{row + 1}", cards[WIDTH * row : WIDTH * (row + 1)]) for row in range(ROWS)),
        CardCounts("bonuses", BONUSES),
        CardCounts("gone", cards, backs=True),
        CardCounts("out", backs=True),
        CardCounts("hand", cards, backs=True, seated=True),
        CardCounts("pile", backs=True, seated=True),
        CardCounts("face_up", colours, seated=True),
        CardCounts("face_down", colours, backs=True, seated=True),
        CardCounts("bonus", BONUSES, seated=True),
        SeatFlags("starter"),
        NumberFact("worth_{seat}", seated=True),
    )
