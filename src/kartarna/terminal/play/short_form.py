"""A decision in few words, where they fit only one: a colour, a number, what the button says, in either language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kartarna.core.errors import Ambiguous
from kartarna.core.notation import LONGEST
from kartarna.core.options import Choice
from kartarna.core.words import LANGUAGES, Teller
from kartarna.terminal.voice import folded

TOKEN = re.compile(r"-?\w+(?:/\d+)?")
PARTS = re.compile(r"-?\d+|[^\W\d_]+")  # of `7r` the number and the colour, of `5/3` the value that counts
ENDING = re.compile(r"[aeiouy]+$")  # bílá, bílou: the same colour
STEM = 4  # letters that words have in common: lízni, líznout
LISTED = 12  # of those that may be meant


def fitting(choices: Sequence[Choice], teller: Teller, typed: str) -> Choice | None:
    """The only choice that the words fit; an Ambiguous lists several."""
    words = _tokens(typed[:LONGEST])
    if not words or len(set(words)) < len(words):  # `7 7` is no short form of one 7
        return None
    fits = [choice for choice in choices if all(_fits(_said(choice, teller), word) for word in words)]
    if len(fits) > 1:
        notations = [f"#{choices.index(choice) + 1} {choice.notation}" for choice in fits[:LISTED]]
        more = ["…"] if len(fits) > LISTED else []
        facts = {"text": typed[:LONGEST], "notations": ", ".join([*notations, *more])}
        raise Ambiguous(teller.sentence("ambiguous", facts))
    return fits[0] if fits else None


def _fits(said: set[str], word: str) -> bool:
    """Letters and numbers are typed in full; a word may be cut short, or have another ending."""
    if not word.isalpha() or len(word) == 1:
        return word in said
    return any(other.startswith(word) or _alike(other, word) for other in said)


def _alike(one: str, other: str) -> bool:
    stem = ENDING.sub("", one)
    return (len(stem) >= STEM - 1 and stem == ENDING.sub("", other)) or (
        min(len(one), len(other)) >= STEM and one[:STEM] == other[:STEM]
    )


def _said(choice: Choice, teller: Teller) -> set[str]:
    tokens = {token for text in _texts(choice, teller) for token in _tokens(text)}
    return tokens | {part for token in tokens for part in PARTS.findall(token.partition("/")[0])}


def _texts(choice: Choice, teller: Teller) -> Iterator[str]:
    """What a choice is called, in all languages: its notation, its cards, its sentence, its button."""
    yield choice.notation
    for language in LANGUAGES:
        told = replace(teller, language=language)
        yield told.say(choice.decision)
        yield from (told.tell(card) for card in choice.cards)
        if (button := f"do_{choice.decision.kind}") in told.sentences:
            yield told.sentence(button, choice.decision.facts)


def _tokens(text: str) -> list[str]:
    return TOKEN.findall(folded(text.replace("−", "-")))
