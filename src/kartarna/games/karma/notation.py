"""Karma's decisions as text: `14 14`, `take`, `?2` (a face-down card), `>3` (who is given the pile)."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement

from kartarna.games.karma.cards import FACES, spell_all, spell_place
from kartarna.games.karma.codes import KINDS, MOST_COPIES, PLACE, TAKE, TARGET, TRIPLE
from kartarna.games.karma.state import Karma

# The threes of the set-up as the rules number them: by the highest card, then by the next.
THREES = sorted(combinations_with_replacement(range(1, len(FACES)), 3), key=lambda three: three[::-1])


def play(face: int, copies: int = 1) -> int:
    return (face - 1) * MOST_COPIES + copies - 1


def faces(action: int) -> tuple[int, ...]:
    """The cards that a decision lays down, as far as they are known."""
    if action >= TRIPLE:
        return THREES[action - TRIPLE]
    return (action // MOST_COPIES + 1,) * (action % MOST_COPIES + 1) if action < TAKE else ()


def notation(_state: Karma, _seat: int, action: int) -> str:
    if action == TAKE:
        return "take"
    if PLACE <= action < TARGET:
        return spell_place(action - PLACE)
    if TARGET <= action < TRIPLE:
        return f">{action - TARGET + 1}"
    return " ".join(spell_all(faces(action)))


def readings(state: Karma, seat: int, text: str) -> list[int]:
    """Karma cards and `take` may be cut short: `g` is `give`, `t` may be `table` or `take`; so may `?2` and `>3` be."""
    if text.isdecimal() and (numbered := _numbered(state, seat, text)):
        return numbered
    if match := re.fullmatch(r"([?>]) ?(\d{1,2})", text):
        first, places = (PLACE, 3) if match[1] == "?" else (TARGET, 12)
        return [first + int(match[2]) - 1] if 1 <= int(match[2]) <= places else []
    taking = [TAKE] if text and "take".startswith(text) else []
    return taking + _laid([_face(word) for word in text.split()], choosing=state.choosing > 0)


def _numbered(state: Karma, seat: int, number: str) -> list[int]:
    """Where no card can be named: the face-down card, or the player, of this number."""
    legal = state.legal_actions(seat)
    if any(faces(action) for action in legal):
        return []
    return [action for action in legal if notation(state, seat, action)[1:] == number]


def _face(word: str) -> int:
    """0 if no card is called so."""
    if word.isdecimal():
        return FACES.index(word) if word in FACES else 0
    return next((face for face in range(KINDS, len(FACES)) if FACES[face].startswith(word)), 0)


def _laid(cards: list[int], *, choosing: bool) -> list[int]:
    """Copies of one card, or the three cards of the set-up in any order."""
    if not cards or 0 in cards or len(cards) > MOST_COPIES:
        return []
    alike = len(set(cards)) == 1
    if len(cards) == 3 and (choosing or not alike):
        first, second, third = sorted(cards)
        return [TRIPLE + THREES.index((first, second, third))]
    return [play(cards[0], len(cards))] if alike else []
