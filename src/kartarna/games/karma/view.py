"""What a seat sees of Karma."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from kartarna.core.layout import CARD, Names
from kartarna.core.view import View, Zone, view_of
from kartarna.core.words import Fact, Seat
from kartarna.games.karma.cards import faces_of, spell_all
from kartarna.games.karma.cards import names as card_names
from kartarna.games.karma.codes import FIVE_OR_BELOW, HIGHEST_BELOW, TABLE_CARD
from kartarna.games.karma.state import Karma


def public(state: Karma) -> View:
    """ALL-3: the pile and what left the game, all that lies face up; of the rest the number."""
    zones = [
        Zone("pile", cards=spell_all(reversed(state.pile[: state.height]))),
        Zone("deck", hidden=state.left),
        Zone("gone", cards=spell_all(faces_of(state.gone))),
    ]
    hands, seen, face_up, face_down = state.hands, state.seen, state.face_up, state.face_down
    for owner in range(state.players):
        covered = face_down[3 * owner : 3 * owner + 3]
        zones += [
            Zone("hand", owner, hidden=len(faces_of(hands, owner)), known=spell_all(faces_of(seen, owner))),
            _face_up(faces_of(face_up, owner), owner, shown=not state.choosing),
            _face_down(covered, owner, known=False),
        ]
    return view_of(
        state,
        zones,
        {
            "starter": Seat(state.first) if state.round else None,
            **wanted(state),
            "alike": state.run() or None,  # cards on top that count towards three of a kind
            "premonition": int(state.premonition) or None,
            "turns_left": state.turns_left(),
            **{f"places {owner + 1}": _covered(face_down[3 * owner : 3 * owner + 3]) for owner in range(state.players)},
        },
    )


def own(state: Karma, seat: int) -> list[Zone]:
    return [
        Zone("hand", seat, cards=spell_all(faces_of(state.hands, seat))),
        _face_up(faces_of(state.face_up, seat), seat, shown=True),
        _face_down(state.face_down[3 * seat : 3 * seat + 3], seat, known=state.premonition > 0),
    ]


def wanted(state: Karma) -> dict[str, Fact]:
    """KARMA-6, KARMA-14: what the top of the pile asks for."""
    top = state.pile[state.height - 1] if state.height else 0
    if top == FIVE_OR_BELOW:
        return {"at_most": HIGHEST_BELOW}
    return {"at_least": top} if 0 < top < TABLE_CARD else {"anything": 1}


def _face_up(cards: Sequence[int], owner: int, *, shown: bool) -> Zone:
    """KARMA-3: until all have chosen, the others see only that somebody has."""
    if shown:
        return Zone("face_up", owner, cards=spell_all(cards))
    return Zone("face_up", owner, hidden=len(cards))


def _face_down(places: Sequence[int], owner: int, *, known: bool) -> Zone:
    """KARMA-4: with Premonition the owner knows which cards they are."""
    cards = sorted(face for face in places if face)
    return Zone("face_down", owner, hidden=len(cards), known=spell_all(cards) if known else ())


def _covered(places: Sequence[int]) -> str:
    """Where cards still lie face down: `13` if the one in the middle is gone."""
    return "".join(str(place) for place, face in enumerate(places, 1) if face)


def names(state: Karma) -> Names:
    return {CARD: card_names(state.deck, state.players)}


def census(state: Karma) -> list[str]:
    counted = [faces_of(zone, seat) for zone in (state.hands, state.face_up) for seat in range(state.players)]
    ordered = [*state.pile, *state.stock, *state.face_down]
    return list(spell_all(face for face in chain(*counted, faces_of(state.gone), ordered) if face))
