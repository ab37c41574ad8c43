"""How a card looks in a terminal: its number or name, a shape, a colour; never the colour alone.

As the deck describes it in [faces] (`core/faces.py`), else by the colour that its name begins with.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rich.style import Style
from rich.text import Text

from kartarna.core.deck import Deck

INK, PAPER = "#1c1a17", "#f4ecd8"
TONES = {
    "red": "#c23b33",
    "green": "#2f7d46",
    "yellow": "#e9bd2b",
    "blue": "#2f63b5",
    "purple": "#7a46a5",
    "orange": "#e07b27",
    "lilac": "#b9a0dc",
    "light blue": "#8cc4e8",
    "turquoise": "#2b9b97",
    "magenta": "#c73b8d",
    "olive": "#8a8a2c",
    "grey": "#8d8d8d",
    "black": "#333333",
    "gold": "#d4a72c",
    "sand": "#dcc9a0",
    "paper": PAPER,
}
LIGHT = {"yellow", "lilac", "light blue", "gold", "sand", "paper", "orange", "grey"}  # dark letters on these
SHAPES = {
    "circle": "●",
    "triangle": "▲",
    "star": "★",
    "square": "■",
    "diamond": "◆",
    "hexagon": "⬢",
    "cross": "✚",
}
SYMBOLS = {
    "up": "↑",
    "down": "↓",
    "swap": "⇄",
    "repeat": "↻",
    "reverse": "↺",
    "skip": "»",
    "take": "⇓",
    "give": "⇑",
    "discard": "✕",
    "double": "×2",
    "crown": "♛",
    "heart": "♥",
    "leaf": "♣",
    "drop": "◊",
    "sun": "☼",
    "moon": "☾",
    "flame": "△",
    "key": "⚷",
    "eye": "◉",
    "wave": "≈",
}
BACK = "░"
SHORT = 14  # letters of a name that a card has room for
# Where a deck has no colours: cool below zero, the warmer the higher.
WARMTH = (
    {"from": -99, "tone": "light blue"},
    {"from": 0, "tone": "paper"},
    {"from": 4, "tone": "sand"},
    {"from": 7, "tone": "gold"},
    {"from": 10, "tone": "orange"},
    {"from": 13, "tone": "red"},
)
NAMED = "purple"  # … and a card with a name instead of a number
NUMBER = re.compile(r"-?\d+")


@dataclass(frozen=True)
class CardFace:
    text: str
    tone: str = "paper"
    shape: str = ""
    symbol: str = ""

    @property
    def style(self) -> Style:
        return Style(bgcolor=TONES.get(self.tone, PAPER), color=INK if self.tone in LIGHT else "#ffffff", bold=True)

    @property
    def label(self) -> str:
        return f"{self.text}{SHAPES.get(self.shape, '')}{SYMBOLS.get(self.symbol, '')}"

    def chip(self, *, used: bool = False, count: int = 1) -> Text:
        """The card in one line; in brackets where the decision that is looked at uses it."""
        left, right = "[]" if used else "  "
        times = f"×{count}" if count > 1 else ""
        return Text().append(f"{left}{self.label}{times}{right}", self.style)

    def box(self, *, used: bool = False) -> Text:
        """The card in three lines, framed where the decision that is looked at uses it."""
        line = "─" * len(self.label)
        framed = (f"┌{line}┐", f"│{self.label}│", f"└{line}┘")
        edge = " " * (len(self.label) + 2)
        return Text("\n").join(Text(part, self.style) for part in (framed if used else (edge, f" {self.label} ", edge)))


@dataclass(frozen=True)
class Faces:
    """Draws the cards of one deck."""

    deck: Deck
    card_name: Callable[[str, str], str]  # of a card, in a language
    language: str

    def face(self, card: str) -> CardFace:
        mark, look = self._mark(card)
        text = card.removesuffix(mark) if mark else card
        if not look and (colour := self._colour(card)):
            look = colour
        name = self.card_name(card, self.language)
        if not any(letter.isdigit() for letter in card):
            text = short(name)
        elif not look and len(name) <= len(card) + 1:
            text = name  # `−3`, `1/5★`
        tone = str(look.get("tone") or self._step(text))
        return CardFace(text, tone, str(look.get("shape", "")), str(look.get("symbol", "")))

    def _mark(self, card: str) -> tuple[str, Mapping[str, Any]]:
        """The longest mark that the notation ends with, and how it looks."""
        marks = {**self._colours(), **self.deck.data.get("faces", {}).get("marks", {})}
        mark = max((mark for mark in marks if card.endswith(mark)), key=len, default="")
        return mark, marks.get(mark, {})

    def _colours(self) -> dict[str, dict[str, Any]]:
        found = self.deck.data.get("colours", {})
        return {
            letter: {"tone": colour.get("tone", colour.get("en")), "shape": colour.get("shape", "")}
            for letter, colour in found.items()
            if isinstance(colour, dict)
        }

    def _colour(self, card: str) -> Mapping[str, Any]:
        """Of a card whose name begins with a colour: `lilac 16`."""
        name = self.card_name(card, "en")
        fitting = [look for look in self._colours().values() if name.startswith(f"{look['tone']} ")]
        return max(fitting, key=lambda look: len(look["tone"]), default={})

    def _step(self, text: str) -> str:
        """The tone of a number, or of a name, that is no colour's."""
        plain = () if self._colours() else WARMTH
        steps = self.deck.data.get("faces", {}).get("numbers", plain)
        if number := NUMBER.search(text.replace("−", "-")):
            return str(([step["tone"] for step in steps if int(number[0]) >= step["from"]] or ["paper"])[-1])
        return NAMED if plain else "paper"


def short(name: str) -> str:
    return name if len(name) <= SHORT else f"{name[: SHORT - 1]}…"
