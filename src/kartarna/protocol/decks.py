"""Decks as they are told: what stands in the file, and the names of the cards; and decks that people bring along."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from kartarna.core.deck import Deck, line_of, parse
from kartarna.core.errors import DeckError, EntryFault
from kartarna.core.game import Game
from kartarna.core.words import LANGUAGES
from kartarna.games import GAMES, get
from kartarna.protocol import bodies

KEPT = 64  # decks whose names are kept
TEXT = "the text"
RULE = re.compile(r"([A-Z]+-\d+): ")  # how a fault begins where a rule is behind it


def installed_decks() -> dict[str, list[Deck]]:
    """By game, those that whoever runs this program has chosen. All games are loaded for it."""
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


def read_deck(game: Game[Any], text: str) -> dict[str, Any]:
    """What stands in a deck that one can play with; it gets no number yet."""
    data = parse(text, TEXT)
    game.decks.examine(data)
    return data


def checked(game: Game[Any], text: str) -> bodies.CheckedDeck:
    """What stands there, and what is wrong with it."""
    try:
        data = parse(text, TEXT)
    except DeckError as error:
        return bodies.CheckedDeck(data=None, fault=_unread(error))
    try:
        game.decks.examine(data)
    except DeckError as error:
        told = data if game.decks.is_plain(data) else None
        return bodies.CheckedDeck(data=told, fault=_fault(game, error, line_of(text, error.path)))
    return bodies.CheckedDeck(data=data, fault=None)


def _unread(error: DeckError) -> bodies.DeckFault:
    return bodies.DeckFault(bodies.Reason("deck_unread", {"reason": f"{error.__cause__!s:.200}"}, None), [], None)


def _fault(game: Game[Any], error: DeckError, line: int) -> bodies.DeckFault:
    if isinstance(error, EntryFault):
        told = bodies.Reason(error.kind, dict(error.facts), game.sentences()[error.kind].get("rule"))
        return bodies.DeckFault(told, list(error.path), line)
    rule = RULE.match(str(error))
    reason = str(error).removeprefix(rule[0]) if rule else str(error)
    told = bodies.Reason("deck_fault", {"reason": reason}, rule[1] if rule else None)
    return bodies.DeckFault(told, list(error.path), line)
