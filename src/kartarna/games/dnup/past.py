"""What a seat of dnup sees of the deal as the round goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kartarna.core.past import Shown, Trace, Turn, hand
from kartarna.games.dnup import rows
from kartarna.games.dnup.cards import DECKS, counts, spell, star
from kartarna.games.dnup.decisions import Add, Lay, unpacked
from kartarna.games.dnup.greedy import Dnup
from kartarna.games.dnup.view import cards_of

TURN_HAND = 0


def trace(turns: Sequence[Turn[Dnup]], seat: int) -> Iterator[Trace]:
    """Own hand; then the cards that others lay, as they were dealt: before the hand was turned (DNUP-11)."""
    yield Shown(hand(seat), cards_of(turns[0].after, seat))
    turned = [False] * turns[0].after.players
    for before, actor, action, _, _ in turns[1:]:
        decision = unpacked(action)
        if action == TURN_HAND:
            turned[actor] = not turned[actor]
        elif actor != seat and isinstance(decision, Lay | Add):
            row = decision.row if isinstance(decision, Lay) else 1 << rows.place(decision.other)
            others = _unseen(before, actor, decision.value, row)
            value = decision.value
            yield Shown(
                hand(actor), [spell(other, value) if turned[actor] else spell(value, other) for other in others]
            )
    now = turns[-1].after
    if now.star >= 0 and now.star != seat:  # DNUP-5: everyone knows who was dealt the star card
        yield Shown(hand(now.star), star(DECKS.number(now.deck))[:1], either=True)


def _unseen(state: Dnup, seat: int, value: int, row: int) -> Iterator[int]:
    """Of the cards laid from a hand, the other values of those that nobody had seen go there (ALL-4)."""
    known = dict(counts(state.known[rows.at(seat, value)]))
    return (Counter(dict(counts(row))) - Counter(known)).elements()
