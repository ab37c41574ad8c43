"""What a card or a place is for: the command `what`."""

from __future__ import annotations

from typing import Any

from kartarna.core.game import Game
from kartarna.core.layout import CARD
from kartarna.core.notation import tidy
from kartarna.core.state import State
from kartarna.terminal.voice import Voice, folded


def about(voice: Voice, game: Game[Any], state: State, typed: str) -> str:
    """In one sentence; a place is called as in the picture of the table, a card by its notation."""
    if not typed:
        return voice.sentence("what_what", card=_cards(game, state)[0])
    for zone in game.public(state).zones:
        called = voice.game.sentences.get(f"zone_{zone.name}", {}).get(voice.language, "")
        if folded(typed) in (zone.name, folded(called)):
            return voice.game.about_zone(zone.name)
    card = tidy(typed)
    if card in (*_cards(game, state), *game.words.marks(game.deck_of(state))):
        return voice.game.about_card(card)
    return voice.sentence("what_unknown", text=typed)


def _cards(game: Game[Any], state: State) -> list[str]:
    return [str(name) for name in game.names(state)[CARD]]
