"""What happens in Karma, told event by event."""

from __future__ import annotations

from collections.abc import Sequence

from kartarna.core.events import limit_near
from kartarna.core.view import seats_of
from kartarna.core.words import Event, Seat, all_but, only
from kartarna.games.karma.cards import faces_of, spell, spell_all
from kartarna.games.karma.codes import (
    ANY,
    BOTTOMS_UP,
    FIVE_OR_BELOW,
    FROM_TABLE,
    GIVE_THE_PILE,
    PLACE,
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
        return Event("chooses", {**who, "cards": cards}, only(seat))
    if action >= TARGET:
        return Event("gives", {**who, "target": Seat(action - TARGET)})
    if action >= PLACE:
        return Event("turns_up", {**who, "place": action - PLACE + 1})
    if action == TAKE:
        return Event("takes", who)
    return Event("plays" if state.plays_hand(seat) else "plays_face_up", {**who, "cards": cards})


def dealt(state: Karma) -> list[Event]:
    events = [Event("game_starts", {"seat": Seat(state.first)})]
    for seat in range(state.players):
        if state.premonition:
            covered = spell_all(sorted(state.face_down[3 * seat : 3 * seat + 3]))
            events.append(Event("foreseen", {"cards": covered}, only(seat), reveals=True))
        hand = spell_all(faces_of(state.hands, seat))
        events.append(Event("hand_dealt", {"cards": hand}, only(seat), reveals=True))
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
    events = [decision(before, seat, action), Event("has_chosen", {"seat": Seat(seat)}, all_but(seat))]
    if not after.choosing:
        for owner in range(after.players):
            shown = spell_all(faces_of(after.face_up, owner))
            events.append(Event("lies_face_up", {"seat": Seat(owner), "cards": shown}, reveals=True))
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
    shown = Event("shown", {"card": spell(face)}, reveals=True)
    if then.height == 0 and then.gone == now.gone:
        return [shown, Event("does_not_fit", {"card": spell(face)}), _picks_up(seat, [*pile, face])]
    return [shown, *_laid(now, face, 1, then)]


def _picks_up(seat: int, pile: Sequence[int]) -> Event:
    return Event("picks_up", {"seat": Seat(seat), "count": len(pile), "cards": spell_all(sorted(pile))})


def _laid(now: Karma, face: int, copies: int, then: Karma) -> list[Event]:
    """What the cards do once they lie there."""
    seat = {"seat": Seat(now.turn)}
    if face == GIVE_THE_PILE:
        leaves = Event("leaves_game", {"count": copies})
        return [leaves] if then.step == WHOM else [leaves, Event("nothing_to_hand_over")]
    events = []
    top = then.pile[then.height - 1] if then.height else 0
    if not top:
        alike = copies + (now.run() if now.height and now.pile[now.height - 1] == face else 0)
        events.append(Event("three_alike", {"alike": alike, "count": now.height + copies}))
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
        events.append(Event("draws", {"seat": Seat(seat), "count": len(drawn)}))
        events.append(Event("drawn", {"cards": spell_all(drawn)}, only(seat), reveals=True))
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
    for seat in range(after.players):
        events.append(Event("cards_left", {"seat": Seat(seat), "count": -after.totals[seat]}))
    winners = seats_of(after.winners())
    if not winners:
        return [*events, Event("nobody_wins")]
    losers = tuple(Seat(seat) for seat in range(after.players) if seat not in winners)
    won = tuple(Seat(seat) for seat in winners)
    return [*events, Event("loses", {"losers": losers, "lost": len(losers), "winners": won, "won": len(won)})]
