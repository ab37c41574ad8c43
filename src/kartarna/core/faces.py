"""How cards are drawn where a game has no board of its own: the table [faces] of a deck.toml, checked.

A card's notation is a number, a mark, or a number and a mark: `7`, `joker`, `7r`. A mark has a tone, a shape or a
symbol, or several of them; the colours of a deck are marks by themselves. web/README.md has an example.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args

from kartarna.core.errors import EntryFault

ToneName = Literal[
    "red", "green", "yellow", "blue", "purple", "orange", "lilac", "light blue", "turquoise", "magenta", "olive",
    "grey", "black", "gold", "sand", "paper",
]  # fmt: skip
ShapeName = Literal["circle", "triangle", "star", "square", "diamond", "hexagon", "cross"]
SymbolName = Literal[
    "up", "down", "swap", "repeat", "reverse", "skip", "take", "give", "discard", "double",
    "crown", "heart", "leaf", "drop", "sun", "moon", "flame", "key", "eye", "wave",
]  # fmt: skip

NAMES: dict[str, tuple[str, ...]] = {
    "tone": get_args(ToneName),
    "shape": get_args(ShapeName),
    "symbol": get_args(SymbolName),
}
KEYS = {"back": "tone", "emblem": "symbol"}  # of [faces] itself
PICTURE = 5  # cards on a game's tile


def check_faces(data: Mapping[str, Any]) -> None:
    """A deck without [faces] is fine: its cards are drawn by their notation."""
    for letter, colour in _tables(data, "colours"):
        if "tone" in colour:
            _check_name("tone", colour["tone"], ("colours", letter, "tone"))
    if "faces" not in data:
        return
    faces = data["faces"]
    if not isinstance(faces, dict):
        raise EntryFault("wrong_faces", ("faces",))
    _only(faces, (*KEYS, "picture", "marks", "numbers"), ("faces",))
    for key, kind in KEYS.items():
        if key in faces:
            _check_name(kind, faces[key], ("faces", key))
    _check_picture(faces.get("picture", []))
    for mark, look in _tables(faces, "marks"):
        _check_look(look, ("faces", "marks", mark))
    _check_numbers(faces.get("numbers", []))


def _tables(data: Mapping[str, Any], key: str) -> Iterable[tuple[str, dict[str, Any]]]:
    found = data.get(key, {})
    tables = found.items() if isinstance(found, dict) else ()
    return [(name, table) for name, table in tables if isinstance(table, dict)]


def _check_look(look: dict[str, Any], path: tuple[str, ...]) -> None:
    _only(look, tuple(NAMES), path)
    for kind, name in look.items():
        _check_name(kind, name, (*path, kind))


def _check_picture(cards: Any) -> None:
    texts = isinstance(cards, list) and all(isinstance(card, str) and card for card in cards)
    if not texts or len(cards) > PICTURE:
        raise EntryFault("wrong_picture", ("faces", "picture"), most=PICTURE)


def _check_numbers(steps: Any) -> None:
    """Each step: from this number on, this tone."""
    path = ("faces", "numbers")
    if not isinstance(steps, list) or not all(isinstance(step, dict) and {*step} == {"from", "tone"} for step in steps):
        raise EntryFault("wrong_steps", path)
    for step in steps:
        _check_name("tone", step["tone"], path)
    starts = [step["from"] for step in steps]
    if not all(type(start) is int for start in starts) or starts != sorted(starts):
        raise EntryFault("wrong_order", path)


def _check_name(kind: str, name: Any, path: tuple[str, ...]) -> None:
    if name not in NAMES[kind]:
        raise EntryFault("wrong_look", path, what=kind, key=f"{name!r:.40}", known=", ".join(NAMES[kind]))


def _only(table: dict[str, Any], keys: Iterable[str], path: tuple[str, ...]) -> None:
    for key in table:
        if key not in keys:
            raise EntryFault("wrong_key", (*path, key), key=f"{key!r:.40}", known=", ".join(keys))
