"""What of dnup becomes numbers for learning programs."""

from __future__ import annotations

from kartarna.core.features import CardCounts, Feature, NumberFact, SeatFlags
from kartarna.games.dnup.cards import STAR, VALUES, spell
from kartarna.games.dnup.state import Dnup
from kartarna.games.dnup.view import set_zone

FACES = tuple(spell(value, other) for value in VALUES for other in VALUES if value != other)


def features(state: Dnup) -> tuple[Feature, ...]:
    """In the order in which `Dnup._observe` writes them."""
    sets = sorted({set_zone(state, area) for area in (0, 1)})  # DNUP-17: with two players each has two
    return (
        CardCounts("hand", (*FACES, STAR), backs=True, seated=True),
        *(CardCounts(zone, FACES, seated=True) for zone in sets),
        CardCounts("discards", FACES, backs=True),
        SeatFlags("starter"),
        NumberFact("area"),
        SeatFlags("out"),
        NumberFact("turns_left"),
    )
