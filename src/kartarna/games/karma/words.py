"""Karma in words: what a decision uses, and why it is refused. See notation.py and story.py for the rest."""

from __future__ import annotations

from kartarna.core.game import Words
from kartarna.core.words import Card, Event, Fact
from kartarna.games.karma.cards import card_name, faces_of, spell, spell_all, spell_place
from kartarna.games.karma.codes import GIVE_THE_PILE, PLACE, REFUSALS, TARGET
from kartarna.games.karma.notation import faces, notation, play, readings
from kartarna.games.karma.state import Karma
from kartarna.games.karma.story import dealt, decision, effects, narrate, plays_from_hand


def cards(state: Karma, seat: int, action: int) -> tuple[Card, ...]:
    if PLACE <= action < TARGET:
        return (spell_place(action - PLACE),)
    return spell_all(faces(action))


def held(state: Karma, seat: int) -> list[tuple[Card, int]]:
    """The hand; and once they are in play the face-up cards, and the face-down ones by place."""
    if state.choosing:
        return [(spell(face), play(face)) for face in sorted(set(faces_of(state.hands, seat)))]
    seen = sorted({*faces_of(state.hands, seat), *faces_of(state.face_up, seat)})
    covered = [place for place in range(3) if state.face_down[3 * seat + place]]
    return [
        *((spell(face), play(face)) for face in seen),
        *((spell_place(place), PLACE + place) for place in covered),
    ]


def refused(state: Karma, seat: int, action: int, code: int) -> Event:
    if not 0 <= action < state.ACTIONS:
        return Event("no_such_decision")
    laid = faces(action)
    hand, face_up = faces_of(state.hands, seat), faces_of(state.face_up, seat)
    reach = hand if plays_from_hand(state, seat) else face_up
    facts: dict[str, Fact] = {
        "card": spell(laid[0] if laid else 0),
        "cards": spell_all(laid),
        "held": sum(1 for face in reach if face in laid),
        "place": action - PLACE + 1,
        "top": spell(state.pile[state.height - 1] if state.height else 0),
        "hand": spell_all(hand),
        "count": len(hand),
        "left": state.left,
        "face_up": spell_all(face_up),
        "players": state.players,
        "give": spell(GIVE_THE_PILE),
    }
    kind = REFUSALS[code]
    if kind == "too_few" and sum(1 for face in (*hand, *face_up) if face in laid) < len(laid):
        kind = "held_fewer"  # the reason is not KARMA-8
    return Event(kind, facts)


WORDS = Words(notation, readings, decision, cards, held, effects, refused, dealt, narrate, card_name)
