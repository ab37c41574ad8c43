"""What a seat sees of TROP."""

from __future__ import annotations

from kartarna.core.layout import CARD, Names
from kartarna.core.view import View, Zone, view_of
from kartarna.core.words import Seat, Word
from kartarna.games.trop.cards import ACTIONS, spell, spell_all
from kartarna.games.trop.cards import names as card_names
from kartarna.games.trop.row import too_much
from kartarna.games.trop.state import Trop


def row(state: Trop) -> list[int]:
    return state.row[: state.length]


def out(state: Trop) -> list[int]:
    """TROP-7: what was removed from the row in this round, the first card first."""
    return state.row[90 - state.removed :][::-1]


def hand(state: Trop, seat: int) -> list[int]:
    return [card for card in state.hands[3 * seat : 3 * seat + 3] if card]


def known(state: Trop, seat: int) -> list[int]:
    """TROP-7, ALL-4: of a hand, what everyone saw go there, or saw played and taken back."""
    return [card for card in state.known[3 * seat : 3 * seat + 3] if card]


def offer(state: Trop) -> list[int]:
    """The cards of the row that can be chosen now."""
    return state.legal_actions(state.turn) if state.choosing else []


def trop(state: Trop) -> int | None:
    """Who was trop in the round just scored."""
    return state.turn if too_much(state.row_total) and not state.waiting() else None


def public(state: Trop) -> View:
    """ALL-3: the row and what was removed from it; of the rest only the number of cards."""
    zones = [
        Zone("row", cards=spell_all(row(state))),
        Zone("deck", hidden=90 - state.drawn if state.round else 0),
        Zone("out", cards=spell_all(out(state))),
        *(_hand(state, owner) for owner in range(state.players)),
    ]
    if state.choosing:
        zones.append(Zone("offer", cards=spell_all(offer(state))))
    return view_of(
        state,
        zones,
        {
            "total": state.row_total,  # TROP-8: always shown
            "direction": Word("clockwise" if state.direction == 1 else "counterclockwise"),
            "starter": Seat(state.first) if state.round else None,
            "target": state.target,
            "turns_left": state.turns_left(),
            "choosing": ACTIONS[state.choosing] or None,
        },
    )


def own(state: Trop, seat: int) -> list[Zone]:
    return [Zone("hand", seat, cards=spell_all(hand(state, seat)))]


def _hand(state: Trop, owner: int) -> Zone:
    """ALL-7: when a round has been scored, all hands are shown."""
    cards = spell_all(hand(state, owner))
    if not state.waiting():
        return Zone("hand", owner, cards=cards)
    return Zone("hand", owner, hidden=len(cards), known=spell_all(known(state, owner)))


def names(state: Trop) -> Names:
    return {CARD: card_names(state.deck)}


def census(state: Trop) -> list[str]:
    hands = [card for card in state.hands if card]
    return [spell(card) for card in (*row(state), *out(state), *hands, *state.pile[state.drawn :])]
