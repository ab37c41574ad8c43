"""What a seat sees of Karma, and where the cards of a deal go."""

from __future__ import annotations

from itertools import chain

from kartarna.core.game import Slot
from kartarna.core.view import View, Zone, seats_of
from kartarna.games.karma.cards import faces_of, names, spell_all
from kartarna.games.karma.greedy import Karma


def view(state: Karma, seat: int | None) -> View:
    """ALL-3: the pile and what left the game, all that lies face up, own hand; of the rest the number."""
    zones = [
        Zone("pile", cards=spell_all(reversed(state.pile[: state.height]))),
        Zone("deck", hidden=state.left),
        Zone("gone", cards=spell_all(faces_of(state.gone))),
    ]
    for owner in range(state.players):
        zones += [_hand(state, seat, owner), _face_up(state, seat, owner), _face_down(state, seat, owner)]
    return View(
        game=state.GAME,
        seat=seat,
        players=state.players,
        round=state.round,
        waiting=seats_of(state.waiting()),
        over=state.over(),
        totals=tuple(state.totals[: state.players]),
        zones=tuple(zones),
        facts={
            "starter": state.first + 1 if state.round else 0,
            "turns_left": state.turns_left(),
            "alike": state.run(),  # cards on top that count towards three of a kind
            "premonition": int(state.premonition),
            **{f"places {owner + 1}": places(state, owner) for owner in range(state.players)},
        },
    )


def _hand(state: Karma, seat: int | None, owner: int) -> Zone:
    held = faces_of(state.hands, owner)
    if owner == seat:
        return Zone("hand", owner, cards=spell_all(held))
    return Zone("hand", owner, hidden=len(held), known=spell_all(faces_of(state.seen, owner)))


def _face_up(state: Karma, seat: int | None, owner: int) -> Zone:
    """KARMA-3: until all have chosen, the others see only that somebody has."""
    cards = faces_of(state.face_up, owner)
    if state.choosing and owner != seat:
        return Zone("face_up", owner, hidden=len(cards))
    return Zone("face_up", owner, cards=spell_all(cards))


def _face_down(state: Karma, seat: int | None, owner: int) -> Zone:
    """KARMA-4: with Premonition the owner knows which cards they are."""
    cards = sorted(face for face in state.face_down[3 * owner : 3 * owner + 3] if face)
    known = spell_all(cards) if state.premonition and owner == seat else ()
    return Zone("face_down", owner, hidden=len(cards), known=known)


def places(state: Karma, seat: int) -> str:
    """Where cards still lie face down: `13` if the one in the middle is gone."""
    return "".join(str(place + 1) for place in range(3) if state.face_down[3 * seat + place])


def slots(state: Karma) -> list[Slot]:
    """KARMA-3: the starter, the face-down cards by place, hands, draw pile (top first)."""
    cards = names(state.deck, state.players)
    seats = [str(seat + 1) for seat in range(state.players)]
    covered = [(f"face_down {seat}", cards) for seat in seats for _ in range(3)]
    hands = [(f"hand {seat}", cards) for seat in seats for _ in range(6)]
    deck = len(cards) - len(covered) - len(hands)
    return [("starter", seats), *covered, *hands, *[("deck", cards)] * deck]


def census(state: Karma) -> list[str]:
    counted = [faces_of(zone, seat) for zone in (state.hands, state.face_up) for seat in range(state.players)]
    ordered = [*state.pile, *state.stock, *state.face_down]
    return list(spell_all(face for face in chain(*counted, faces_of(state.gone), ordered) if face))
