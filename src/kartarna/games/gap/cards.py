"""The cards of GAP: checks a deck and names its cards."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from kartarna.core.deck import Deck, Decks, colour_names, table
from kartarna.core.errors import EntryFault
from kartarna.core.words import Card
from kartarna.games.gap.codes import CARDS, COLOURS, NUMBERS


def check(data: dict[str, Any], _number: int) -> None:
    """GAP-1: five colours, each with the numbers 0 to 9 once. The rules need no table of their own."""
    colours = table(data, "colours")
    if len(colours) != COLOURS:
        raise EntryFault("wrong_colours", ("colours",), count=len(colours))
    for letter in colours:
        colour_names(data, letter)
        numbers = colours[letter].get("numbers")
        if numbers != list(range(NUMBERS)):
            raise EntryFault("wrong_numbers", ("colours", letter, "numbers"))


DECKS = Decks("gap", Path(__file__).with_name("deck.toml"), check)


@cache
def letters(deck: int) -> tuple[Card, ...]:
    return tuple(Card(letter) for letter in DECKS.number(deck).data["colours"])


@cache
def names(deck: int) -> tuple[Card, ...]:
    return tuple(Card(f"{card // COLOURS}{letters(deck)[card % COLOURS]}") for card in range(CARDS))


def spell(deck: int, card: int) -> Card:
    return names(deck)[card]


@lru_cache(20_000)
def spell_all(deck: int, cards: int) -> tuple[Card, ...]:
    """The cards of a mask, by number and then by colour."""
    named = names(deck)
    return tuple([named[card] for card in range(cards.bit_length()) if cards >> card & 1])


def marks(deck: Deck) -> list[str]:
    """The colours."""
    return list(deck.data["colours"])


def card_name(deck: Deck, card: str, language: str) -> str:
    """A card, or a colour by its letter alone."""
    return f"{deck.data['colours'][card[-1]][language]} {card[:-1]}".rstrip()
