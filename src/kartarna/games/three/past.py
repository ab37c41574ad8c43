"""What a seat of Tři je moc! sees of the deal as the game goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kartarna.core.past import Absent, Drawn, Shown, Trace, hand, taken_back
from kartarna.core.step import Decided, Step, TakenBack
from kartarna.games.three.cards import names, spell, spell_all
from kartarna.games.three.state import Three
from kartarna.games.three.view import hand_cards, known_cards

REFILL = 6  # THREE-12
START_CARDS = (0, 30, 60)  # THREE-1


def trace(steps: Sequence[Step[Three]], seat: int) -> Iterator[Trace]:
    """Own hand with what it draws, the rows; then every card that is played."""
    dealt = steps[0].after
    start = [names(dealt.deck)[card] for card in START_CARDS]
    yield Absent(start)
    yield Shown("starter", [str(dealt.first + 1)])
    yield Shown("rows", [card for card in spell_all(dealt.deck, dealt.rows) if card not in start])
    yield Shown(hand(seat), hand_cards(dealt, seat))
    for entry, before, after in steps[1:]:
        match entry:
            case Decided(actor, action):
                yield from _decided(actor, action, before, after, seat)
            case TakenBack():
                yield from taken_back(before, after, seat, known_cards)


def _decided(actor: int, action: int, before: Three, after: Three, seat: int) -> Iterator[Trace]:
    card = spell(before.deck, action)
    if actor != seat and card not in known_cards(before, actor):
        yield Shown(hand(actor), [card])
    held = hand_cards(before, actor)
    if len(hand_cards(after, actor)) > len(held):
        yield Drawn(f"pile {actor + 1}", hand(actor), REFILL)
        if actor == seat:
            yield Shown(hand(seat), [card for card in hand_cards(after, seat) if card not in held])
