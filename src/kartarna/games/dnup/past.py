"""What a seat of dnup sees of the deal as the round goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kartarna.core.past import Shown, Trace, hand
from kartarna.core.step import Decided, Step, TakenBack
from kartarna.games.dnup import rows
from kartarna.games.dnup.cards import DECKS, counts, spell, star
from kartarna.games.dnup.codes import TURN
from kartarna.games.dnup.decisions import Add, Lay, unpacked
from kartarna.games.dnup.state import Dnup
from kartarna.games.dnup.view import cards_of

Values = tuple[int, int]  # of a card: the active one and the other


def trace(steps: Sequence[Step[Dnup]], seat: int) -> Iterator[Trace]:
    """Own hand; then the cards that others lay, as they were dealt: before the hand was turned (DNUP-11)."""
    dealt, now = steps[0].after, steps[-1].after
    yield Shown(hand(seat), cards_of(dealt, seat))
    turned = [False] * dealt.players
    for entry, before, after in steps[1:]:
        match entry:
            case Decided(actor, action) if action == TURN:
                turned[actor] = not turned[actor]
            case Decided(actor, action) if actor != seat:
                yield _shown(actor, _laid(before, actor, action), turned=turned[actor])
            case TakenBack():
                for owner in range(dealt.players):
                    known = _known(after, owner) - _known(before, owner) if owner != seat else Counter()
                    yield _shown(owner, known, turned=turned[owner])
    if now.star >= 0 and now.star != seat:  # DNUP-5: everyone knows who was dealt the star card
        yield Shown(hand(now.star), star(DECKS.number(now.deck))[:1], either=True)


def _shown(owner: int, cards: Counter[Values], *, turned: bool) -> Shown:
    """Out of a hand, as they were dealt into it."""
    return Shown(hand(owner), [spell(*(values[::-1] if turned else values)) for values in cards.elements()])


def _laid(state: Dnup, seat: int, action: int) -> Counter[Values]:
    """Of the cards that a decision lays from a hand, those that nobody had seen there before (ALL-4)."""
    decision = unpacked(action)
    if not isinstance(decision, Lay | Add):
        return Counter()
    row = decision.row if isinstance(decision, Lay) else 1 << rows.place(decision.other)
    return Counter({(decision.value, other): copies for other, copies in counts(row)}) - _known(state, seat)


def _known(state: Dnup, seat: int) -> Counter[Values]:
    """ALL-4: what everyone knows of a hand."""
    known = state.known[10 * seat : 10 * seat + 10]
    return Counter({(value, other): copies for value, row in enumerate(known, 1) for other, copies in counts(row)})
