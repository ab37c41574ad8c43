"""dnup's decisions and events as sentences; notation.py has the decisions as they are typed."""

from __future__ import annotations

from collections.abc import Sequence

from kartarna.core.deck import Deck
from kartarna.core.events import limit_near, round_end
from kartarna.core.game import Words
from kartarna.core.places import deal_hands, hand, into_hand, place
from kartarna.core.words import Card, CardMove, Event, Fact, Seat, all_but, only
from kartarna.games.dnup import notation, rows
from kartarna.games.dnup.cards import VALUES, card_name, counts, marks, spell, spell_row, spell_turned
from kartarna.games.dnup.codes import REFUSALS
from kartarna.games.dnup.decisions import Add, Lay, Lying, Take, Turn, after, areas, lying, owner, unpacked
from kartarna.games.dnup.rules import target
from kartarna.games.dnup.state import Dnup
from kartarna.games.dnup.view import cards_of, set_zone, turned_cards_of


class DnupWords(Words[Dnup]):
    def notation(self, state: Dnup, seat: int, action: int) -> str:
        return notation.notation(state, seat, action)

    def readings(self, state: Dnup, seat: int, text: str) -> list[int]:
        return notation.readings(state, seat, text)

    def decision(self, state: Dnup, seat: int, action: int) -> Event:
        facts: dict[str, Fact] = {"seat": Seat(seat)}
        match unpacked(action):
            case Lay(value, row):
                facts["cards"] = cards = spell_row(value, row)
                moves = (CardMove(hand(seat), _set(state, state.area), cards),)
                if state.players > 2:
                    return Event("lays", facts, moves=moves)
                return Event("lays_in", {**facts, "area": state.area % 2 + 1}, moves=moves)
            case Add(area, value, other):
                facts |= {"card": spell(value, other), "owner": Seat(owner(state, area))}
                return Event("adds", facts, moves=(CardMove(hand(seat), _set(state, area), (spell(value, other),)),))
            case Take(area):
                it = lying(state)[area]
                facts |= {"cards": spell_row(it.value, it.row), "owner": Seat(owner(state, area))}
                return Event("takes", facts, moves=_picked_up(state, seat, it))
            case Turn():
                move = CardMove(hand(seat), hand(seat), hidden=state.held[seat], to=all_but(seat))
                return Event("turns", facts, moves=(move,))

    def cards(self, state: Dnup, seat: int, action: int) -> tuple[Card, ...]:
        match unpacked(action):
            case Lay(value, row):
                return spell_row(value, row)
            case Add(_, value, other):
                return (spell(value, other),)
        return ()

    def held(self, state: Dnup, seat: int) -> list[tuple[Card, int]]:
        """Each face alone, as a set."""
        faces = [(value, other) for value in VALUES for other, _ in counts(state.hands[rows.at(seat, value)])]
        return [(spell(value, other), Lay(value, 1 << rows.place(other)).packed()) for value, other in faces]

    def effects(self, state: Dnup, seat: int, action: int) -> list[Event]:
        """Nothing in dnup comes out of a hidden place, so all that follows at once is certain."""
        following = state.clone()
        following.apply(seat, action)
        return _consequences(state, seat, action, following)

    def refused(self, state: Dnup, seat: int, action: int, code: int) -> Event:
        facts: dict[str, Fact] = {}
        sizes = {it.size: it.value for it in lying(state).values()}
        own = {it.size for it in lying(state).values() if owner(state, it.area) == seat}
        kind = REFUSALS[code]
        match unpacked(action) if kind != "no_such_decision" else None:
            case Lay(value, row):
                size = rows.size(row)
                facts = {
                    "value": value,
                    "size": size,
                    "lying": sizes.get(size, 0),
                    "hand": _held_of(state, seat, value),
                }
            case Add(area, value, other):
                it = lying(state).get(area, Lying(area, 0, 0, 0))
                facts = {"value": value, "card": spell(value, other), "owner": Seat(owner(state, area))}
                facts |= {"set_value": it.value, "size": it.size + 1, "lying": sizes.get(it.size + 1, 0)}
                facts["hand"] = _held_of(state, seat, value)
            case Take(area):
                facts = {"owner": Seat(owner(state, area))}
        if kind in ("too_low", "add_too_low") and facts["size"] in own:
            kind += "_own"  # DNUP-19
        return Event(kind, facts)

    def dealt(self, state: Dnup) -> list[Event]:
        hands = [cards_of(state, seat) for seat in range(state.players)]
        events = [Event("round_starts", {"number": state.round, "seat": Seat(state.first)}, moves=deal_hands(hands))]
        events.append(Event("star", {"seat": Seat(state.first)}))
        if state.players == 2:
            events.append(Event("single_turn", {"seat": Seat(state.first)}))
        if not state.turning:
            events.append(Event("house_turning"))
        for seat, cards in enumerate(hands):
            events.append(Event("hand_dealt", {"cards": cards}, only(seat), reveals=True))
        return events

    def narrate(self, before: Dnup, seat: int, action: int, now: Dnup) -> list[Event]:
        return [
            self.decision(before, seat, action),
            *_consequences(before, seat, action, now),
            *_discarded(before, action, now),
            *limit_near(before, now),
            *_round_end(before, now),
        ]

    def card_name(self, deck: Deck, card: str, language: str) -> str:
        return card_name(deck, card, language)

    def marks(self, deck: Deck) -> Sequence[str]:
        return marks(deck)


def _consequences(before: Dnup, seat: int, action: int, now: Dnup) -> list[Event]:
    events: list[Event] = []
    match unpacked(action):
        case Add(area):
            it = after(before, action)[area]
            facts: dict[str, Fact] = {"seat": Seat(owner(before, area)), "cards": spell_row(it.value, it.row)}
            events = [Event("grown", facts), *_beaten(before, action)]
        case Lay():
            events = _beaten(before, action)
        case Take(area):
            it = lying(before)[area]
            events = [Event("picked_up", {"cards": spell_turned(it.value, it.row)})]
        case Turn():
            move = CardMove(hand(seat), hand(seat), cards_of(before, seat), becomes=turned_cards_of(before, seat))
            events = [Event("hand_now", {"cards": cards_of(now, seat)}, only(seat), moves=(move,))]
    return events + _out(seat, before, now)


def _beaten(before: Dnup, action: int) -> list[Event]:
    """DNUP-12: the set that goes back to its owner; DNUP-13: or out of play, if the owner is out."""
    left = after(before, action)
    return [_goes_back(before, it) for area, it in lying(before).items() if area not in left]


def _goes_back(before: Dnup, it: Lying) -> Event:
    seat = owner(before, it.area)
    if seat == before.out:
        return _discarded_set("beaten_out", before, it)
    facts: dict[str, Fact] = {"seat": Seat(seat), "cards": spell_turned(it.value, it.row)}
    return Event("beaten", facts, moves=_picked_up(before, seat, it))


def _picked_up(state: Dnup, seat: int, it: Lying) -> tuple[CardMove, ...]:
    """DNUP-11, DNUP-12: a set goes into a hand and is turned upside down."""
    cards = spell_row(it.value, it.row)
    return into_hand(seat, _set(state, it.area), cards, spell_turned(it.value, it.row))


def _discarded_set(kind: str, state: Dnup, it: Lying) -> Event:
    cards = spell_row(it.value, it.row)
    move = CardMove(_set(state, it.area), "discards", cards, covered=True)
    return Event(kind, {"seat": Seat(owner(state, it.area)), "cards": cards}, moves=(move,))


def _set(state: Dnup, area: int) -> str:
    return place(set_zone(state, area), owner(state, area))


def _out(seat: int, before: Dnup, now: Dnup) -> list[Event]:
    if now.held[seat]:
        return []
    if before.players == 2:
        return [Event("round_won", {"seat": Seat(seat)})]
    return [Event("first_out" if before.out < 0 else "second_out", {"seat": Seat(seat)})]


def _held_of(state: Dnup, seat: int, value: int) -> tuple[Card, ...]:
    return spell_row(value, state.hands[rows.at(seat, value)])


def _discarded(before: Dnup, action: int, now: Dnup) -> list[Event]:
    """DNUP-7, DNUP-13: the sets that lay in front of those whose turn has begun, or would have."""
    gone = [it for area, it in after(before, action).items() if not now.sets[area]]
    gone.sort(key=lambda it: (it.area - before.area - 1) % len(areas(before)))
    return [_discarded_set("discards_out" if owner(now, it.area) == now.out else "discards", now, it) for it in gone]


def _round_end(before: Dnup, now: Dnup) -> list[Event]:
    """Tokens, or with two players rounds won (DNUP-20)."""
    won = {2: "score_first", 1: "score_second"} if now.players > 2 else {1: "score_round"}
    points = [now.points[seat] for seat in range(now.players)]
    explained = [Event(won[number], {"seat": Seat(seat)}) for seat, number in enumerate(points) if number]
    events = round_end(before, now, explained)
    if now.players > 2:
        return [_won(event, target(now.players)) for event in events]
    return [Event("rounds_won", event.facts) if event.kind == "round_score" else event for event in events]


def _won(event: Event, tokens: int) -> Event:
    """DNUP-15: of two tokens won at the end the second may find none left; nobody is told to have five of four."""
    total, points = event.facts.get("total"), event.facts.get("points")
    if not isinstance(total, int) or not isinstance(points, int) or total <= tokens:
        return event
    return Event(event.kind, {**event.facts, "points": points - (total - tokens), "total": tokens})
