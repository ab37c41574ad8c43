"""What a seat sees of dnup."""

from __future__ import annotations

from kartarna.core.layout import CARD, Names
from kartarna.core.view import View, Zone, view_of
from kartarna.core.words import Card, Seat
from kartarna.games.dnup.cards import STAR, VALUES, counts, spell, spell_row, spell_rows, spell_turned
from kartarna.games.dnup.cards import names as card_names
from kartarna.games.dnup.decisions import Lying, areas, lying, owner
from kartarna.games.dnup.state import Dnup
from kartarna.games.dnup.table import hand_size


def public(state: Dnup) -> View:
    """ALL-3: the sets; of the rest the number of cards, and those that everyone saw go there (ALL-4)."""
    zones = [_hand(state, owner) for owner in range(state.players)]
    sets = lying(state)
    zones += [_set(state, area, sets.get(area)) for area in areas(state)]
    gone = spell_rows(state.discards)
    zones.append(Zone("discards", hidden=len(gone), known=gone))
    return view_of(
        state,
        zones,
        {
            "starter": Seat(state.first) if state.round else None,
            "area": state.area % 2 + 1 if state.players == 2 else None,  # that the turn is for
            "out": Seat(state.out) if state.out >= 0 else None,  # who got rid of all cards first
            "turns_left": state.turns_left(),
        },
    )


def own(state: Dnup, seat: int) -> list[Zone]:
    return [Zone("hand", seat, cards=cards_of(state, seat))]


def _hand(state: Dnup, owner: int) -> Zone:
    known = spell_rows(state.known[10 * owner : 10 * owner + 10])
    star = (STAR,) if state.star == owner else ()  # DNUP-5: everyone knows who holds it, but not which way up
    return Zone("hand", owner, hidden=state.held[owner], known=star + known)


def _set(state: Dnup, area: int, it: Lying | None) -> Zone:
    return Zone(set_zone(state, area), owner(state, area), cards=spell_row(it.value, it.row) if it else ())


def set_zone(state: Dnup, area: int) -> str:
    """DNUP-17: with two players each has two sets."""
    return f"set_{area % 2 + 1}" if state.players == 2 else "set"


def cards_of(state: Dnup, seat: int) -> tuple[Card, ...]:
    """A hand, by active value and then by the other one."""
    return spell_rows(state.hands[10 * seat : 10 * seat + 10])


def turned_cards_of(state: Dnup, seat: int) -> tuple[Card, ...]:
    """The same cards in the same order, each the other way up."""
    hand = enumerate(state.hands[10 * seat : 10 * seat + 10], 1)
    return tuple(card for value, row in hand for card in spell_turned(value, row))


def names(state: Dnup) -> Names:
    return {CARD: card_names(state.deck)[: 2 * state.players * hand_size(state.players)]}


def census(state: Dnup) -> list[str]:
    """Cards with the lower value first, for they are turned all the time."""
    hands = [(value, state.hands[10 * seat + value - 1]) for seat in range(state.players) for value in VALUES]
    sets = [(it.value, it.row) for it in lying(state).values()]
    gone = [(value, state.discards[value - 1]) for value in VALUES]
    return [
        spell(min(value, other), max(value, other))
        for value, row in (*hands, *sets, *gone)
        for other, copies in counts(row)
        for _ in range(copies)
    ]
