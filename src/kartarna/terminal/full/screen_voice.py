"""A voice whose lines stand on the screen, and whose answers come from it."""

from __future__ import annotations

from queue import SimpleQueue
from typing import Protocol

from kartarna.core.words import Fact
from kartarna.terminal.voice import Voice, printable


class Listener(Protocol):
    def hear_line(self, text: str) -> None:
        """Show it below what was said before."""


class ScreenVoice(Voice):
    """Until there is a screen, lines wait for it; when it is gone, they are plain lines again."""

    def __init__(self, language: str | None = None) -> None:
        super().__init__(language)
        self.screen: Listener | None = None
        self.waiting: list[str] = []
        self.gone = False
        self.aside = False  # something else is asked than what to decide
        self.typed: SimpleQueue[str | None] = SimpleQueue()  # None: nobody will type any more

    def appear(self, screen: Listener) -> None:
        self.screen = screen
        for text in self.waiting:
            screen.hear_line(text)
        self.waiting.clear()

    def vanish(self) -> None:
        self.screen, self.gone = None, True

    def line(self, text: str = "") -> None:
        if self.gone:
            super().line(text)
        elif self.screen:
            self.screen.hear_line(printable(text))
        else:
            self.waiting.append(printable(text))

    def warn(self, text: str) -> None:
        if self.gone:
            super().warn(text)
        else:
            self.line(text)

    def prompt(self, kind: str, **facts: Fact) -> None:
        """For a decision the field is always there; any other question is put in the log."""
        self.aside = kind != "prompt"
        if self.aside:
            self.say(kind, **facts)

    def hear(self) -> str:
        typed = self.typed.get()
        if typed is None:
            raise EOFError
        return typed.strip()
