"""`kartarna rules GAME`: the examples as text positions, before and after."""

from __future__ import annotations

import pytest

from kartarna.games import OWN, get
from kartarna.learn.examples import examples
from tests.terminal.command import kartarna

PLAYED = "You play: yellow 2. You take 3 cards: red 2, green 2, yellow 2. From the deck to the row: green 1, yellow 8."


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("game", OWN)
def test_every_example_is_told_before_the_rules(game: str, language: str) -> None:
    run = kartarna("rules", game, "--lang", language)
    assert (run.code, run.err) == (0, "")
    pictures, rules = run.out.split(f"\n{game.upper()}-1 [", 1)
    for example in examples(get(game).folder):
        assert example.before[language] in pictures
        assert example.after[language] in pictures
        assert example.before[language] not in rules
    assert "{" not in run.out
    before = {"cs": "  Před tahem:", "en": "  Before:"}[language]
    assert pictures.count(f"\n{before}\n") == len(examples(get(game).folder))


def test_a_position_is_told_as_it_stands_before_and_after() -> None:
    lines = kartarna("rules", "gap", "--lang", "en").out.splitlines()
    start = lines.index("A turn: Play one card (GAP-3, GAP-5)")
    assert lines[start + 3 : start + 11] == [
        "    Row: red 2, green 2, yellow 5, green 7.",
        "    You. Collection: nothing.",
        "    You. Hand: green 0, yellow 2, red 4, green 6, red 8, red 9.",
        f"  {PLAYED}",
        "  After:",
        "    Row: green 1, yellow 5, green 7, yellow 8.",
        "    You. Collection: red 2, green 2, yellow 2.",
        "    You. Hand: green 0, red 4, green 6, red 8, red 9.",
    ]
