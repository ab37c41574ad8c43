"""What a game must have declared before anybody can play it: checked where it is found, and by `kartarna conform`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kartarna.core import value
from kartarna.core.errors import KartarnaError
from kartarna.core.game import Game
from kartarna.core.rulebook import page
from kartarna.core.words import LANGUAGES

MOST_PLAYERS = 12
OF_EVENT = ("{0}", "propose_{0}", "proposed_{0}", "command_{0}", "help_{0}", "no_{0}")  # sentences of a game's event


def faults(game: Game[Any]) -> Iterator[str]:
    """Each as a sentence; none: the game can be shown and started."""
    try:
        yield from _sentence_faults(game)
        yield from _rule_faults(game)
        yield from _player_faults(game)
        if not set(game.players) <= set(value.read(game.folder / "value.toml")):
            yield "value.toml does not say how much a lead is worth with every number of players (kartarna fit)"
        game.decks.standard  # noqa: B018 - loads the deck
    except OSError as error:
        yield f"{error.filename} cannot be read: {error.strerror}"
    except (KartarnaError, ValueError, KeyError) as error:
        yield str(error)


def _sentence_faults(game: Game[Any]) -> Iterator[str]:
    sentences = game.sentences()
    wanted = [f"option_{option.name}" for option in game.options]
    wanted += [key.format(event) for event in game.events for key in OF_EVENT]
    for key in wanted:
        if key not in sentences:
            yield f"words.toml has no [{key}]"
    for key, sentence in sentences.items():
        missing = [language for language in LANGUAGES if language not in sentence]
        if missing:
            yield f"words.toml, [{key}]: there is no sentence for {', '.join(missing)}"


def _rule_faults(game: Game[Any]) -> Iterator[str]:
    czech, english = (list(page(game.folder, language).rules) for language in LANGUAGES)
    if not english:
        yield "rules.en.md has no rule: a line begins with - **ID-1**"
    if czech != english:
        yield "rules.cs.md and rules.en.md have not the same rules"


def _player_faults(game: Game[Any]) -> Iterator[str]:
    if not game.players or min(game.players) < 1 or max(game.players) > MOST_PLAYERS:
        yield f"a game is for 1 to {MOST_PLAYERS} players"
