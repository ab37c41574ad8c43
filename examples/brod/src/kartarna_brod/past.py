"""What a seat of Brod sees of the deal as the round goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kartarna.core.past import Shown, Trace, Turn, hand
from kartarna_brod.cards import names, spell
from kartarna_brod.rules import NOBODY, Brod


def trace(turns: Sequence[Turn[Brod]], seat: int) -> Iterator[Trace]:
    """The row and the own hand; then every card that another puts down."""
    dealt = turns[0].after
    if dealt.round == 1:
        yield Shown("starter", [str(dealt.first + 1)])
    yield Shown("row", spell(dealt.deck, dealt.row))
    yield Shown(hand(seat), spell(dealt.deck, dealt.hands[seat]))
    for turn in turns[1:]:
        if turn.seat != seat and turn.before.played == NOBODY:
            yield Shown(hand(turn.seat), [names(dealt.deck)[turn.action]])
