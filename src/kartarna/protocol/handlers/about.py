"""The house itself: its games, their words, rules and decks."""

from __future__ import annotations

from typing import Any

from kartarna import VERSION, bots
from kartarna.core.deck import Deck
from kartarna.core.game import Game
from kartarna.core.rulebook import SHARED, page
from kartarna.core.words import LANGUAGES
from kartarna.games import GAMES, get
from kartarna.learn.course import has_course
from kartarna.protocol import bodies
from kartarna.protocol.decks import installed_decks
from kartarna.protocol.encoder import catalogue
from kartarna.protocol.failures import Failed
from kartarna.protocol.routes import Routes

ROUTES = Routes()
A_WHILE = {"Cache-Control": "public, max-age=300"}


@ROUTES.add("GET", "/api/house")
async def house() -> bodies.HouseInfo:
    """What can be played here."""
    return bodies.HouseInfo(
        version=VERSION,
        languages=list(LANGUAGES),
        games=[_game(get(game), decks) for game, decks in installed_decks().items()],
        bots=list(bots.BOTS),
        longest_record=bodies.LONGEST_RECORD,
    )


def _game(game: Game[Any], decks: list[Deck]) -> bodies.GameInfo:
    return bodies.GameInfo(
        id=game.id,
        title=game.title,
        leads={language: _lead(game, language) for language in LANGUAGES},
        players=list(game.players),
        options=[
            bodies.OptionInfo(
                name=option.name,
                default=option.default,
                low=option.low,
                high=option.high,
                flag=option.is_flag,
                house=option.house,
            )
            for option in game.options
        ],
        events=list(game.events),
        decks=[bodies.DeckLine(name=deck.name, reconstruction=deck.reconstruction) for deck in decks],
        course=has_course(game.folder),
    )


def _lead(game: Game[Any], language: str) -> bodies.Lead:
    rules = page(game.folder, language)
    return bodies.Lead(title=rules.title, lead=rules.lead)


def game_named(game: str) -> Game[Any]:
    if game not in GAMES:
        raise Failed(404, "not_found")
    return get(game)


@ROUTES.add("GET", "/api/games/{game}/words", headers=A_WHILE)
async def words(game: str) -> dict[str, bodies.Sentences]:
    """The catalogue: every sentence of the game, of tables and of the house."""
    return catalogue(game_named(game).id)


@ROUTES.add("GET", "/api/games/{game}/rules/{language}")
async def rules(game: str, language: bodies.Language) -> bodies.Rules:
    own, shared = page(game_named(game).folder, language), page(SHARED, language)
    return bodies.Rules(
        title=own.title,
        text=own.text,
        shared=shared.text,
        rules={
            rule.id: bodies.RuleInfo(source=rule.source, text=rule.text)
            for rule in (*shared.rules.values(), *own.rules.values())
        },
    )
