"""Decks as they are told: what stands in the file, and the names of the cards."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kartarna.core.deck import Deck
from kartarna.core.game import Game
from kartarna.core.words import LANGUAGES
from kartarna.games import GAMES, get
from kartarna.protocol import bodies

KEPT = 64  # decks whose names are kept


def installed_decks() -> dict[str, list[Deck]]:
    """By game, those that were there when the house opened."""
    return {game: get(game).decks.installed for game in GAMES}


def deck_info(game: Game[Any], deck: Deck) -> bodies.DeckInfo:
    return bodies.DeckInfo(
        name=deck.name, reconstruction=deck.reconstruction, data=deck.data, cards=_card_names(game.id, deck.number)
    )


@lru_cache(KEPT)
def _card_names(game: str, number: int) -> dict[str, bodies.Sentences]:
    """The names of all cards, and of whatever else is written like one: a colour, a star."""
    found = get(game)
    deck = found.decks.number(number)
    slots = [slot for players in found.players for slot in found.slots(found.new(players, deck=deck))]
    cards = dict.fromkeys(card for zone, names in slots if zone != "starter" for card in names)
    cards |= dict.fromkeys(found.words.marks(deck))
    return {card: {lang: str(found.words.card_name(deck, card, lang)) for lang in LANGUAGES} for card in cards}
