"""The cards of Brod: a card is (number − 1) × 4 + colour, so that a mask of cards is in the order of the row."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from kartarna.core.deck import Deck, Decks, colour_names, table
from kartarna.core.errors import DeckError
from kartarna.core.words import Card

COLOURS = 4
CARDS = 36


def check(data: dict[str, Any], _number: int) -> None:
    """BROD-1"""
    colours = table(data, "colours")
    if len(colours) != COLOURS:
        raise DeckError(f"BROD-1: four colours are needed, here are {len(colours)}", ("colours",))
    for letter in colours:
        colour_names(data, letter)


DECKS = Decks("brod", Path(__file__).with_name("deck.toml"), check)


@cache
def letters(deck: int) -> tuple[str, ...]:
    return tuple(DECKS.number(deck).data["colours"])


@cache
def names(deck: int) -> tuple[Card, ...]:
    return tuple(Card(f"{card // COLOURS + 1}{letters(deck)[card % COLOURS]}") for card in range(CARDS))


def cards_of(mask: int) -> list[int]:
    return [card for card in range(CARDS) if mask >> card & 1]


def spell(deck: int, mask: int) -> tuple[Card, ...]:
    """The cards of a mask, lowest first."""
    return tuple(names(deck)[card] for card in cards_of(mask))


def card_name(deck: Deck, card: str, language: str) -> str:
    return f"{deck.data['colours'][card[-1]][language]} {card[:-1]}"
