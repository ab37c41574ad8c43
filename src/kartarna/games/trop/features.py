"""What of TROP becomes numbers for learning programs."""

from __future__ import annotations

from kartarna.core.features import CardCounts, ChoiceFact, Feature, NumberFact, SeatFlags
from kartarna.games.trop.cards import ACTIONS, SPELT
from kartarna.games.trop.codes import DISCARD
from kartarna.games.trop.state import Trop

FACES = tuple(SPELT)


def features(_: Trop) -> tuple[Feature, ...]:
    """In the order in which `Trop._observe` writes them; faces as in the decisions, whatever the deck."""
    return (
        CardCounts("row", FACES),
        CardCounts("deck", backs=True),
        CardCounts("out", FACES),
        CardCounts("hand", FACES, backs=True, seated=True),
        CardCounts("offer", FACES),
        NumberFact("total"),
        ChoiceFact("direction", ("clockwise", "counterclockwise")),
        SeatFlags("starter"),
        NumberFact("target"),
        NumberFact("turns_left"),
        ChoiceFact("choosing", ACTIONS[DISCARD:]),
    )
