"""What a seat of Karma sees of the deal as the game goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kartarna.core.past import Drawn, Secret, Shown, Trace, hand, taken_back
from kartarna.core.step import Decided, Step, TakenBack
from kartarna.games.karma.cards import faces_of, spell, spell_all
from kartarna.games.karma.notation import faces
from kartarna.games.karma.state import Karma

PLACES = 3


def trace(steps: Sequence[Step[Karma]], seat: int) -> Iterator[Trace]:
    """Own hand with what it draws; what others lay face up and play, and every face-down card that is turned up."""
    dealt, now = steps[0].after, steps[-1].after
    yield Shown("starter", [str(dealt.first + 1)])
    for owner in range(dealt.players):
        for place in range(PLACES):
            yield Drawn(f"face_down {owner + 1}", _place(owner, place))
    yield Shown(hand(seat), spell_all(faces_of(dealt.hands, seat)))
    for number, (entry, before, after) in enumerate(steps[1:], 1):
        match entry:
            case Decided(actor) if before.choosing and now.choosing and actor != seat:
                yield Secret(number, hand(actor))  # KARMA-3: what others choose is not shown yet
            case Decided(actor, action):
                yield from _seen(actor, action, before, after, seat)
            case TakenBack():
                yield from taken_back(before, after, seat, lambda now, owner: spell_all(faces_of(now.seen, owner)))
    if now.premonition:  # KARMA-4
        covered = [place for place in range(PLACES) if now.face_down[PLACES * seat + place]]
        for place in covered:
            yield Drawn(_place(seat, place), "premonition")
        yield Shown("premonition", spell_all(now.face_down[PLACES * seat + place] for place in covered))


def _place(seat: int, place: int) -> str:
    return f"face_down {seat + 1}, {place + 1}"


def _seen(actor: int, action: int, before: Karma, after: Karma, seat: int) -> Iterator[Trace]:
    if actor != seat and before.plays_hand(actor):
        laid = Counter(faces(action)) - Counter(faces_of(before.seen, actor))  # ALL-4
        yield Shown(hand(actor), spell_all(laid.elements()))
    for place in range(PLACES):
        face = before.face_down[PLACES * actor + place]
        if face and not after.face_down[PLACES * actor + place]:  # KARMA-7
            yield Shown(_place(actor, place), [spell(face)])
    if after.left < before.left:  # KARMA-5
        yield Drawn("deck", hand(actor), before.left - after.left)
        if actor == seat:
            yield Shown(hand(seat), spell_all(before.stock[after.left : before.left]))
