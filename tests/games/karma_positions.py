"""Positions of Karma from cards by name, and what lies where in them."""

from __future__ import annotations

from typing import Any

from kartarna.core.state import State
from kartarna.games import get
from tests.positions import dealt, edited

FACES = ["", *map(str, range(1, 17)), "table", "up", "five", "give"]


def faces(cards: str) -> list[int]:
    return [FACES.index(card) for card in cards.split()]


def counted(seats: list[str]) -> list[int]:
    """Cards of some seats as the rules count them: four bits a face, two words a seat."""
    sums = [sum(1 << 4 * face for face in faces(cards)) for cards in seats]
    return [word for total in sums for word in (total & (1 << 64) - 1, total >> 64)]


def position(hands: list[str], pile: str = "", stock: str = "", **fields: Any) -> State:
    """The set-up is over; cards lie only where they are named. Pile and stock: top first; seats count from 1."""
    tables = {zone: counted(fields.pop(zone)) for zone in ("face_up", "seen", "gone") if zone in fields}
    covered = [FACES.index(card) if card != "-" else 0 for row in fields.pop("face_down", []) for card in row.split()]
    tables["face_up"] = tables.get("face_up", [0] * 24)
    return edited(
        dealt("karma", len(hands), {}, **fields.pop("options", {})),
        choosing=0,
        turn=fields.pop("turn", 1) - 1,
        hands=counted(hands),
        face_down=covered or [0] * 36,
        pile=faces(pile)[::-1],
        piled=counted([pile]),
        height=len(pile.split()),
        stock=faces(stock)[::-1],
        left=len(stock.split()),
        **tables,
        **fields,
    )


def zone(state: State, name: str, seat: int | None = None, eye: int | None = None) -> list[str]:
    """What lies there, as this seat sees it (counted from 1; a hand is looked at by its owner)."""
    owner = None if seat is None else seat - 1
    viewer = owner if eye is None else eye - 1
    return list(get("karma").view(state, viewer).zone(name, owner).cards)


def pile(state: State) -> str:
    return " ".join(zone(state, "pile"))


def hand(state: State, seat: int) -> str:
    return " ".join(zone(state, "hand", seat))


def known(state: State, seat: int) -> str:
    return " ".join(get("karma").view(state, None).zone("hand", seat - 1).known)


def gone(state: State) -> str:
    return " ".join(zone(state, "gone"))
