"""An examples.toml with a mistake in it is refused with a sentence that says where; a game need not have one."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from kartarna.games import get
from kartarna.learn.entries import CourseError
from kartarna.learn.examples import Pair, examples, read_examples

SAID = {"cs": "Ano.", "en": "Yes."}
STEP = {
    "id": "same",
    "players": 2,
    "options": {"starter": 1},
    "deal": {"left_out": "b p", "hand 1": "2y 4r", "row": "2r 2g 5y 7g"},
}
ENTRY: dict[str, Any] = {
    "id": "turn",
    "step": "same",
    "rules": ["GAP-3"],
    "show": ["row"],
    "then": ["1 2y"],
    "brings": {"takes": {"seat": 1, "cards": "2r 2g 2y"}},
    "title": SAID,
    "before": SAID,
    "after": SAID,
}


def read(**changed: Any) -> Pair:
    table = {"example": [deepcopy(ENTRY) | changed]}
    return Pair(get("gap"), read_examples(table, [STEP], {"GAP-3"})[0])


def test_a_good_one_is_played() -> None:
    assert list(read().unproved()) == []


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"id": "Not good"}, "example 1: an id"),
        ({"step": "other"}, r"example 1 \(turn\), step: there is none called 'other'"),
        ({"rules": ["GAP-77"]}, "there is no rule 'GAP-77'"),
        ({"after": {"en": "Yes."}}, "after: a sentence in each language"),
        ({"then": []}, "rules, show, brings and then are needed"),
        ({"refused": "1 9r"}, "or refused instead of then"),
        ({"then": [], "refused": "1 2y"}, "'1 2y': this is no decision that is refused"),
        ({"trick": 1}, "unknown entry 'trick'"),
        ({"then": ["1 2g"]}, "gap, example turn: '1 2g'"),
        ({"then": ["2 2y"]}, "gap, example turn: "),
        ({"brings": ["takes"]}, "brings: a table is needed"),
    ],
)
def test_a_mistake_is_named(changed: dict[str, Any], told: str) -> None:
    with pytest.raises(CourseError, match=told):
        read(**changed)


def test_words_that_are_not_true_are_found() -> None:
    assert list(read(brings={"takes": {"cards": "2r"}}).unproved()) == ["takes {'cards': '2r'}"]
    assert list(read(brings={"joins_row": {}}).unproved()) == ["joins_row {}"]


def test_what_is_refused_is_told_with_its_reason_and_changes_nothing() -> None:
    pair = read(then=[], refused="1 9r", brings={"not_held": {"card": "9r"}})
    assert list(pair.unproved()) == []
    assert pair.before.snapshot() == pair.after.snapshot()
    assert list(read(then=[], refused="1 9r").unproved()) == ["takes {'seat': 1, 'cards': '2r 2g 2y'}"]


def test_an_example_may_begin_where_one_above_it_does() -> None:
    second = deepcopy(ENTRY) | {"id": "again", "like": "turn", "then": ["1 4r"], "brings": {"takes": {}}}
    del second["step"]
    found = read_examples({"example": [ENTRY, second]}, [STEP], {"GAP-3"})
    assert list(Pair(get("gap"), found[1]).unproved()) == []
    with pytest.raises(CourseError, match="like: there is none called 'turn'"):
        read_examples({"example": [second, ENTRY]}, [STEP], {"GAP-3"})


def test_a_game_without_examples_has_none(tmp_path: Path) -> None:
    assert examples(tmp_path) == ()
