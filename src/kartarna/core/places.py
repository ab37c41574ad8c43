"""Where cards lie and how they move: what events say of it, and whether it explains what is seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from kartarna.core.view import HAND, View
from kartarna.core.words import Card, CardMove, Event, all_but, only

DECK = "deck"  # where a deal comes from, whether or not there is such a zone


def place(zone: str, seat: int | None = None) -> str:
    """A zone as a place: `row`, `hand:2`."""
    return zone if seat is None else f"{zone}:{seat}"


def hand(seat: int) -> str:
    return place(HAND, seat)


def deal_hands(hands: Iterable[Sequence[Card]]) -> tuple[CardMove, ...]:
    """To each seat its hand: it sees which cards they are, the others how many."""
    return tuple(
        move
        for seat, cards in enumerate(hands)
        for move in (
            CardMove(DECK, hand(seat), tuple(cards), to=only(seat)),
            CardMove(DECK, hand(seat), hidden=len(cards), to=all_but(seat)),
        )
    )


def into_hand(seat: int, source: str, cards: Sequence[Card], becomes: Sequence[Card] = ()) -> tuple[CardMove, ...]:
    """All see which cards go; then only their owner does."""
    return (
        CardMove(source, hand(seat), tuple(cards), becomes=tuple(becomes), to=only(seat)),
        CardMove(source, hand(seat), tuple(cards), covered=True, to=all_but(seat)),
    )


class Places:
    """What lies where, as somebody sees it: cards by name, and how many unseen."""

    def __init__(self, view: View | None = None) -> None:
        zones = view.zones if view else ()
        self.cards: dict[str, Counter[str]] = {place(zone.name, zone.seat): Counter(zone.cards) for zone in zones}
        self.hidden: Counter[str] = Counter({place(zone.name, zone.seat): zone.hidden for zone in zones})

    def follow(self, events: Iterable[Event]) -> None:
        for event in events:
            for move in event.moves:
                self._move(move)

    def _move(self, move: CardMove) -> None:
        source = self.cards.setdefault(move.source, Counter())
        target = self.cards.setdefault(move.target, Counter())
        for card in move.cards:
            if source[card]:
                source[card] -= 1
            else:  # it lay there unseen
                self.hidden[move.source] -= 1
        self.hidden[move.source] -= move.hidden
        self.hidden[move.target] += move.hidden
        if move.covered:
            self.hidden[move.target] += len(move.cards)
        else:
            target.update(move.becomes or move.cards)

    def lying_at(self, place: str) -> tuple[Counter[str], int]:
        return +self.cards.get(place, Counter()), self.hidden[place]


def unexplained(before: View | None, events: Sequence[Event], after: View, mirrors: Sequence[str] = ()) -> list[str]:
    """The places that hold something else than the moves say; `mirrors` are zones whose cards lie elsewhere.

    For a deal all cards are gathered first, and what is left of them is the deck.
    """
    dealt = before is None or before.round != after.round
    told, lie, lay = Places(None if dealt else before), Places(after), Places(before)
    told.follow(events)
    wrong = [place for place in sorted({*told.cards, *lie.cards}) if told.lying_at(place) != lie.lying_at(place)]
    targets = {move.target for event in events for move in event.moves}
    stayed = {place for place in {*wrong} - targets if dealt and lie.lying_at(place) == lay.lying_at(place)}
    spared = {*mirrors, *((DECK,) if dealt else ())}
    return [place for place in wrong if place not in stayed and place.partition(":")[0] not in spared]
