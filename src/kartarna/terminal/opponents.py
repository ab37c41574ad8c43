"""Bots as people name them: a Czech title means the same bot as its short name, which is what is kept."""

from __future__ import annotations

from kartarna.bots import BOTS
from kartarna.bots.names import called
from kartarna.terminal.voice import folded


def bot_meant(typed: str) -> str:
    """The short name of the bot that is called so; what no bot is called stays as it was typed."""
    name = typed.strip()
    if folded(name) in BOTS:
        return folded(name)
    return next((bot for bot in BOTS if folded(name) in map(folded, called(bot))), name)


def entrant_meant(typed: str) -> str:
    """The same in a tournament, where settings may follow: silný:rollouts=0."""
    name, colon, settings = typed.strip().partition(":")
    return f"{bot_meant(name)}{colon}{settings}"
