"""What a seat sees of GAP."""

from __future__ import annotations

from kartarna.core.layout import CARD, Names
from kartarna.core.view import View, Zone, seats_of, view_of
from kartarna.core.words import Seat
from kartarna.games.gap.cards import letters, spell, spell_all
from kartarna.games.gap.cards import names as card_names
from kartarna.games.gap.state import Gap


def public(state: Gap) -> View:
    """ALL-3: the row, all that was taken; of the rest only the number of cards."""
    deck, hands, known, taken = state.deck, state.hands, state.known, state.taken  # each a copy: once is enough
    zones = [
        Zone("row", cards=spell_all(deck, state.row)),
        Zone("deck", hidden=state.cards - state.drawn),
        Zone("left_out", cards=tuple(letters(deck)[colour] for colour in seats_of(state.left_out))),
    ]
    for owner in range(state.players):
        zones.append(Zone("hand", owner, hidden=hands[owner].bit_count(), known=spell_all(deck, known[owner])))
        zones.append(Zone("taken", owner, cards=spell_all(deck, taken[owner])))
    if state.offer:
        zones.append(Zone("played", state.turn, cards=(spell(deck, state.played),)))
        zones.append(Zone("chosen", state.turn, cards=spell_all(deck, state.chosen)))
        zones.append(Zone("offer", cards=spell_all(deck, state.offer)))
    return view_of(
        state,
        zones,
        {
            "starter": Seat(state.first) if state.round else None,
            "target": state.target or None,
            "rounds": state.rounds or None,
            "last_round": state.last or None,
            "extra_round": 1 if state.tied else None,
        },
    )


def own(state: Gap, seat: int) -> list[Zone]:
    return [Zone("hand", seat, cards=spell_all(state.deck, state.hands[seat]))]


def names(state: Gap) -> Names:
    return {CARD: card_names(state.deck), "colour": letters(state.deck)}


def census(state: Gap) -> list[str]:
    cards = state.row | sum(state.hands) | sum(state.taken) | (1 << state.played if state.offer else 0)
    return [*spell_all(state.deck, cards), *(spell(state.deck, card) for card in state.pile[state.drawn : state.cards])]
