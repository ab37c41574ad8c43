"""`kartarna rules`: the rules of a game in our words, each with its id."""

from __future__ import annotations

import re
from typing import Annotated, Any

import typer

from kartarna.core.errors import OptionError
from kartarna.core.game import Game
from kartarna.core.rulebook import SHARED, Rule, find, page
from kartarna.games import get
from kartarna.terminal.arguments import GameName, Lang
from kartarna.terminal.play.example_text import example_lines
from kartarna.terminal.play.lesson_link import lesson_link
from kartarna.terminal.voice import Voice

EMPHASIS = re.compile(r"\*+(\S[^*]*)\*+|`([^`]*)`")


def show(
    game: GameName,
    rule: Annotated[str | None, typer.Argument(metavar="ID", help="One rule, such as ALL-1.")] = None,
    lang: Lang = None,
) -> None:
    """Show the rules of a game, or one rule."""
    voice, found = Voice(lang), get(game)
    if rule:
        voice.lines([one_rule(found, voice.language, rule), *lesson_link(voice, found, rule)])
        return
    lines = page_lines(found, voice.language)
    lead = lines.index("") + 1
    voice.lines([*lines[:lead], *example_lines(voice.language, found), *lines[lead:]])


def one_rule(game: Game[Any], language: str, rule: str) -> str:
    found = find(game.folder, language, rule)
    if found is None:
        ids = ", ".join([*page(game.folder, language).rules, *page(SHARED, language).rules])
        raise OptionError(f"{game.title} has no rule {rule!r:.40}; there are: {ids}")
    return rule_line(found)


def rule_lines(voice: Voice, game: Game[Any], rule: str) -> list[str]:
    """A rule that is asked for at a table, and how to try it out."""
    found = find(game.folder, voice.language, rule)
    if found is None:
        return [voice.sentence("no_such_rule", rule=rule)]
    return [rule_line(found), *lesson_link(voice, game, found.id)]


def rule_line(rule: Rule) -> str:
    source = f" [{rule.source}]" if rule.source else ""
    return plain(f"{rule.id}{source} {rule.text}")


def page_lines(game: Game[Any], language: str) -> list[str]:
    """The game's page and then the one that all games share."""
    texts = [page(folder, language).text.strip() for folder in (game.folder, SHARED)]
    return [plain(line) for line in "\n\n".join(texts).splitlines()]


def summary(game: Game[Any], language: str) -> str:
    """The line below the title: players, minutes, and what the game is about."""
    lines = page(game.folder, language).text.splitlines()[1:]
    return plain(next(line for line in lines if line.strip()))


def plain(line: str) -> str:
    """Without Markdown's marks, which a screen reader would spell out."""
    return EMPHASIS.sub(lambda match: match[1] or match[2] or "", line.removeprefix("- ").lstrip("# "))
