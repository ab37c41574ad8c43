"""The cards of Tři je moc!: checks a deck and names its cards.

A card is written `40t`, its number and its colour; the number alone where it has no colour. A bonus
card is written `+10`, a colour by its letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from kartarna.core.deck import Deck, Decks, check_label, colour_names, table
from kartarna.core.errors import EntryFault
from kartarna.core.words import LANGUAGES, Card
from kartarna.games.three.codes import CARDS, WIDTH
from kartarna.games.three.rules import colour_bonuses, load_deck

STARTS = [0, 30, 60]  # THREE-1
GREYS = [15, 45, 75]  # THREE-1
COLOUR_BONUSES = colour_bonuses()  # THREE-4


def check(data: dict[str, Any], number: int) -> None:
    """THREE-1, THREE-4: seven colours of twelve numbers, the cards without a colour, the bonus cards."""
    _check_fixed(data, "start", STARTS, "wrong_fixed")
    _check_fixed(data, "grey", GREYS, "wrong_fixed")
    _check_fixed(data, "bonus", COLOUR_BONUSES, "wrong_bonus")
    colours = table(data, "colours")
    if len(colours) != 7:
        raise EntryFault("wrong_colours", ("colours",), count=len(colours))
    owners: dict[int, str] = {}
    for letter in colours:
        colour_names(data, letter)
        _check_colour(colours[letter].get("numbers"), letter, owners)
    load_deck(number, [colour["numbers"] for colour in colours.values()])


def _check_fixed(data: dict[str, Any], name: str, numbers: list[int], fault: str) -> None:
    """Names in each language for cards whose numbers no deck can change."""
    kind = table(data, name)
    for key in LANGUAGES:
        check_label(kind, key, (name,))
    if kind.get("numbers") != numbers:
        raise EntryFault(fault, (name, "numbers"), key=str(numbers))


def _check_colour(numbers: Any, letter: str, owners: dict[int, str]) -> None:
    """Twelve numbers that no other colour has; seven such colours use up every number."""
    path = ("colours", letter, "numbers")
    if not isinstance(numbers, list) or len(numbers) != 12:
        raise EntryFault("wrong_list", path, letter=letter)
    for number in numbers:
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= 89:
            raise EntryFault("wrong_number", path, key=f"{number!r:.40}")
        if number in STARTS or number in GREYS:
            raise EntryFault("wrong_grey", path, number=number, letter=letter)
        if number in owners:
            raise EntryFault("wrong_twice", path, number=number, letter=owners[number])
        owners[number] = letter


DECKS = Decks("three", Path(__file__).with_name("deck.toml"), check)


def letters(deck: int) -> list[str]:
    return list(DECKS.number(deck).data["colours"])


@cache
def names(deck: int) -> tuple[Card, ...]:
    """Every card of a deck, by number."""
    colours = DECKS.number(deck).data["colours"]
    letter_of = {number: letter for letter, colour in colours.items() for number in colour["numbers"]}
    return tuple(Card(f"{number}{letter_of.get(number, '')}") for number in range(CARDS))


def spell(deck: int, card: int) -> Card:
    return names(deck)[card]


def spell_all(deck: int, rows: Sequence[int]) -> tuple[Card, ...]:
    """The cards of a set, its masks row by row."""
    return _spelled(deck, *rows)


@lru_cache(4_000)
def _spelled(deck: int, *rows: int) -> tuple[Card, ...]:
    named = names(deck)
    return tuple(
        named[WIDTH * row + place]
        for row, cards in enumerate(rows)
        for place in range(cards.bit_length())
        if cards >> place & 1
    )


def colour_cards(deck: int, counts: Sequence[int]) -> tuple[Card, ...]:
    """As many cards of each colour as counted, by colour only."""
    return _coloured(deck, *counts)


@lru_cache(4_000)
def _coloured(deck: int, *counts: int) -> tuple[Card, ...]:
    return tuple(Card(letter) for letter, count in zip(letters(deck), counts, strict=True) for _ in range(count))


def marks(deck: Deck) -> list[str]:
    """Colours, and the bonus cards."""
    return [*deck.data["colours"], *(f"+{points}" for points in COLOUR_BONUSES)]


def card_name(deck: Deck, card: str, language: str) -> str:
    letter = card.lstrip("+0123456789")
    number = card.strip("+" + letter)
    if letter:
        kind = deck.data["colours"][letter]
    elif card.startswith("+"):
        kind = deck.data["bonus"]
    else:
        kind = deck.data["start" if int(number) in STARTS else "grey"]
    return f"{kind[language]} {number}".rstrip()
