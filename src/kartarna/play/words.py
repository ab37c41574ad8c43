"""Sentences of tables beside those of the game."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from kartarna.core import words
from kartarna.core.words import Teller
from kartarna.play.model.table import Table

FILE = Path(__file__).with_name("words.toml")


@cache
def sentences() -> words.Table:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@cache
def phrases() -> tuple[str, ...]:
    """The ids of what can be said at a table."""
    return tuple(key.removeprefix("phrase_") for key in sentences() if key.startswith("phrase_"))


def teller(table: Table, language: str) -> Teller:
    """Tells updates and refusals of this table in a language."""
    game = table.game.teller(table.state, language, table.names())
    return Teller({**sentences(), **game.sentences}, game.card_name, language, game.names)
