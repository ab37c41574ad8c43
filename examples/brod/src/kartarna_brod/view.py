"""What a seat sees of Brod: by naming what may be seen (ALL-3)."""

from __future__ import annotations

from kartarna.core.layout import CARD, Names
from kartarna.core.view import View, Zone, view_of
from kartarna.core.words import Seat
from kartarna_brod import cards
from kartarna_brod.cards import spell
from kartarna_brod.rules import NOBODY, Brod, mask_of


def public(state: Brod) -> View:
    zones = [Zone("row", cards=spell(state.deck, state.row)), Zone("aside", hidden=len(state.aside))]
    for seat in range(state.players):
        known = spell(state.deck, state.known[seat])
        zones.append(Zone("hand", seat, hidden=state.hands[seat].bit_count(), known=known))
        zones.append(Zone("taken", seat, cards=spell(state.deck, state.taken[seat])))
    if state.played != NOBODY:
        offered = mask_of(state.neighbours(state.played))
        zones.append(Zone("offer", state.turn, cards=spell(state.deck, offered)))
    starter = Seat(state.first) if state.round else None
    return view_of(state, zones, {"starter": starter, "rounds": state.rounds})


def own(state: Brod, seat: int) -> list[Zone]:
    return [Zone("hand", seat, cards=spell(state.deck, state.hands[seat]))]


def names(state: Brod) -> Names:
    """What the numbers of a deal are called."""
    return {CARD: cards.names(state.deck)}


def census(state: Brod) -> list[str]:
    mask = state.row | sum(state.hands) | sum(state.taken) | mask_of(state.aside)
    return [*spell(state.deck, mask)]
