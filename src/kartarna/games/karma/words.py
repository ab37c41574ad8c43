"""Karma in words: what a decision uses, and why it is refused. See notation.py and story.py for the rest."""

from __future__ import annotations

from kartarna.core.deck import Deck
from kartarna.core.game import Words
from kartarna.core.words import Card, Event, Fact
from kartarna.games.karma import notation, story
from kartarna.games.karma.cards import card_name, faces_of, spell, spell_all, spell_place
from kartarna.games.karma.codes import GIVE_THE_PILE, PLACE, REFUSALS, TARGET
from kartarna.games.karma.notation import faces, play
from kartarna.games.karma.state import Karma


class KarmaWords(Words[Karma]):
    def notation(self, state: Karma, seat: int, action: int) -> str:
        return notation.notation(state, seat, action)

    def readings(self, state: Karma, seat: int, text: str) -> list[int]:
        return notation.readings(state, seat, text)

    def decision(self, state: Karma, seat: int, action: int) -> Event:
        return story.decision(state, seat, action)

    def cards(self, state: Karma, seat: int, action: int) -> tuple[Card, ...]:
        if PLACE <= action < TARGET:
            return (spell_place(action - PLACE),)
        return spell_all(faces(action))

    def held(self, state: Karma, seat: int) -> list[tuple[Card, int]]:
        """The hand; and once they are in play the face-up cards, and the face-down ones by place."""
        if state.choosing:
            return [(spell(face), play(face)) for face in sorted(set(faces_of(state.hands, seat)))]
        seen = sorted({*faces_of(state.hands, seat), *faces_of(state.face_up, seat)})
        covered = [place for place in range(3) if state.face_down[3 * seat + place]]
        return [
            *((spell(face), play(face)) for face in seen),
            *((spell_place(place), PLACE + place) for place in covered),
        ]

    def effects(self, state: Karma, seat: int, action: int) -> list[Event]:
        return story.effects(state, seat, action)

    def refused(self, state: Karma, seat: int, action: int, code: int) -> Event:
        if not 0 <= action < state.ACTIONS:
            return Event("no_such_decision")
        laid = faces(action)
        hand, face_up = faces_of(state.hands, seat), faces_of(state.face_up, seat)
        reach = hand if state.plays_hand(seat) else face_up
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
            kind = "held_fewer"  # KARMA-8 is not to blame
        return Event(kind, facts)

    def dealt(self, state: Karma) -> list[Event]:
        return story.dealt(state)

    def narrate(self, before: Karma, seat: int, action: int, after: Karma) -> list[Event]:
        return story.narrate(before, seat, action, after)

    def card_name(self, deck: Deck, card: str, language: str) -> str:
        return card_name(deck, card, language)
