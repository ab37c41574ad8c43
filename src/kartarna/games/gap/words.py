"""GAP's decisions and events as notation and events. A card is written `7r`; `7` will do if it is the only 7."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce
from operator import and_

from kartarna.core.deck import Deck
from kartarna.core.events import round_end
from kartarna.core.game import Words
from kartarna.core.places import DECK, deal_hands, hand, place
from kartarna.core.view import seats_of
from kartarna.core.words import Card, CardMove, Event, Fact, Seat, only
from kartarna.games.gap.cards import card_name, letters, marks, names, spell, spell_all
from kartarna.games.gap.codes import REFUSALS
from kartarna.games.gap.rules import scored
from kartarna.games.gap.state import Gap


class GapWords(Words[Gap]):
    def notation(self, state: Gap, seat: int, action: int) -> str:
        return spell(state.deck, action)

    def readings(self, state: Gap, seat: int, text: str) -> list[int]:
        """`7r`, or the number alone."""
        match = re.fullmatch(r"(\d)\s?([a-z]?)", text)
        if not match:
            return []
        colours = [colour for colour, letter in enumerate(letters(state.deck)) if match[2] in ("", letter)]
        return [int(match[1]) * 5 + colour for colour in colours]

    def decision(self, state: Gap, seat: int, action: int) -> Event:
        card = spell(state.deck, action)
        facts: dict[str, Fact] = {"seat": Seat(seat), "card": card}
        if state.offer:
            return Event("choose", facts)
        return Event("play", facts, moves=(CardMove(hand(seat), place("played", seat), (card,)),))

    def cards(self, state: Gap, seat: int, action: int) -> tuple[Card, ...]:
        return (spell(state.deck, action),)

    def held(self, state: Gap, seat: int) -> list[tuple[Card, int]]:
        held = state.hands[seat]
        return [(name, card) for card, name in enumerate(names(state.deck)) if held >> card & 1]

    def effects(self, state: Gap, seat: int, action: int) -> list[Event]:
        """What is taken, for certain or by choice, or that the card joins the row; no card of the deck is known yet."""
        after = state.clone()
        after.apply(seat, action)
        ends = _ends(after, seat)
        gains = [end.taken[seat] ^ state.taken[seat] for end in ends]
        if len(ends) == 1:
            played = state.played if state.offer else action
            return [*_taken(state, seat, played, gains[0]), *_worth(ends, seat, gains[0])]
        offers = [spell_all(state.deck, offer) for offer in (after.offer, after.later)]
        choices = [Event("takes_one_of", {"seat": Seat(seat), "cards": offer}) for offer in offers if len(offer) > 1]
        certain = spell_all(state.deck, reduce(and_, gains))
        besides = Event("takes_besides", {"seat": Seat(seat), "count": len(certain), "cards": certain})
        return [*choices, besides, *_worth(ends, seat, gains[0])]

    def refused(self, state: Gap, seat: int, action: int, code: int) -> Event:
        if not 0 <= action < 50:
            return Event("no_such_decision")
        return Event(
            REFUSALS[code],
            {
                "card": spell(state.deck, action),
                "hand": spell_all(state.deck, state.hands[seat]),
                "offer": spell_all(state.deck, state.offer),
            },
        )

    def dealt(self, state: Gap) -> list[Event]:
        hands = [spell_all(state.deck, cards) for cards in state.hands[: state.players]]
        events = [Event("round_starts", {"number": state.round, "seat": Seat(state.first)}, moves=deal_hands(hands))]
        if state.round == 1 and state.left_out:
            colours = tuple(letters(state.deck)[colour] for colour in seats_of(state.left_out))
            events.append(Event("left_out", {"colours": colours}, moves=(CardMove(DECK, "left_out", colours),)))
        events.append(_from_deck("row_dealt", spell_all(state.deck, state.row)))
        for seat, cards in enumerate(hands):
            events.append(Event("hand_dealt", {"cards": cards}, only(seat), reveals=True))
        return events

    def narrate(self, before: Gap, seat: int, action: int, after: Gap) -> list[Event]:
        events = [self.decision(before, seat, action)]
        if after.offer:
            return events
        played = before.played if before.offer else action
        taken = after.taken[seat] ^ before.taken[seat]
        events += _taken(before, seat, played, taken)
        new = after.row & ~before.row & ~(1 << played)
        if new:
            events.append(_from_deck("refill", spell_all(before.deck, new)))
        if after.stage != before.stage:
            events += round_end(before, after, [_score(after, owner) for owner in range(after.players)])
            if after.over() and after.in_front().bit_count() > 1:
                events.insert(-1, Event("tie_broken"))  # before the winner is named
        if after.tied and not before.tied:
            events.append(Event("extra_round", {"seats": tuple(Seat(owner) for owner in seats_of(after.tied))}))
        return events

    def card_name(self, deck: Deck, card: str, language: str) -> str:
        return card_name(deck, card, language)

    def marks(self, deck: Deck) -> Sequence[str]:
        return marks(deck)


def _taken(state: Gap, seat: int, played: int, taken: int) -> list[Event]:
    """GAP-5: the card joins the row, or is taken with those of the row that it captures."""
    card = spell(state.deck, played)
    if not taken:
        return [Event("joins_row", {"card": card}, moves=(CardMove(place("played", seat), "row", (card,)),))]
    cards = spell_all(state.deck, taken)
    target = place("taken", seat)
    moves = (
        CardMove("row", target, tuple(other for other in cards if other != card)),
        CardMove(place("played", seat), target, (card,)),
    )
    return [Event("takes", {"seat": Seat(seat), "count": len(cards), "cards": cards}, moves=moves)]


def _from_deck(kind: str, cards: tuple[Card, ...]) -> Event:
    """GAP-2, GAP-6"""
    return Event(kind, {"cards": cards}, reveals=True, moves=(CardMove(DECK, "row", cards),))


def _ends(state: Gap, seat: int) -> list[Gap]:
    """How the turn can end: once, or once for each of the choices that are still open (GAP-3 b)."""
    if not state.offer:
        return [state]
    ends = []
    for card in state.legal_actions(seat):
        then = state.clone()
        then.apply(seat, card)
        ends += _ends(then, seat)
    return ends


def _worth(ends: Sequence[Gap], seat: int, taken: int) -> list[Event]:
    if not taken:
        return []
    totals = [end.score(seat) for end in ends]
    least, most = min(totals), max(totals)
    if least < most:
        return [Event("would_score_between", {"least": least, "most": most})]
    return [Event("would_score", {"points": least})]


def _score(state: Gap, seat: int) -> Event:
    """GAP-8, explained: which colours count plus, which minus."""
    cards = state.taken[seat]
    of_plus, of_minus, plus, minus = scored(cards).to_bytes(4, "little")
    if not plus:
        return Event("score_nothing", {"seat": Seat(seat)})
    counts = [sum(cards >> card & 1 for card in range(colour, 50, 5)) for colour in range(5)]
    most, fewest = (
        tuple(letter for letter, count in zip(letters(state.deck), counts, strict=True) if count == wanted)
        for wanted in (of_plus, of_minus)
    )
    if not minus:
        return Event("score_no_minus", {"seat": Seat(seat), "most": most, "plus": plus})
    return Event("score", {"seat": Seat(seat), "most": most, "plus": plus, "fewest": fewest, "minus": minus})
