"""What a seat sees of GAP, and where the cards of a deal go."""

from __future__ import annotations

from kartarna.core.game import Slot
from kartarna.core.view import View, Zone, seats_of, view_of
from kartarna.core.words import Seat
from kartarna.games.gap.cards import letters, names, spell, spell_all
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


def slots(state: Gap) -> list[Slot]:
    """GAP-1, GAP-2: starter and colours left out (first round only), hands, row, deck (top first)."""
    cards = names(state.deck)
    seats = [str(seat + 1) for seat in range(state.players)]
    colours_out = max(0, 4 - state.players)
    first: list[Slot] = []
    if state.round == 0:
        first = [("starter", seats), *[("left_out", letters(state.deck))] * colours_out]
    hands = [(f"hand {seat}", cards) for seat in seats for _ in range(6 if state.players <= 4 else 5)]
    pile = 50 - 10 * colours_out - len(hands) - 4
    return [*first, *hands, *[("row", cards)] * 4, *[("deck", cards)] * pile]


def census(state: Gap) -> list[str]:
    cards = state.row | sum(state.hands) | sum(state.taken) | (1 << state.played if state.offer else 0)
    return [*spell_all(state.deck, cards), *(spell(state.deck, card) for card in state.pile[state.drawn : state.cards])]
