"""What a seat of TROP sees of the deal as the round goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kartarna.core.past import Drawn, Shown, Trace, hand, taken_back
from kartarna.core.step import Decided, Step, TakenBack
from kartarna.games.trop.cards import spell
from kartarna.games.trop.state import Trop
from kartarna.games.trop.view import known


def trace(steps: Sequence[Step[Trop]], seat: int) -> Iterator[Trace]:
    """The cards it draws, and those that others play, unless they were seen to take them (TROP-7)."""
    dealt = steps[0].after
    if dealt.round == 1:
        yield Shown("starter", [str(dealt.first + 1)])
    for entry, before, after in steps[1:]:
        match entry:
            case Decided(actor, action):
                yield from _decided(actor, action, before, after, seat)
            case TakenBack():
                yield from taken_back(before, after, seat, lambda now, owner: map(spell, known(now, owner)))


def _decided(actor: int, action: int, before: Trop, after: Trop, seat: int) -> Iterator[Trace]:
    if after.drawn > before.drawn:
        yield Drawn("deck", hand(actor))
        if actor == seat:
            yield Shown(hand(seat), [spell(before.pile[before.drawn])])
    elif actor != seat and not before.choosing and action not in known(before, actor):
        yield Shown(hand(actor), [spell(action)])
