"""What the terminal says and hears: plain lines of text, no colour, no boxes, no moving cursor."""

from __future__ import annotations

import os
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from shutil import get_terminal_size
from typing import Any

import typer

import kartarna
from kartarna.core.game import Game
from kartarna.core.state import State
from kartarna.core.words import Event, Fact, Table, Teller, catalogue

FOLDER = Path(__file__).parent
WIDEST = 100  # letters on a line that are still pleasant to read


def language_of(environment: Mapping[str, str]) -> str:
    """The language of the system: Czech or, for everyone else, English."""
    chosen = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return "cs" if chosen.startswith("cs") else "en"


class Voice:
    """Speaks one language. The terminal's own sentences stand in the words.toml beside this file."""

    def __init__(self, language: str | None = None) -> None:
        self.language = language or language_of(os.environ)
        self.own = Teller(catalogue(FOLDER), lambda card, _: card, self.language, ())
        self.game = self.own

    def at_table(self, game: Game[Any], state: State, names: Sequence[str]) -> None:
        """From now on also tells of this game, its cards and these people."""
        self.game = game.teller(state, self.language, names)
        self.own = replace(self.game, sentences=self.own.sentences)

    def address(self, reader: int | None) -> None:
        """From now on speaks to this seat: it is “you”."""
        self.game, self.own = replace(self.game, reader=reader), replace(self.own, reader=reader)

    def sentence(self, kind: str, **facts: Fact) -> str:
        return self.own.sentence(kind, facts)

    def say(self, kind: str, **facts: Fact) -> None:
        self.line(self.sentence(kind, **facts))

    def tell(self, events: Sequence[Event], *, apart: bool) -> None:
        """A decision and what it brings is one paragraph; a deal or a score has a line for each sentence."""
        self.paragraph([self.told(event) for event in events], apart=apart)

    def told(self, event: Event) -> str:
        """What is no word of the game is the terminal's own."""
        return (self.game if event.kind in self.game.sentences else self.own).say(event)

    def paragraph(self, sentences: Sequence[str], *, apart: bool) -> None:
        if sentences:
            self.lines(sentences if apart else [" ".join(sentences)])

    def lines(self, texts: Iterable[str]) -> None:
        for text in texts:
            self.line(text)

    def line(self, text: str = "") -> None:
        typer.echo(_folded(printable(text)) if sys.stdout.isatty() else printable(text))

    def warn(self, text: str) -> None:
        typer.echo(printable(text), err=True)

    def note_interpreted(self) -> None:
        """Said once, unless the interpreted rules were asked for."""
        if not kartarna.COMPILED and not os.environ.get("KARTARNA_INTERPRETED"):
            self.warn(self.sentence("interpreted"))

    def learn(self, sentences: Table) -> None:
        """Sentences that a table needs beside those of its game."""
        self.game = replace(self.game, sentences={**sentences, **self.game.sentences})

    def ask(self, kind: str, **facts: Fact) -> str:
        """A line that the person types. EOFError: nobody will type any more."""
        self.prompt(kind, **facts)
        return self.hear()

    def prompt(self, kind: str, **facts: Fact) -> None:
        typer.echo(printable(self.sentence(kind, **facts)) + " ", nl=False)

    def hear(self) -> str:
        typed = sys.stdin.readline()
        if not typed:
            raise EOFError
        if not sys.stdin.isatty():
            typer.echo(printable(typed.rstrip("\n")))  # nobody saw it being typed
        return typed.strip()


def printable(text: str) -> str:
    """A name in a foreign record may hold anything, even commands to the terminal."""
    return "".join(letter if letter.isprintable() or letter in "\n\u00a0" else "�" for letter in text)


def _folded(text: str) -> str:
    fold = textwrap.TextWrapper(
        min(WIDEST, get_terminal_size().columns),
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join(fold.fill(line) for line in text.split("\n"))


def folded(word: str) -> str:
    """Small letters without accents: PROČ and proc are the same command."""
    return "".join(letter for letter in unicodedata.normalize("NFD", word.lower()) if not unicodedata.combining(letter))
