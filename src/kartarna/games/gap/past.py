"""What a seat of GAP sees of the deal as the round goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kartarna.core.past import NOBODY, Absent, Drawn, Shown, Trace, Turn, hand
from kartarna.core.view import seats_of
from kartarna.games.gap.cards import letters, names, spell, spell_all
from kartarna.games.gap.greedy import Gap


def trace(turns: Sequence[Turn[Gap]], seat: int) -> Iterator[Trace]:
    """Own hand, the row; then every card that is played, and those that fill the row up."""
    dealt = turns[0].after
    colours = seats_of(dealt.left_out)
    if dealt.round == 1:
        yield Shown("starter", [str(dealt.first + 1)])
        yield Shown("left_out", [letters(dealt.deck)[colour] for colour in colours])
    yield Absent([card for number, card in enumerate(names(dealt.deck)) if number % 5 in colours])
    yield Shown("row", spell_all(dealt.deck, dealt.row))
    yield Shown(hand(seat), spell_all(dealt.deck, dealt.hands[seat]))
    for before, actor, action, after, _ in turns[1:]:
        if actor == NOBODY:
            continue
        if actor != seat and not before.offer:
            yield Shown(hand(actor), [spell(dealt.deck, action)])
        if after.drawn > before.drawn:  # GAP-6
            played = before.played if before.offer else action
            yield Drawn("deck", "refill", after.drawn - before.drawn)
            yield Shown("refill", spell_all(dealt.deck, after.row & ~(before.row | 1 << played)))
