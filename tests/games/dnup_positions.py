"""Positions of dnup in which only the named cards exist."""

from __future__ import annotations

from typing import Any

from kartarna.core.state import State
from tests.positions import dealt, edited


def row(cards: str) -> int:
    return sum(1 << 2 * int(card.split("/")[1]) - 2 for card in cards.split())


def rows(cards: str) -> list[int]:
    """A hand, as the state holds it."""
    return [row(" ".join(card for card in cards.split() if card.startswith(f"{value}/"))) for value in range(1, 11)]


def lying(cards: str) -> int:
    """A set, as the state holds it."""
    value = int(cards.partition("/")[0] or 0)
    return (len(cards.split()) << 24) + (value << 20) + row(cards)


def table(hands: list[str], sets: list[str] | None = None, turn: int = 1, area: int = 0, **fields: Any) -> State:
    """As many players as hands; the sets by area; the turn of a seat (from 1), with two players in area 1 or 2."""
    players = len(hands)
    place = 2 * (turn - 1) + area - 1 if area else turn - 1
    known = fields.pop("known", [])
    on_table = [lying(cards) for cards in sets or []]
    position = {
        "hands": [number for hand in hands for number in rows(hand)],
        "held": [len(hand.split()) for hand in hands],
        "counts": [sum(1 << 4 * int(card.split("/")[0]) for card in hand.split()) for hand in hands],
        "sets": on_table,
        "lying": sum(1 << area for area, cards in enumerate(on_table) if cards),
        "highest": sum((cards >> 20 & 15) << 4 * (cards >> 24) for cards in on_table if cards),
        "known": [number for hand in known for number in rows(hand)],
        "turn": turn - 1,
        "area": place,
        "star": -1,
    }
    return edited(dealt("dnup", players, {}), **(position | fields))
