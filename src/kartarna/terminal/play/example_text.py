"""The examples in the rules of a game, in lines: a position, what is played, the position after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kartarna.core.game import Game
from kartarna.core.state import State
from kartarna.learn.examples import MINUTE, Example, Pair, examples
from kartarna.terminal.play.view_text import places
from kartarna.terminal.voice import Voice


def example_lines(language: str, game: Game[Any]) -> Iterator[str]:
    """The game in one minute, and then the other examples; nothing if it has none."""
    voice, found = Voice(language), examples(game.folder)
    minute = [example for example in found if example.id in MINUTE]
    others = [example for example in found if example.id not in MINUTE]
    for heading, part in (("in_one_minute", minute), ("examples", others)):
        if part:
            yield voice.sentence(heading)
        for example in part:
            yield from _lines(voice, game, example)
            yield ""


def _lines(voice: Voice, game: Game[Any], example: Example) -> Iterator[str]:
    pair = Pair(game, example)
    voice.at_table(game, pair.before, ())
    voice.address(example.seat)
    rules = ", ".join(example.rules)
    kind = f"minute_{example.id}" if example.id in MINUTE else "example"
    yield voice.sentence(kind, title=example.title[voice.language], rules=rules)
    yield example.before[voice.language]
    yield from _position(voice, game, example, pair.before, "before")
    if pair.reason:
        notation, rule = example.refused.partition(" ")[2], voice.game.rule(pair.reason.kind)
        yield voice.sentence("refused", card=notation, rule=rule, reason=voice.told(pair.reason))
    else:
        yield from ("  " + " ".join(voice.told(event) for event in events) for events in pair.told())
        yield from _position(voice, game, example, pair.after, "after")
    yield example.after[voice.language]


def _position(voice: Voice, game: Game[Any], example: Example, state: State, when: str) -> Iterator[str]:
    yield "  " + voice.sentence(when)
    yield from (f"    {place}" for place in places(voice, game.view(state, example.seat), example.show))
