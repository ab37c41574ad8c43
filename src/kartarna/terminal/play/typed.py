"""What a person types at a table or in a course: a decision, or the word for something else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kartarna.core.errors import IllegalNotation, Malformed
from kartarna.core.game import Game
from kartarna.core.notation import LONGEST, tidy, understand
from kartarna.core.state import State
from kartarna.terminal.play.menu import Menu
from kartarna.terminal.play.short_form import fitting
from kartarna.terminal.voice import folded

Commands = Mapping[str, Sequence[str]]  # by the first word of each, the one that we tell: all words for it


def command_in(commands: Commands, typed: str) -> str | None:
    word = folded(typed.partition(" ")[0])
    return next((name for name, words in commands.items() if word in words), None)


def command_of(commands: Commands, game: Game[Any], state: State, seat: int, typed: str) -> str | None:
    """What a game reads as a decision is a decision: Karma has a card `table`."""
    read = game.words.readings(state, seat, tidy(typed)[:LONGEST])
    return None if read else command_in(commands, typed)


def decision_of(menu: Menu, game: Game[Any], state: State, seat: int, typed: str) -> int:
    """By its number in the list, its notation, or in few words."""
    if typed.startswith("#"):
        return menu.numbered(typed)
    try:
        return understand(game, state, seat, typed, menu.voice.game)
    except (Malformed, IllegalNotation) as error:
        found = (
            None if _is_notation(game, state, seat, typed) else fitting(menu.options.choices, menu.voice.game, typed)
        )
        if found:
            return found.action
        if typed.isdecimal() and isinstance(error, Malformed):  # no card is called so
            return menu.numbered(f"#{typed}")
        raise


def _is_notation(game: Game[Any], state: State, seat: int, typed: str) -> bool:
    """A decision typed in full is that one, even where the rules refuse it."""
    text, words = tidy(typed)[:LONGEST], game.words
    return any(words.notation(state, seat, action) == text for action in words.readings(state, seat, text))
