"""The coach's own sentences, and a hint told in them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from kartarna.coach.hint import Hint
from kartarna.core.words import Event, Table, Teller

FILE = Path(__file__).with_name("words.toml")


@cache
def sentences() -> Table:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def tell(hint: Hint, teller: Teller, spell: Callable[[int], str]) -> str:
    """In one paragraph; `spell` names a decision."""
    choices = {name: spell(action) for name, action in hint.choices.items()}
    return " ".join(teller.sentence(event.kind, {**event.facts, **choices}) for event in hint.events)


def spelled(decision: Event, teller: Teller) -> str:
    """A decision as a button has it; as the sentence that tells it, where the game has no such words."""
    short = f"do_{decision.kind}"
    return teller.sentence(short if short in teller.sentences else decision.kind, decision.facts).removesuffix(".")
