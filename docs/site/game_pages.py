"""A page for each game and language, from the game's own folder and from games that are played for it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from kartarna.core.game import Game
from kartarna.core.rulebook import SHARED, page
from kartarna.games import GAMES
from kartarna.learn.course import course as course_in
from kartarna.learn.course import has_course
from kartarna.terminal.commands.deck import listing
from kartarna.terminal.voice import Voice

HEADINGS = {
    "course": {"en": "Learn it by playing", "cs": "Nauč se ji hraním"},
    "options": {"en": "Options", "cs": "Volby"},
    "deck": {"en": "The deck", "cs": "Balíček"},
    "measured": {"en": "What is measured", "cs": "Co je změřeno"},
    "start": {"en": "Play it: `kartarna play {game}`", "cs": "Hraj: `kartarna play {game}`"},
    "greedy": {
        "en": "Quick players (`greedy`) among themselves: how long a game takes, and what a seat is worth.",
        "cs": "Rychlí boti (`greedy`) mezi sebou: jak dlouhá je hra a co znamená místo u stolu.",
    },
    "skill": {
        "en": "`greedy` against `random`: how much looking one step ahead is worth.",
        "cs": "`greedy` proti `random`: kolik přinese dívat se o krok dopředu.",
    },
    "ladder": {
        "en": "How much more searching brings ([how to read this](ladder.md)):",
        "cs": "Co přinese důkladnější hledání ([jak to číst, anglicky](ladder.md)):",
    },
}
GAMES_PLAYED = 2000


def pages(ladder: str) -> dict[str, str]:
    """By file name: `gap.md` in English, `gap.cs.md` in Czech, and what all games share."""
    made = {name("shared", lang): page(SHARED, lang).text for lang in ("en", "cs")}
    for game in GAMES.values():
        if game.folder.parent == SHARED:  # not of a package of its own
            figures = measured(game.id)
            made |= {name(game.id, lang): game_page(game, lang, figures, ladder) for lang in ("en", "cs")}
    return made


def name(game: str, lang: str) -> str:
    return f"game-{game}.md" if lang == "en" else f"game-{game}.{lang}.md"


def game_page(game: Game[Any], lang: str, figures: dict[str, str], ladder: str) -> str:
    title, _, rules = page(game.folder, lang).text.partition("\n")
    return "\n\n".join(
        [
            title,
            HEADINGS["start"][lang].format(game=game.id),
            rules.strip(),
            f"[{page(SHARED, lang).title}]({name('shared', lang)})",
            *section("course", lang, course(game, lang)),
            *section("options", lang, options(game, lang)),
            *section("deck", lang, deck(game, lang)),
            *section("measured", lang, "\n\n".join([*told(figures, lang), *levels(game, lang, ladder)])),
        ]
    )


def section(kind: str, lang: str, text: str) -> list[str]:
    return [f"## {HEADINGS[kind][lang]}", text] if text else []


def course(game: Game[Any], lang: str) -> str:
    if not has_course(game.folder):
        return ""
    steps = [f"1. {step.title[lang]}: {step.learnt[lang]}" for step in course_in(game.folder).lessons]
    return "\n".join([f"`kartarna learn {game.id}`\n", *steps])


def options(game: Game[Any], lang: str) -> str:
    sentences = game.sentences()
    return "\n".join(
        f"- `--{option.name.replace('_', '-')}`: {sentences[f'option_{option.name}'][lang]}" for option in game.options
    )


def deck(game: Game[Any], lang: str) -> str:
    return "\n".join(f"- {line.strip()}" for line in listing(Voice(lang), game, game.decks.standard))


# ---- figures ---------------------------------------------------------------------------------------


def measured(game: str) -> dict[str, str]:
    """Played for the page, from one seed: everyone who types it gets the same figures."""
    played = ["--games", str(GAMES_PLAYED), "--seed", "1"]
    return {
        "greedy": shown("simulate", game, "--players", "3", "--bots", "greedy", *played),
        "skill": shown("arena", game, "--players", "3", "--bots", "greedy,random", *played),
    }


def shown(*command: str) -> str:
    run = subprocess.run([sys.executable, "-m", "kartarna", *command], capture_output=True, text=True, check=True)
    lines = [line.rstrip() for line in run.stdout.splitlines() if not re.search(r"second", line)]  # of this machine
    return "\n".join(["```text", f"$ kartarna {' '.join(command)}", *lines, "```"])


def told(figures: dict[str, str], lang: str) -> list[str]:
    return [text for kind, figure in figures.items() for text in (HEADINGS[kind][lang], figure)]


def levels(game: Game[Any], lang: str, ladder: str) -> list[str]:
    """The game's table of the ladder, as it was measured."""
    found = re.search(rf"^## {re.escape(game.title)}\n\n(\|.*?)\n\n", ladder + "\n\n", re.MULTILINE | re.DOTALL)
    return [HEADINGS["ladder"][lang], found[1]] if found else []


def write(folder: Path, ladder: str) -> None:
    for file, text in pages(ladder).items():
        (folder / file).write_text(text + "\n", encoding="utf-8")
