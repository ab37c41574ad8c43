"""Hints in lines of text: each time they are asked for, one depth more."""

from __future__ import annotations

from kartarna.coach.hint import CHOICE, COSTS, Hint
from kartarna.coach.words import spelled, tell
from kartarna.core.options import Choice
from kartarna.core.words import Teller
from kartarna.terminal.play.menu import Menu


class HintDepth:
    """How deep the next hint goes: deeper for the same question, from the beginning for another one."""

    def __init__(self) -> None:
        self.question = 0
        self.depth = 0

    def next(self, question: int) -> int:
        self.depth = min(CHOICE, self.depth + 1) if question == self.question else 1
        self.question = question
        return self.depth


def told_hint(hint: Hint, menu: Menu) -> str:
    """With the choices that cost too much by their notation: a line of text has no grey."""
    teller, choices = menu.voice.game, {choice.action: choice for choice in menu.options.choices}
    told = tell(hint, teller, lambda action: named(choices[action], teller))
    if hint.depth == COSTS and hint.costly:
        costly = ", ".join(choices[action].notation for action in hint.costly)
        told = f"{told} {menu.voice.sentence('hint_these', choices=costly)}"
    return told if hint.depth == CHOICE else f"{told} {menu.voice.sentence('hint_more')}"


def named(choice: Choice, teller: Teller) -> str:
    return spelled(choice.decision, teller)
