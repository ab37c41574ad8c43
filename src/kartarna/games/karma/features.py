"""What of Karma becomes numbers for learning programs."""

from __future__ import annotations

from itertools import combinations

from kartarna.core.features import CardCounts, ChoiceFact, Feature, NumberFact, SeatFlags
from kartarna.games.karma.cards import CARDS
from kartarna.games.karma.state import Karma

FACES = CARDS[1:]
PLACES = tuple("".join(places) for count in range(4) for places in combinations("123", count))


def features(_: Karma) -> tuple[Feature, ...]:
    """In the order in which `Karma._observe` writes them."""
    return (
        CardCounts("pile", FACES),
        CardCounts("deck", backs=True),
        CardCounts("gone", FACES),
        CardCounts("hand", FACES, backs=True, seated=True),
        CardCounts("face_up", FACES, backs=True, seated=True),
        CardCounts("face_down", FACES, backs=True, seated=True),
        SeatFlags("starter"),
        NumberFact("at_most"),
        NumberFact("at_least"),
        NumberFact("anything"),
        NumberFact("alike"),
        NumberFact("premonition"),
        NumberFact("turns_left"),
        ChoiceFact("places {seat}", PLACES, seated=True),
    )
