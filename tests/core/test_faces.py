"""The table [faces] of a deck: what is drawn is checked when a deck is read, and a mistake is found with its line."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from kartarna.core.deck import Decks
from kartarna.core.errors import DeckError, EntryFault
from kartarna.core.faces import check_faces

GOOD = """
game = "made_up"
name = "Made up"

[colours.r]
cs = "rumělková"
en = "vermilion"
shape = "circle"
tone = "red"

[faces]
back = "turquoise"
emblem = "sun"
picture = ["1", "2r", "joker"]
numbers = [{ from = -3, tone = "blue" }, { from = 1, tone = "sand" }]

[faces.marks.joker]
tone = "magenta"
symbol = "swap"
"""

WRONG = [
    ('back = "turquoise"', 'back = "azure"', "'azure' is no tone; there are: red, green", 12),
    ('emblem = "sun"', 'emblem = ["sun"]', "['sun'] is no symbol", 13),
    ('emblem = "sun"', 'emblme = "sun"', "'emblme' is not known here; there are: back, emblem, picture, marks", 13),
    ('"joker"]', '"joker", "3", "4", "5"]', "picture is a list of at most 5 cards", 14),
    ('["1", ', "[1, ", "picture is a list of at most 5 cards", 14),
    ("from = 1,", "from = -9,", "the lowest first", 15),
    ("from = 1,", "from = true,", "begin at whole numbers", 15),
    ("from = 1,", "start = 1,", "numbers is a list of { from", 15),
    ('symbol = "swap"', 'shape = "swap"', "'swap' is no shape; there are: circle", 19),
    ('symbol = "swap"', 'picture = "swap"', "'picture' is not known here; there are: tone, shape, symbol", 19),
    ('tone = "red"', 'tone = "vermilion"', "'vermilion' is no tone", 9),
]


def test_a_deck_without_faces_is_fine() -> None:
    check_faces({"game": "x", "name": "X"})


def test_a_whole_table_is_accepted() -> None:
    check_faces(tomllib.loads(GOOD))


@pytest.mark.parametrize(("right", "wrong", "told", "line"), WRONG, ids=[wrong for _, wrong, _, _ in WRONG])
def test_a_mistake_is_told_with_its_line(right: str, wrong: str, told: str, line: int, tmp_path: Path) -> None:
    standard, spoilt = tmp_path / "deck.toml", tmp_path / "spoilt.toml"
    standard.write_text(GOOD, encoding="utf-8")
    (tmp_path / "words.toml").touch()
    spoilt.write_text(GOOD.replace(right, wrong), encoding="utf-8")
    decks = Decks("made_up", standard, lambda _data, _number: None)
    with pytest.raises(DeckError) as error:
        decks.read(spoilt)
    assert f"line {line}: " in str(error.value)
    assert told in str(error.value)


def test_faces_must_be_a_table() -> None:
    with pytest.raises(EntryFault) as error:
        check_faces({"faces": 3})
    assert error.value.kind == "wrong_faces"
