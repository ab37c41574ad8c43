"""Brod's decisions and events as notation and events. A card is written `7r`; `7` will do if it is the only 7."""

from __future__ import annotations

import re

from kartarna.core.deck import Deck
from kartarna.core.events import round_end
from kartarna.core.game import Words
from kartarna.core.places import DECK, deal_hands, hand, place
from kartarna.core.words import Card, CardMove, Event, Fact, Seat, only
from kartarna_brod.cards import CARDS, COLOURS, card_name, cards_of, letters, names, spell
from kartarna_brod.rules import NOBODY, REFUSALS, Brod, mask_of


class BrodWords(Words[Brod]):
    def notation(self, state: Brod, seat: int, action: int) -> str:
        return names(state.deck)[action]

    def readings(self, state: Brod, seat: int, text: str) -> list[int]:
        match = re.fullmatch(r"([1-9])\s?([a-z]?)", text)
        if not match:
            return []
        colours = [colour for colour, letter in enumerate(letters(state.deck)) if match[2] in ("", letter)]
        return [(int(match[1]) - 1) * COLOURS + colour for colour in colours]

    def decision(self, state: Brod, seat: int, action: int) -> Event:
        card = names(state.deck)[action]
        facts: dict[str, Fact] = {"seat": Seat(seat), "card": card}
        if state.played != NOBODY:
            return Event("choose", facts)
        return Event("put", facts, moves=(CardMove(hand(seat), "row", (card,)),))

    def cards(self, state: Brod, seat: int, action: int) -> tuple[Card, ...]:
        return (names(state.deck)[action],)

    def held(self, state: Brod, seat: int) -> list[tuple[Card, int]]:
        return [(names(state.deck)[card], card) for card in cards_of(state.hands[seat])]

    def effects(self, state: Brod, seat: int, action: int) -> list[Event]:
        """Which card is taken, or which two there are to choose from."""
        after = state.clone()
        after.apply(seat, action)
        if after.played != NOBODY:
            return [self._offer(after, seat)]
        return [*self._taken(state, seat, after), Event("would_score", {"points": after.score(seat)})]

    def _offer(self, state: Brod, seat: int) -> Event:
        offered = spell(state.deck, mask_of(state.neighbours(state.played)))
        return Event("takes_one_of", {"seat": Seat(seat), "cards": offered})

    def _taken(self, before: Brod, seat: int, after: Brod) -> list[Event]:
        taken = spell(before.deck, after.taken[seat] ^ before.taken[seat])
        moves = {card: (CardMove("row", place("taken", seat), (card,)),) for card in taken}
        return [Event("takes", {"seat": Seat(seat), "card": card}, moves=moves[card]) for card in taken]

    def refused(self, state: Brod, seat: int, action: int, code: int) -> Event:
        if not 0 <= action < CARDS:
            return Event("no_such_decision")
        offered = mask_of(state.neighbours(state.played)) if state.played != NOBODY else 0
        facts = {
            "card": names(state.deck)[action],
            "hand": spell(state.deck, state.hands[seat]),
            "offer": spell(state.deck, offered),
        }
        return Event(REFUSALS[code], facts)

    def dealt(self, state: Brod) -> list[Event]:
        hands = [spell(state.deck, cards) for cards in state.hands]
        row = spell(state.deck, state.row)
        moves = (*deal_hands(hands), CardMove(DECK, "aside", hidden=len(state.aside)))
        return [
            Event("round_starts", {"number": state.round, "seat": Seat(state.first)}, moves=moves),
            Event("row_dealt", {"cards": row}, reveals=True, moves=(CardMove(DECK, "row", row),)),
            *(Event("hand_dealt", {"cards": cards}, only(seat), reveals=True) for seat, cards in enumerate(hands)),
        ]

    def narrate(self, before: Brod, seat: int, action: int, after: Brod) -> list[Event]:
        events = [self.decision(before, seat, action)]
        if after.played != NOBODY:
            return [*events, self._offer(after, seat)]
        return [*events, *self._taken(before, seat, after), *round_end(before, after, [])]

    def card_name(self, deck: Deck, card: str, language: str) -> str:
        return card_name(deck, card, language)
