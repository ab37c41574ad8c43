"""Decks: those of the house, those that people make themselves, and what they do to a game."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Raw

from kartarna.core.game import Game
from kartarna.games import get
from kartarna.play.errors import Refused
from kartarna.play.model.settings import find_deck
from kartarna.protocol import bodies
from kartarna.protocol.caller import Caller
from kartarna.protocol.context import HouseContext, Tryout
from kartarna.protocol.decks import checked, deck_info, read_deck
from kartarna.protocol.failures import Failed
from kartarna.protocol.handlers.about import game_named
from kartarna.protocol.routes import Routes

ROUTES = Routes()


@ROUTES.add("GET", "/api/games/{game}/deck")
async def deck(game: str, name: str | None = None) -> bodies.DeckInfo:
    """An installed deck; without a name the game's own."""
    for found in game_named(game).decks.installed:
        if name in (None, found.name):
            return deck_info(get(game), found)
    raise Failed(404, "not_found")


@ROUTES.add("POST", "/api/games/{game}/deck/check")
async def check(game: str, body: bodies.DeckText) -> bodies.CheckedDeck:
    """Whether one can play with this deck. Nothing of it is kept."""
    return checked(game_named(game), body.deck)


@ROUTES.add("POST", "/api/games/{game}/tryout", left_off=True)
async def try_out(
    context: HouseContext, caller: Caller, game: str, body: bodies.TryoutWish
) -> Annotated[Raw, bodies.Report]:
    """What a change does to the game: some games of quick bots with it and without, on the same deals."""
    wish = _wish(game_named(game), body, int.from_bytes(context.house.services.entropy(4), "big"))
    async with context.tryouts.turn(caller.client):
        return Raw(await context.try_out(wish))


def _wish(game: Game[Any], body: bodies.TryoutWish, seed: int) -> Tryout:
    game.new(body.players, body.options)
    deck = None
    if body.own_deck is not None:
        deck = read_deck(game, body.own_deck)
    elif body.deck is not None:
        deck = find_deck(game, body.deck).data
    options = {name: value for name, value in body.options.items() if value != _usual(game, name)}
    if not options and deck in (None, game.decks.standard.data):
        raise Refused("nothing_changed")
    return Tryout(game.id, body.players, options, deck, seed)


def _usual(game: Game[Any], name: str) -> Any:
    return next(option.default for option in game.options if option.name == name)
