"""The examples in the rules: positions before and after, as a table would show them."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from msgspec import Raw

from kartarna.core.game import Game
from kartarna.games import get
from kartarna.learn.examples import Example, Pair
from kartarna.learn.examples import examples as examples_of
from kartarna.protocol import bodies, encoder
from kartarna.protocol.handlers.about import A_WHILE, game_named
from kartarna.protocol.routes import Routes

ROUTES = Routes()


@ROUTES.add("GET", "/api/games/{game}/examples", headers=A_WHILE)
async def examples(game: str) -> Annotated[Raw, bodies.ExamplesInfo]:
    """The examples in the rules of a game; none if it has no examples.toml."""
    return Raw(_written(game_named(game).id))


@cache
def _written(name: str) -> bytes:
    """Every position is played once; they never change."""
    game = get(name)
    return encoder.ENCODER.encode({"examples": [_info(game, example) for example in examples_of(game.folder)]})


def _info(game: Game[Any], example: Example) -> dict[str, Any]:
    pair, writer = Pair(game, example), encoder.UpdateEncoder(game.id)
    options = pair.options()
    return {
        "id": example.id,
        "rules": example.rules,
        "title": example.title,
        "words": [example.before, example.after],
        "show": example.show,
        "views": [encoder.view(game.view(state, example.seat)) for state in (pair.before, pair.after)],
        "options": writer.options(options) if options else None,
        "played": [writer.told_beforehand(events[0]) for events in pair.told()],
        "refused": bool(example.refused),
    }
