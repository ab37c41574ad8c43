"""What a seat sees of Tři je moc!"""

from __future__ import annotations

from collections.abc import Sequence

from kartarna.core.layout import CARD, Names
from kartarna.core.view import View, Zone, view_of
from kartarna.core.words import Card, Seat
from kartarna.games.three.cards import COLOUR_BONUSES, colour_cards, spell_all
from kartarna.games.three.cards import names as card_names
from kartarna.games.three.state import Three


def public(state: Three) -> View:
    """ALL-3: the rows, the collections; of hands (ALL-7: also at the end), piles and what is left over the number."""
    zones = _middle(state)
    for owner in range(state.players):
        hand = Zone("hand", owner, hidden=len(hand_cards(state, owner)), known=known_cards(state, owner))
        zones += [hand, *_belongings(state, owner)]
    return view_of(
        state,
        zones,
        {
            "starter": Seat(state.first) if state.round else None,
            **{f"worth_{owner + 1}": state.score(owner) for owner in range(state.players)},
        },
    )


def own(state: Three, seat: int) -> list[Zone]:
    return [Zone("hand", seat, cards=hand_cards(state, seat))]


def _middle(state: Three) -> list[Zone]:
    """The rows, the bonus cards, and what all saw leave the rows (ALL-4)."""
    rows = [row_cards(state, row) for row in range(3)]
    gone = spell_all(state.deck, state.gone)
    return [
        *(Zone(f"row_{row}", cards=cards) for row, cards in enumerate(rows, 1)),
        Zone("bonuses", cards=bonus_cards(state)),
        Zone("gone", hidden=len(gone), known=gone),
        Zone("out", hidden=state.left_over() if state.round else 0),
    ]


def bonus_cards(state: Three) -> tuple[Card, ...]:
    """THREE-11: those that nobody has yet."""
    return tuple(Card(f"+{points}") for points in COLOUR_BONUSES[state.claimed :])


def row_cards(state: Three, row: int) -> tuple[Card, ...]:
    return spell_all(state.deck, _apart(state.rows, row))


def _apart(rows: Sequence[int], row: int) -> tuple[int, ...]:
    """A row as a set of its own."""
    return (0,) * row + (rows[row],) + (0,) * (2 - row)


def hand_cards(state: Three, seat: int) -> tuple[Card, ...]:
    return spell_all(state.deck, state.hands[3 * seat : 3 * seat + 3])


def pile_size(state: Three, seat: int) -> int:
    pile = [*state.next_six[3 * seat : 3 * seat + 3], *state.last_six[3 * seat : 3 * seat + 3]]
    return sum(cards.bit_count() for cards in pile)


def known_cards(state: Three, seat: int) -> tuple[Card, ...]:
    """ALL-4: of a hand, what was shown and taken back."""
    return spell_all(state.deck, state.known[3 * seat : 3 * seat + 3])


def _belongings(state: Three, owner: int) -> list[Zone]:
    """Pile and collection: by colour, for numbers no longer matter (THREE-9)."""
    turned = colour_cards(state.deck, state.face_down(owner))
    bonus = state.bonus[owner]
    return [
        Zone("pile", owner, hidden=pile_size(state, owner)),
        Zone("face_up", owner, cards=colour_cards(state.deck, state.face_up(owner))),
        Zone("face_down", owner, hidden=len(turned), known=turned),
        Zone("bonus", owner, cards=(Card(f"+{bonus}"),) if bonus else ()),
    ]


def names(state: Three) -> Names:
    return {CARD: card_names(state.deck)}


def census(state: Three) -> list[str]:
    """All but the cards left over, which no rule ever touches."""
    owners = range(state.players)
    sets = [state.rows, state.gone]
    sets += [
        held[3 * owner : 3 * owner + 3] for held in (state.hands, state.next_six, state.last_six) for owner in owners
    ]
    return [card for cards in sets for card in spell_all(state.deck, cards)]
