"""What a bot is called in a language: for all who show bots to people."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path


@cache
def _names() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


def called(bot: str) -> tuple[str, ...]:
    """All that people may call a bot: by its name, or by its titles in every language."""
    return (bot, *_names().get(bot, {}).values())


def title(bot: str, language: str) -> str:
    """Of a bot from elsewhere, the name it has given itself."""
    return _names()[bot][language] if bot in _names() else bot
