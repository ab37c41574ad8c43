"""What a seat of GAP sees of the deal as the round goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kartarna.core.past import Absent, Drawn, Shown, Trace, hand, taken_back
from kartarna.core.step import Decided, Step, TakenBack
from kartarna.core.view import seats_of
from kartarna.games.gap.cards import letters, names, spell, spell_all
from kartarna.games.gap.codes import COLOURS
from kartarna.games.gap.state import Gap


def trace(steps: Sequence[Step[Gap]], seat: int) -> Iterator[Trace]:
    """Own hand, the row; then every card that is played, and those that fill the row up."""
    dealt = steps[0].after
    colours = seats_of(dealt.left_out)
    if dealt.round == 1:
        yield Shown("starter", [str(dealt.first + 1)])
        yield Shown("left_out", [letters(dealt.deck)[colour] for colour in colours])
    yield Absent([card for number, card in enumerate(names(dealt.deck)) if number % COLOURS in colours])
    yield Shown("row", spell_all(dealt.deck, dealt.row))
    yield Shown(hand(seat), spell_all(dealt.deck, dealt.hands[seat]))
    for entry, before, after in steps[1:]:
        match entry:
            case Decided(actor, action):
                yield from _decided(actor, action, before, after, seat)
            case TakenBack():
                yield from taken_back(before, after, seat, lambda now, owner: spell_all(now.deck, now.known[owner]))


def _decided(actor: int, action: int, before: Gap, after: Gap, seat: int) -> Iterator[Trace]:
    if actor != seat and not before.offer and not before.known[actor] >> action & 1:
        yield Shown(hand(actor), [spell(before.deck, action)])
    if after.drawn > before.drawn:  # GAP-6
        played = before.played if before.offer else action
        yield Drawn("deck", "refill", after.drawn - before.drawn)
        yield Shown("refill", spell_all(before.deck, after.row & ~(before.row | 1 << played)))
