"""What a seat of Brod sees of the deal as the round goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kartarna.core.past import Shown, Trace, hand, taken_back
from kartarna.core.step import Decided, Step, TakenBack
from kartarna_brod.cards import names, spell
from kartarna_brod.rules import NOBODY, Brod


def trace(steps: Sequence[Step[Brod]], seat: int) -> Iterator[Trace]:
    """The row and the own hand; then every card that another puts down."""
    dealt = steps[0].after
    if dealt.round == 1:
        yield Shown("starter", [str(dealt.first + 1)])
    yield Shown("row", spell(dealt.deck, dealt.row))
    yield Shown(hand(seat), spell(dealt.deck, dealt.hands[seat]))
    for entry, before, after in steps[1:]:
        match entry:
            case Decided(actor, action) if actor != seat and before.played == NOBODY:
                if not before.known[actor] >> action & 1:
                    yield Shown(hand(actor), [names(dealt.deck)[action]])
            case TakenBack():
                yield from taken_back(before, after, seat, lambda now, owner: spell(now.deck, now.known[owner]))
