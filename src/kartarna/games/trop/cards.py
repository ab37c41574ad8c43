"""The cards of TROP: checks a deck, loads its compiled table, names its cards.

For the rules a card is a number (see face.py); it is written `7`, `-2`, or with the letter of its
action: `3s` (same), `4r` (reverse), `5d` (discard), `6t` (take).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from kartarna.core.deck import Deck, Decks, table
from kartarna.core.errors import EntryFault
from kartarna.core.words import Card, catalogue
from kartarna.games.trop import face
from kartarna.games.trop.rules import load_deck, loaded_deck

FOLDER = Path(__file__).parent
NUMBERS = range(-3, 16)
ACTIONS = ("", "same", "reverse", "discard", "take")
LETTERS = ("", "s", "r", "d", "t")
CARDS = range(1, len(NUMBERS) * len(ACTIONS) + 1)
FEWEST = 2  # cards of a short deck


# ---- a card and its names ----------------------------------------------------------------------------


@cache
def spell(card: int) -> Card:
    return Card(f"{face.number(card)}{LETTERS[face.action(card)]}")


def spell_all(cards: Iterable[int]) -> tuple[Card, ...]:
    return tuple(spell(card) for card in cards)


SPELT = {spell(card): card for card in CARDS}


@cache
def names(deck: int) -> tuple[Card, ...]:
    """The cards by their place in the deck."""
    return spell_all(loaded_deck(deck))


def card_name(_deck: Deck, card: str, language: str) -> str:
    code = SPELT[Card(card)]
    action = ACTIONS[face.action(code)]
    name = str(face.number(code)).replace("-", "−")
    return f"{name} ({catalogue(FOLDER)[f'action_{action}'][language]})" if action else name


# ---- a deck --------------------------------------------------------------------------------------------


def check(data: dict[str, Any], number: int) -> None:
    """TROP-1 to TROP-3; a deck without fault goes into the compiled table."""
    copies = _copies(data)
    load_deck(number, _in_order(copies, _actions(data, copies)))


def _copies(data: dict[str, Any]) -> Counter[int]:
    """How many cards have each number; a deck for study may be short, with any of them."""
    copies = _counts(data, "copies")
    short = data.get("short", False)
    if not isinstance(short, bool):
        raise EntryFault("wrong_short", ("short",))
    if short:
        if not FEWEST <= copies.total() <= 90:
            raise EntryFault("wrong_short_sum", ("copies",), count=copies.total(), least=FEWEST)
        return copies
    for number in NUMBERS:
        if copies[number] == 0:
            raise EntryFault("wrong_none", ("copies", str(number)), number=number)
        if number > NUMBERS[0] and copies[number] > copies[number - 1]:
            raise EntryFault("wrong_frequent", ("copies", str(number)), number=number, lower=number - 1)
    if copies.total() != 90:
        raise EntryFault("wrong_sum", ("copies",), count=copies.total())
    return copies


def _actions(data: dict[str, Any], copies: Counter[int]) -> dict[str, Counter[int]]:
    """How many cards of each number carry each action; of every number, one at least has none."""
    for action in table(data, "actions"):
        if action not in ACTIONS[1:]:
            raise EntryFault("wrong_action", ("actions", action), key=f"{action!r:.40}", known=", ".join(ACTIONS[1:]))
    counts = {action: _counts(data, "actions", action) for action in data["actions"]}
    used: Counter[int] = Counter()
    for action, of_number in counts.items():
        used += of_number
        for number in of_number:
            if used[number] >= copies[number]:
                path = ("actions", action, str(number))
                raise EntryFault("wrong_plain", path, count=copies[number], number=number, used=used[number])
    return counts


def _counts(data: dict[str, Any], *path: str) -> Counter[int]:
    """A table of the deck with a line `number = how many`."""
    counts: Counter[int] = Counter()
    known = {str(number): number for number in NUMBERS}
    for key, count in table(data, *path).items():
        if key not in known:
            raise EntryFault("wrong_number", (*path, key), key=f"{key!r:.40}")
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= 90:
            raise EntryFault("wrong_count", (*path, key), key=key)
        counts[known[key]] = count
    return counts


def _in_order(copies: Counter[int], actions: dict[str, Counter[int]]) -> list[int]:
    """All cards: by number, the plain ones first, then by action."""
    cards: Counter[int] = Counter()
    for card in CARDS:
        number, action = face.number(card), ACTIONS[face.action(card)]
        carrying = sum(counts[number] for counts in actions.values())
        cards[card] = actions.get(action, Counter())[number] if action else copies[number] - carrying
    return sorted(cards.elements())


DECKS = Decks("trop", FOLDER / "deck.toml", check)
