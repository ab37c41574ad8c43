"""What a seat of TROP sees of the deal as the round goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kartarna.core.past import Drawn, Shown, Trace, Turn, hand
from kartarna.games.trop.cards import spell
from kartarna.games.trop.greedy import Trop
from kartarna.games.trop.view import known


def trace(turns: Sequence[Turn[Trop]], seat: int) -> Iterator[Trace]:
    """The cards it draws, and those that others play, unless they were seen to take them (TROP-7)."""
    dealt = turns[0].after
    if dealt.round == 1:
        yield Shown("starter", [str(dealt.first + 1)])
    for before, actor, action, after, _ in turns[1:]:
        if after.drawn > before.drawn:
            yield Drawn("deck", hand(actor))
            if actor == seat:
                yield Shown(hand(seat), [spell(before.pile[before.drawn])])
        elif actor != seat and not before.choosing and action not in known(before, actor):
            yield Shown(hand(actor), [spell(action)])
