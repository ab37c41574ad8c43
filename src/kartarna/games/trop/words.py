"""TROP's decisions and events as notation and events. A card is written `7`, `-2` or, with its action, `3s`."""

from __future__ import annotations

import re

from kartarna.core.deck import Deck
from kartarna.core.events import limit_near, round_end
from kartarna.core.game import Words
from kartarna.core.places import DECK, into_hand, place
from kartarna.core.view import HAND
from kartarna.core.words import Card, CardMove, Event, Fact, Seat, Word, all_but, only
from kartarna.games.trop import codes, face
from kartarna.games.trop.cards import ACTIONS, NUMBERS, SPELT, card_name, spell, spell_all
from kartarna.games.trop.codes import DRAW, REFUSALS
from kartarna.games.trop.row import too_much
from kartarna.games.trop.state import Trop
from kartarna.games.trop.view import hand, offer, out, row, trop


class TropWords(Words[Trop]):
    def notation(self, state: Trop, seat: int, action: int) -> str:
        return spell(action) if action else "draw"

    def readings(self, state: Trop, seat: int, text: str) -> list[int]:
        """`draw`; `3s`; or the number alone, for a card without action or the only one of that number."""
        if text in ("draw", "d"):
            return [DRAW]
        match = re.fullmatch(r"(-?\d\d?)\s?([srdt]?)", text)
        if not match or int(match[1]) not in NUMBERS:
            return []
        card = SPELT[Card(f"{int(match[1])}{match[2]}")]
        legal = state.legal_actions(seat)
        if match[2] or card in legal:
            return [card]
        return [other for other in legal if other and face.number(other) == face.number(card)] or [card]

    def decision(self, state: Trop, seat: int, action: int) -> Event:
        if state.choosing:
            return _removal(ACTIONS[state.choosing], seat, action)
        if action == DRAW:
            move = CardMove(DECK, place(HAND, seat), hidden=1, to=all_but(seat))
            return Event("draw", {"seat": Seat(seat)}, moves=(move,))
        move = CardMove(place(HAND, seat), "row", (spell(action),))
        return Event("play", {"seat": Seat(seat), "card": spell(action)}, moves=(move,))

    def cards(self, state: Trop, seat: int, action: int) -> tuple[Card, ...]:
        return (spell(action),) if action else ()

    def held(self, state: Trop, seat: int) -> list[tuple[Card, int]]:
        return [(spell(card), card) for card in hand(state, seat)]

    def effects(self, state: Trop, seat: int, action: int) -> list[Event]:
        """What the action of a card does and the new total; which card is drawn is not known yet."""
        if action == DRAW:
            return [Event("hand_then", {"count": len(hand(state, seat)) + 1})]
        after = state.clone()
        after.apply(seat, action)
        if after.choosing:
            kind = "will_take" if ACTIONS[after.choosing] == "take" else "will_discard"
            return [Event(kind, {"seat": Seat(seat), "cards": spell_all(offer(after))}), *_open(seat, after)]
        acted = [] if state.choosing else _acted(state, seat, action, after)
        return [*acted, *_counted(seat, after)]

    def refused(self, state: Trop, seat: int, action: int, code: int) -> Event:
        if not 0 <= action < state.ACTIONS:
            return Event("no_such_decision")
        facts = {"hand": spell_all(hand(state, seat)), "offer": spell_all(offer(state))}
        return Event(REFUSALS[code], {**facts, "card": spell(action)} if action else facts)

    def dealt(self, state: Trop) -> list[Event]:
        house = [Event("house_hand", {"count": state.limit})] if state.limit != codes.HAND else []
        return [Event("round_starts", {"number": state.round, "seat": Seat(state.first)}), *house]

    def narrate(self, before: Trop, seat: int, action: int, after: Trop) -> list[Event]:
        events = [self.decision(before, seat, action)]
        if after.choosing:
            return events
        if before.choosing:
            events += _counted(seat, after)
        elif action == DRAW:
            events += _drawn(before, seat, after)
        else:
            events += [*_acted(before, seat, action, after), *_counted(seat, after)]
        events += [*_skipped(seat, after), *limit_near(before, after)]
        return [*events, *_nobody_holds(before, after), *round_end(before, after, _scores(after))]

    def card_name(self, deck: Deck, card: str, language: str) -> str:
        return card_name(deck, card, language)


def _drawn(before: Trop, seat: int, after: Trop) -> list[Event]:
    """Everyone sees that a card is drawn, one seat sees which."""
    card = spell(before.pile[before.drawn])
    last = [Event("last_card")] if after.drawn == 90 else []
    move = CardMove(DECK, place(HAND, seat), (card,))
    return [Event("drawn", {"card": card}, only(seat), reveals=True, moves=(move,)), *last]


def _acted(before: Trop, seat: int, card: int, after: Trop) -> list[Event]:
    """TROP-6: what the action of a card has done by itself."""
    match ACTIONS[face.action(card)]:
        case "":
            return []
        case "reverse" if after.players == 2:
            return [Event("reverse_of_two")]
        case "reverse":
            way = "clockwise" if after.direction == 1 else "counterclockwise"
            return [Event("reversed", {"direction": Word(way)})]
        case "same" if gone := out(after)[before.removed :]:
            cards = spell_all(gone)
            return [Event("same_removed", {"count": len(gone), "cards": cards}, moves=(CardMove("row", "out", cards),))]
        case ("discard" | "take") as action if row(before):
            return [_removal(action, seat, before.row[0])]
    return [Event("action_ignored")]


def _removal(action: str, seat: int, card: int) -> Event:
    """TROP-7: a card leaves the row, out of the round or into a hand."""
    facts: dict[str, Fact] = {"seat": Seat(seat), "card": spell(card)}
    cards = (spell(card),)
    if action == "take":
        return Event("takes", facts, moves=into_hand(seat, "row", cards))
    return Event("discards", facts, moves=(CardMove("row", "out", cards),))


def _counted(seat: int, after: Trop) -> list[Event]:
    """TROP-8: the total is told after every card, and whether it is too much."""
    total = Event("row_total", {"total": after.row_total})
    return [total] if trop(after) is None else [total, Event("trop", {"seat": Seat(seat)})]


def _open(seat: int, after: Trop) -> list[Event]:
    """TROP-8: between which totals the row will be, whichever card is then chosen."""
    totals = [after.row_total - face.number(card) for card in offer(after)]
    between = Event("row_total_between", {"least": min(totals), "most": max(totals)})
    return [between, Event("trop", {"seat": Seat(seat)})] if too_much(min(totals)) else [between]


def _skipped(seat: int, after: Trop) -> list[Event]:
    """TROP-11: those who are passed over between this seat and the next one to move."""
    events: list[Event] = []
    if after.waiting():
        other = (seat + after.direction) % after.players
        while other != after.turn:
            events.append(Event("skipped", {"seat": Seat(other)}))
            other = (other + after.direction) % after.players
    return events


def _nobody_holds(before: Trop, after: Trop) -> list[Event]:
    over = not after.waiting() and trop(after) is None and after.limits == before.limits
    return [Event("nobody_holds")] if over else []


def _scores(after: Trop) -> list[Event]:
    """TROP-8, ALL-7: every hand is shown and counted."""
    return [_score(after, seat) for seat in range(after.players)]


def _score(after: Trop, seat: int) -> Event:
    cards = spell_all(hand(after, seat))
    return Event(
        "score_trop" if seat == trop(after) else "score",
        {"seat": Seat(seat), "cards": cards, "points": after.points[seat]},
        reveals=True,
        moves=(CardMove(place(HAND, seat), place(HAND, seat), cards),) if cards else (),
    )
