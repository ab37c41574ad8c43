"""Routes about the house itself: health, metrics, games, their words, rules and decks."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from kartarna import VERSION, bots
from kartarna.core.deck import Deck
from kartarna.core.game import Game
from kartarna.core.rulebook import SHARED, page
from kartarna.core.words import LANGUAGES
from kartarna.games import GAMES, get
from kartarna.server.http import bodies
from kartarna.server.http.failures import RESPONSES, Failed
from kartarna.server.http.identity import At
from kartarna.server.socket.encoder import catalogue

router = APIRouter(responses=RESPONSES)
A_WHILE = {"Cache-Control": "public, max-age=300"}


@router.get("/api/health")
async def health() -> bodies.Health:
    """The server is there."""
    return bodies.Health()


@router.get("/api/ready")
async def ready(context: At) -> bodies.Health:
    """The database answers too (503 if it does not)."""
    await context.house.log.tables(phases=("open",), public=True)
    return bodies.Health()


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(context: At) -> Response:
    return Response(context.metrics.text(), media_type="text/plain; version=0.0.4")


@router.get("/api/house")
async def house(context: At) -> bodies.HouseInfo:
    """What can be played here."""
    return bodies.HouseInfo(
        version=VERSION,
        languages=list(LANGUAGES),
        games=[_game(get(game), context.installed[game]) for game in GAMES],
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
                name=option.name, default=option.default, low=option.low, high=option.high, flag=option.is_flag
            )
            for option in game.options
        ],
        events=list(game.events),
        decks=[bodies.DeckLine(name=deck.name, reconstruction=deck.reconstruction) for deck in decks],
    )


def _lead(game: Game[Any], language: str) -> bodies.Lead:
    rules = page(game.folder, language)
    return bodies.Lead(title=rules.title, lead=rules.lead)


def game_named(game: str) -> Game[Any]:
    if game not in GAMES:
        raise Failed(404, "not_found")
    return get(game)


@router.get("/api/games/{game}/words", responses={200: {"model": dict[str, bodies.Sentences]}})
async def words(game: str) -> JSONResponse:
    """The catalogue: every sentence of the game, of tables and of the server."""
    return JSONResponse(catalogue(game_named(game).id), headers=A_WHILE)


@router.get("/api/games/{game}/rules/{language}")
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


@router.get("/api/games/{game}/deck")
async def deck(context: At, game: str, name: str | None = None) -> bodies.DeckInfo:
    """An installed deck; without a name the game's own."""
    for found in context.installed[game_named(game).id]:
        if name in (None, found.name):
            return deck_info(get(game), found)
    raise Failed(404, "not_found")


def deck_info(game: Game[Any], deck: Deck) -> bodies.DeckInfo:
    return bodies.DeckInfo(
        name=deck.name, reconstruction=deck.reconstruction, data=deck.data, cards=_card_names(game.id, deck.number)
    )


@cache
def _card_names(game: str, number: int) -> dict[str, bodies.Sentences]:
    """The names of all cards, and of whatever else is written like one: a colour, a star."""
    found = get(game)
    deck = found.decks.number(number)
    slots = [slot for players in found.players for slot in found.slots(found.new(players, deck=deck))]
    cards = dict.fromkeys(card for zone, names in slots if zone != "starter" for card in names)
    cards |= dict.fromkeys(found.words.marks(deck))
    return {card: {lang: str(found.words.card_name(deck, card, lang)) for lang in LANGUAGES} for card in cards}
