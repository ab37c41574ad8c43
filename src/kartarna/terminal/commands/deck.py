"""`kartarna deck`: the cards of a game; checks a deck of one's own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from kartarna.core.deck import Deck
from kartarna.core.game import Game
from kartarna.core.rng import Rng
from kartarna.games import get
from kartarna.terminal.arguments import GameName, Lang
from kartarna.terminal.voice import Voice

TABLE = 4  # players; every game can be played by so many


def show(
    game: GameName,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="A deck.toml of your own, to be checked.")] = None,
    lang: Lang = None,
) -> None:
    """Show the deck of a game, or check and show one of your own."""
    voice, found = Voice(lang), get(game)
    deck = found.decks.read(file) if file else found.decks.standard
    if file:
        voice.say("deck_checked", file=str(file))
    voice.lines(listing(voice, found, deck))


def listing(voice: Voice, game: Game[Any], deck: Deck) -> list[str]:
    """Every face with its number of copies, as they lie on a table of four."""
    state = game.new(TABLE, {}, deck)
    numbered = max((names for _, names in game.slots(state)), key=len)
    state.deal(state.draw(Rng(0)))
    voice.at_table(game, state, [])
    faces = Counter(map(str, game.census(state)))
    order = {face: place for place, face in enumerate([*sorted(faces), *map(str, numbered)])}
    return [
        voice.sentence("deck_name", title=game.title, name=deck.name),
        voice.sentence("deck_reconstruction" if deck.reconstruction else "deck_known"),
        voice.sentence("deck_cards", count=faces.total(), faces=len(faces), players=TABLE),
        *(_card(voice, game, deck, face, faces[face]) for face in sorted(faces, key=order.__getitem__)),
    ]


def _card(voice: Voice, game: Game[Any], deck: Deck, face: str, count: int) -> str:
    name = game.words.card_name(deck, face, voice.language)
    return voice.sentence("deck_card" if name != face else "deck_face", count=count, name=name, face=face)
