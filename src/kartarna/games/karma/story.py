"""What happens in Karma, told event by event."""

from __future__ import annotations

from collections.abc import Sequence

from kartarna.core.events import limit_near
from kartarna.core.places import DECK, deal_hands, hand, into_hand, place
from kartarna.core.view import seats_of
from kartarna.core.words import CardMove, Event, Fact, Seat, all_but, only
from kartarna.games.karma import codes
from kartarna.games.karma.cards import faces_of, spell, spell_all
from kartarna.games.karma.codes import (
    ANY,
    BOTTOMS_UP,
    FIVE_OR_BELOW,
    FROM_TABLE,
    GIVE_THE_PILE,
    PLACE,
    PLACES,
    TABLE_CARD,
    TAKE,
    TARGET,
    TRIPLE,
    WHOM,
)
from kartarna.games.karma.notation import faces
from kartarna.games.karma.state import Karma
from kartarna.games.karma.view import wanted


def decision(state: Karma, seat: int, action: int) -> Event:
    who = {"seat": Seat(seat)}
    cards = spell_all(faces(action))
    if action >= TRIPLE:
        move = CardMove(hand(seat), place("face_up", seat), cards)
        return Event("chooses", {**who, "cards": cards}, only(seat), moves=(move,))
    if action >= TARGET:
        return Event("gives", {**who, "target": Seat(action - TARGET)})
    if action >= PLACE:
        return Event("turns_up", {**who, "place": action - PLACE + 1})
    if action == TAKE:
        return Event("takes", who)
    facts: dict[str, Fact] = {**who, "cards": cards}
    if state.plays_hand(seat):
        return Event("plays", facts, moves=(CardMove(hand(seat), "pile", cards),))
    return Event("plays_face_up", facts, moves=(CardMove(place("face_up", seat), "pile", cards),))


def dealt(state: Karma) -> list[Event]:
    hands = [spell_all(faces_of(state.hands, seat)) for seat in range(state.players)]
    covered = [CardMove(DECK, place("face_down", seat), hidden=PLACES) for seat in range(state.players)]
    events = [Event("game_starts", {"seat": Seat(state.first)}, moves=(*covered, *deal_hands(hands)))]
    if state.hand != codes.HAND:
        events.append(Event("house_hand", {"count": state.hand}))
    for seat, cards in enumerate(hands):
        if state.premonition:
            foreseen = spell_all(sorted(state.face_down[3 * seat : 3 * seat + 3]))
            events.append(Event("foreseen", {"cards": foreseen}, only(seat), reveals=True))
        events.append(Event("hand_dealt", {"cards": cards}, only(seat), reveals=True))
    return events


def narrate(before: Karma, seat: int, action: int, after: Karma) -> list[Event]:
    if before.choosing:
        return _choice(before, seat, action, after)
    return [*_turn(before, seat, action), *limit_near(before, after), *_end(after)]


def effects(state: Karma, seat: int, action: int) -> list[Event]:
    """All that follows, up to where something hidden comes out."""
    if state.choosing:
        return []
    after = state.clone()
    after.apply(seat, action)
    certain = []
    turn = _turn(state, seat, action)
    for event in [*turn, *_end(after)][1:]:
        if event.reveals:
            break
        certain.append(event)
    hidden = any(event.kind == "shown" for event in turn)
    return certain if hidden else [*certain, *_wanted_then(state, after)]


def _wanted_then(before: Karma, after: Karma) -> list[Event]:
    """KARMA-6: what the pile asks of the next player, where the turn is over and no event says it already."""
    facts = wanted(after)
    if after.over() or after.turns == before.turns or not after.height or "at_most" in facts:
        return []
    return [Event("then_at_least", facts) if "at_least" in facts else Event("then_anything")]


def _choice(before: Karma, seat: int, action: int, after: Karma) -> list[Event]:
    """KARMA-3: nobody sees what the others choose until all have chosen."""
    laid = CardMove(hand(seat), place("face_up", seat), hidden=PLACES)
    chosen = Event("has_chosen", {"seat": Seat(seat)}, all_but(seat), moves=(laid,))
    events = [decision(before, seat, action), chosen]
    if not after.choosing:
        for owner in range(after.players):
            shown = spell_all(faces_of(after.face_up, owner))
            moves = (CardMove(place("face_up", owner), place("face_up", owner), shown),)
            events.append(Event("lies_face_up", {"seat": Seat(owner), "cards": shown}, reveals=True, moves=moves))
    return events


def _turn(before: Karma, seat: int, action: int) -> list[Event]:
    """Step by step: what just happens (ALL-8) is told as if it had been decided."""
    events = []
    now = before
    while action >= 0:
        then = now.clone()
        then.act(seat, action)
        events += [decision(now, seat, action), *_step(now, seat, action, then), *_after(now, seat, then)]
        now, action = then, then.only_answer()
    return events


def _step(now: Karma, seat: int, action: int, then: Karma) -> list[Event]:
    pile = now.pile[: now.height]
    if action == TAKE:
        return [_picks_up(seat, pile)]
    if action >= TARGET:
        return [_picks_up(action - TARGET, pile)]
    if action < TAKE:
        laid = faces(action)
        return _laid(now, laid[0], len(laid), then)
    face = now.face_down[3 * seat + action - PLACE]
    move = CardMove(place("face_down", seat), "pile", (spell(face),))
    shown = Event("shown", {"card": spell(face)}, reveals=True, moves=(move,))
    if then.height == 0 and then.gone == now.gone:
        return [shown, Event("does_not_fit", {"card": spell(face)}), _picks_up(seat, [*pile, face])]
    return [shown, *_laid(now, face, 1, then)]


def _picks_up(seat: int, pile: Sequence[int]) -> Event:
    cards = spell_all(sorted(pile))
    facts: dict[str, Fact] = {"seat": Seat(seat), "count": len(pile), "cards": cards}
    return Event("picks_up", facts, moves=into_hand(seat, "pile", cards))


def _laid(now: Karma, face: int, copies: int, then: Karma) -> list[Event]:
    """What the cards do once they lie there."""
    seat = {"seat": Seat(now.turn)}
    if face == GIVE_THE_PILE:
        gone = CardMove("pile", "gone", (spell(face),) * copies)
        leaves = Event("leaves_game", {"count": copies}, moves=(gone,))
        return [leaves] if then.step == WHOM else [leaves, Event("nothing_to_hand_over")]
    events = []
    top = then.pile[then.height - 1] if then.height else 0
    if not top:
        alike = copies + (now.run() if now.height and now.pile[now.height - 1] == face else 0)
        pile = spell_all([*now.pile[: now.height], *[face] * copies])
        facts = {"alike": alike, "count": len(pile)}
        events.append(Event("three_alike", facts, moves=(CardMove("pile", "gone", pile),)))
    elif face == BOTTOMS_UP:
        events.append(Event("comes_up", {"card": spell(top)}))
    if top == FIVE_OR_BELOW and not then.over():
        events.append(Event("five_or_below"))
    if face == TABLE_CARD:
        events.append(Event("one_more" if then.step == FROM_TABLE else "no_table_card", seat))
    return events


def _after(now: Karma, seat: int, then: Karma) -> list[Event]:
    """Drawing, a new pile, and that somebody ends the turn without cards."""
    events = []
    if then.left < now.left:
        drawn = sorted(now.stock[then.left : now.left])
        unseen = CardMove(DECK, hand(seat), hidden=len(drawn), to=all_but(seat))
        seen = CardMove(DECK, hand(seat), spell_all(drawn))
        events.append(Event("draws", {"seat": Seat(seat), "count": len(drawn)}, moves=(unseen,)))
        events.append(Event("drawn", {"cards": spell_all(drawn)}, only(seat), reveals=True, moves=(seen,)))
    if then.turns == now.turns and then.step == ANY:
        events.append(Event("starts_anew", {"seat": Seat(seat)}))
    if then.turns > now.turns and not then.card_count(seat):
        events.append(Event("out", {"seat": Seat(seat)}))
    return events


def _end(after: Karma) -> list[Event]:
    """KARMA-16, KARMA-17"""
    if not after.over():
        return []
    events = [Event("limit_reached")] if after.limits else []
    holding = [seat for seat in range(after.players) if after.totals[seat]]
    events += [Event("cards_left", {"seat": Seat(seat), "count": -after.totals[seat]}) for seat in holding]
    winners = seats_of(after.winners())
    if not winners:
        return [*events, Event("nobody_wins")]
    losers = tuple(Seat(seat) for seat in range(after.players) if seat not in winners)
    won = tuple(Seat(seat) for seat in winners)
    return [*events, Event("loses", {"losers": losers, "lost": len(losers), "winners": won, "won": len(won)})]
