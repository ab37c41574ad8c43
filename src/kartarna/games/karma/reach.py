"""What may be played from where. Compiled code gets these functions from reach.pxd."""

from __future__ import annotations

from kartarna.games.karma import counted, table


def top(state: table.KarmaTable) -> int:
    """The face that rules; 0 if there is no pile."""
    return state.pile[state.height - 1] if state.height else 0


def fits(state: table.KarmaTable, face: int) -> bool:
    """KARMA-6, KARMA-14"""
    return counted.copies_of(table.FITTING, top(state), face) != 0


def only_covered(state: table.KarmaTable, seat: int) -> bool:
    """KARMA-7: neither in hand nor face up is there a card left."""
    return not counted.some(state.hands, seat) and not counted.some(state.face_up, seat)


def fitting(state: table.KarmaTable, seat: int, word: int) -> int:
    """KARMA-6, KARMA-7, KARMA-14: of the hand, or else of the face-up cards, what may be played; one word of it."""
    place = 2 * seat + word
    cards = state.hands[place] if counted.some(state.hands, seat) else state.face_up[place]
    return cards & table.FITTING[2 * top(state) + word]
