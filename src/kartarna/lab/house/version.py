"""A game as it is played at some table: with options, house rules and a deck of its own, or just by the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kartarna.core.errors import OptionError
from kartarna.core.game import Game, Option, Value
from kartarna.games import get

DECK = "deck"
FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True)
class GameVersion:
    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    deck: Mapping[str, Any] | None = None  # the data of a deck; None: the game's own

    @property
    def label(self) -> str:
        """What is changed in it."""
        changes = [f"{name} = {_shown(value)}" for name, value in self.options.items()]
        if self.deck is not None:
            changes.append(f"deck “{self.deck['name']}”")
        return ", ".join(changes) or "by the rules"


def version(game: str, players: int, changes: Sequence[str]) -> GameVersion:
    """From changes as one types them: `target=30`, `turning=no`, `deck=FILE`."""
    rules = get(game)
    options: dict[str, Value] = {}
    deck = None
    for change in changes:
        name, _, value = change.partition("=")
        if name == DECK:
            deck = rules.decks.read(Path(value))
        else:
            options[name] = _read(rules, name, value)
    rules.new(players, options, deck)
    return GameVersion(game, options, deck.data if deck else None)


def _read(rules: Game[Any], name: str, text: str) -> Value:
    option = next((option for option in rules.options if option.name == name), None)
    if option is None:
        known = ", ".join([*(f"{option.name}={_range(option)}" for option in rules.options), "deck=FILE"])
        raise OptionError(f"{rules.title} has nothing called {name!r:.40} to change; there is: {known}")
    if option.is_flag and text in FLAGS:
        return FLAGS[text]
    if not option.is_flag and text.isdecimal():
        return option.check(int(text))
    raise OptionError(f"write {name}={_range(option)}, not {name}={text:.40}")


def _range(option: Option) -> str:
    return "yes|no" if option.is_flag else f"{option.low}…{option.high}"


def _shown(value: Value) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
