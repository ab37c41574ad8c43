"""Decisions and events of Tři je moc! as notation and events. A card is written by its number: `40`; `40t` will do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kartarna.core.deck import Deck
from kartarna.core.game import Words
from kartarna.core.places import DECK, deal_hands, hand, place
from kartarna.core.words import EVERYONE, Card, CardMove, Event, Fact, Seat, all_but, only
from kartarna.games.three.cards import card_name, colour_cards, marks, names, spell, spell_all
from kartarna.games.three.codes import REFUSALS, WIDTH
from kartarna.games.three.state import Three
from kartarna.games.three.story import game_end
from kartarna.games.three.view import bonus_cards, hand_cards, pile_size, row_cards


class ThreeWords(Words[Three]):
    def notation(self, state: Three, seat: int, action: int) -> str:
        return str(action)

    def readings(self, state: Three, seat: int, text: str) -> list[int]:
        """The number, with or without its colour."""
        match = re.fullmatch(r"(\d{1,2})\s?([a-z]?)", text)
        if not match or int(match[1]) >= Three.ACTIONS:
            return []
        card = int(match[1])
        return [card] if not match[2] or spell(state.deck, card).endswith(match[2]) else []

    def decision(self, state: Three, seat: int, action: int) -> Event:
        card = spell(state.deck, action)
        move = CardMove(hand(seat), _row(action // WIDTH), (card,))
        return Event("play", {"seat": Seat(seat), "card": card}, moves=(move,))

    def cards(self, state: Three, seat: int, action: int) -> tuple[Card, ...]:
        return (spell(state.deck, action),)

    def held(self, state: Three, seat: int) -> list[tuple[Card, int]]:
        return [(card, names(state.deck).index(card)) for card in hand_cards(state, seat)]

    def effects(self, state: Three, seat: int, action: int) -> list[Event]:
        """All but the names of the cards drawn; first what a take comes to."""
        after = state.clone()
        after.apply(seat, action)
        taken = after.gone != state.gone
        worth = [Event("would_score", {"points": after.score(seat)})] if taken else []
        return [*worth, *_consequences(state, seat, action, after), *_draws(state, seat, after, EVERYONE)]

    def refused(self, state: Three, seat: int, action: int, code: int) -> Event:
        if not 0 <= action < Three.ACTIONS:
            return Event("no_such_decision")
        return Event(
            REFUSALS[code],
            {"card": spell(state.deck, action), "row": action // 30 + 1, "hand": hand_cards(state, seat)},
        )

    def dealt(self, state: Three) -> list[Event]:
        events = [Event("game_starts", {"seat": Seat(state.first)}, moves=tuple(_dealt(state)))]
        for row in range(3):
            cards = row_cards(state, row)
            moves = (CardMove(DECK, _row(row), cards),)
            events.append(Event("row_now", {"row": row + 1, "cards": cards}, reveals=True, moves=moves))
        for seat in range(state.players):
            events.append(Event("hand_dealt", {"cards": hand_cards(state, seat)}, only(seat), reveals=True))
        return events

    def narrate(self, before: Three, seat: int, action: int, after: Three) -> list[Event]:
        events = [self.decision(before, seat, action), *_consequences(before, seat, action, after)]
        drawn = _drawn(before, seat, after)
        if drawn:
            move = CardMove(place("pile", seat), hand(seat), drawn)
            facts: dict[str, Fact] = {"count": len(drawn), "cards": drawn}
            events.append(Event("you_draw", facts, only(seat), reveals=True, moves=(move,)))
            events += _draws(before, seat, after, all_but(seat))
        return [*events, *game_end(after)]

    def card_name(self, deck: Deck, card: str, language: str) -> str:
        return card_name(deck, card, language)

    def marks(self, deck: Deck) -> Sequence[str]:
        return marks(deck)


def _consequences(before: Three, seat: int, action: int, after: Three) -> list[Event]:
    """What a card does in its row and to the collection."""
    row = action // WIDTH
    return [
        *_taken(before, seat, action, after),
        Event("row_now", {"row": row + 1, "cards": row_cards(after, row)}),
        *_turned(before, seat, after),
        *_bonus(before, seat, after),
    ]


def _taken(before: Three, seat: int, action: int, after: Three) -> list[Event]:
    """THREE-8, and THREE-9 for grey cards."""
    numbers = [now ^ then for now, then in zip(after.gone, before.gone, strict=True)]
    taken = spell_all(before.deck, numbers)
    if not taken:
        return []
    highest = numbers[action // WIDTH] < 1 << action % WIDTH
    row = _row(action // WIDTH)
    kind = "takes_first" if highest else "takes_higher"
    greys = tuple(card for card in taken if card.isdigit())
    return [
        Event(kind, {"seat": Seat(seat), "count": len(taken), "cards": taken}, moves=_collected(seat, taken, row)),
        *([Event("grey_out", {"cards": greys}, moves=(CardMove(row, "gone", greys),))] if greys else []),
    ]


def _collected(seat: int, taken: Sequence[Card], row: str) -> tuple[CardMove, ...]:
    """THREE-9: coloured cards go to the collection, where only their colours matter."""
    coloured = tuple(card for card in taken if not card.isdigit())
    colours = tuple(Card(card[-1]) for card in coloured)
    return (CardMove(row, place("face_up", seat), coloured, becomes=colours),) if coloured else ()


def _turned(before: Three, seat: int, after: Three) -> list[Event]:
    """THREE-10"""
    counts = [now - then for now, then in zip(after.face_down(seat), before.face_down(seat), strict=True)]
    cards = colour_cards(before.deck, counts)
    return [
        Event("turned", {"seat": Seat(seat), "colour": colour}, moves=(_face_down(seat, colour, cards.count(colour)),))
        for colour in dict.fromkeys(cards)
    ]


def _face_down(seat: int, colour: Card, count: int) -> CardMove:
    return CardMove(place("face_up", seat), place("face_down", seat), (colour,) * count, covered=True)


def _bonus(before: Three, seat: int, after: Three) -> list[Event]:
    """THREE-11"""
    if after.claimed == before.claimed:
        return []
    points = after.bonus[seat]
    move = CardMove("bonuses", place("bonus", seat), (Card(f"+{points}"),))
    return [Event("colour_bonus", {"seat": Seat(seat), "points": points}, moves=(move,))]


def _drawn(before: Three, seat: int, after: Three) -> tuple[Card, ...]:
    """THREE-12"""
    held_before = hand_cards(before, seat)
    return tuple(card for card in hand_cards(after, seat) if card not in held_before)


def _draws(before: Three, seat: int, after: Three, to: int) -> list[Event]:
    """THREE-12, as seen by those who do not see the cards."""
    count = len(_drawn(before, seat, after))
    move = CardMove(place("pile", seat), hand(seat), hidden=count)
    return [Event("draws", {"seat": Seat(seat), "count": count}, to, moves=(move,))] if count else []


def _row(row: int) -> str:
    """Rows are counted from 1 where people see them."""
    return place(f"row_{row + 1}")


def _dealt(state: Three) -> Iterator[CardMove]:
    """THREE-4: to each player a pile and a hand; the rest is out of the game."""
    yield CardMove(DECK, "bonuses", bonus_cards(state))
    yield from deal_hands(hand_cards(state, seat) for seat in range(state.players))
    if state.left_over():
        yield CardMove(DECK, "out", hidden=state.left_over())
    for seat in range(state.players):
        yield CardMove(DECK, place("pile", seat), hidden=pile_size(state, seat))
