"""dnup's decisions as a person types them.

A  `5/3 5/3 5/7`   the cards of the set, active value first; `5 5 5` or `5/3 5 5` will do if it is clear
B  `+5/3 >2`       the card and whose set it goes to; `+5/3`, `+5 >2` and `+5` will do if it is clear
C  `take 2`        whose set; `take` will do if there is only one
D  `turn`

With two players a set is called by its owner and area: `>2.1`, `take 2.1`; `2` will do if it is clear.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

from kartarna.games.dnup import rows
from kartarna.games.dnup.cards import MOST_COPIES, VALUES, counts, spell, spell_row
from kartarna.games.dnup.decisions import Add, Lay, Take, Turn, areas, lying, owner, unpacked
from kartarna.games.dnup.rules import DnupRules

FACE = r"(\d{1,2})(?:/([1-9]\d?))?"
AREA = r"(\d)(?:\.([12]))?"


def notation(state: DnupRules, _seat: int, action: int) -> str:
    match unpacked(action):
        case Lay(value, row):
            return " ".join(spell_row(value, row))
        case Add(area, value, other):
            return f"+{spell(value, other)} >{place(state, area)}"
        case Take(area):
            return f"take {place(state, area)}"
        case Turn():
            return "turn"


def place(state: DnupRules, area: int) -> str:
    """An area as it is called: by its owner's seat and, with two players, its number."""
    seat = owner(state, area) + 1
    return f"{seat}.{area % 2 + 1}" if state.players == 2 else str(seat)


def readings(state: DnupRules, seat: int, text: str) -> list[int]:
    if text == "turn":
        return [Turn().packed()]
    if match := re.fullmatch(rf"take(?: {AREA})?", text):
        return [Take(area).packed() for area in _areas(state, seat, match[1], match[2], 0)]
    if match := re.fullmatch(rf"\+ ?{FACE}(?: ?> ?{AREA})?", text):
        return _additions(state, seat, match)
    if re.fullmatch(rf"{FACE}(?: {FACE})*", text):
        return _sets(state, seat, text)
    return []


def _areas(state: DnupRules, seat: int, owner_named: str | None, area_named: str | None, value: int) -> list[int]:
    """The areas that may be meant. Where none is named: opponents' sets, of the value if there are some."""
    if owner_named is not None:
        named = [area for area in areas(state) if owner(state, area) + 1 == int(owner_named)]
        return named if area_named is None else [area for area in named if place(state, area)[2:] == area_named]
    opponents = [area for area in areas(state) if owner(state, area) != seat]
    sets = {area: it for area, it in lying(state).items() if area in opponents}
    return [area for area, it in sets.items() if it.value == value] or [*sets] or opponents


def _additions(state: DnupRules, seat: int, match: re.Match[str]) -> list[int]:
    value, other = int(match[1]), int(match[2] or 0)
    if not _is_card(value, other):
        return []
    held = [held for held, _ in counts(state.hands[rows.at(seat, value)])]
    meant = [other] if other else held or [1 if value > 1 else 2]
    places = _areas(state, seat, match[3], match[4], value)
    return [Add(area, value, card).packed() for card in meant for area in places]


def _sets(state: DnupRules, seat: int, text: str) -> list[int]:
    """Every choice of the hand that has the named cards and as many as typed; if there is none, some choice."""
    faces = [(int(value), int(other or 0)) for value, other in re.findall(FACE, text)]
    value, size = faces[0][0], len(faces)
    if any(face[0] != value or not _is_card(*face) for face in faces):
        return []
    named = Counter(other for _, other in faces if other)
    if max(named.values(), default=0) > MOST_COPIES or size > MOST_COPIES * (len(VALUES) - 1):
        return []
    held = dict(counts(state.hands[rows.at(seat, value)]))
    return _choices(value, named, held, size) or _choices(value, named, _enough(value, named, size), size)


def _is_card(value: int, other: int) -> bool:
    return value in VALUES and value != other and (other == 0 or other in VALUES)


def _choices(value: int, named: Counter[int], held: dict[int, int], size: int) -> list[int]:
    """Every set of this size from these cards with at least the named ones; if all are named, just that."""
    if named.total() == size:
        return [Lay(value, _row(named)).packed()]
    ranges = [range(named[other], copies + 1) for other, copies in held.items()]
    choices = (Counter(dict(zip(held, numbers, strict=True))) for numbers in product(*ranges))
    return [Lay(value, _row(choice)).packed() for choice in choices if choice.total() == size and choice >= named]


def _enough(value: int, named: Counter[int], size: int) -> dict[int, int]:
    """Cards nobody needs to hold: the named ones, filled up from the lowest."""
    cards = Counter(named)
    for other in VALUES:
        if other != value:
            cards[other] += max(0, min(MOST_COPIES - cards[other], size - cards.total()))
    return dict(cards)


def _row(cards: Counter[int]) -> int:
    return sum(copies << rows.place(other) for other, copies in cards.items())
