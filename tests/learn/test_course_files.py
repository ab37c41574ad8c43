"""A lessons.toml with a mistake in it is refused with a sentence that says where."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from kartarna.core.errors import IllegalDecision
from kartarna.games import get
from kartarna.learn.attempt import Attempt
from kartarna.learn.course import course, read_course
from kartarna.learn.entries import CourseError
from kartarna.learn.position import position

SAID = {"cs": "Ano.", "en": "Yes."}
WORDS = {"title": SAID, "prompt": SAID, "hint": SAID, "learnt": SAID}
STEP: dict[str, Any] = {
    "id": "first",
    "rules": ["GAP-3"],
    "players": 2,
    "options": {"starter": 1},
    "deal": {"left_out": "b p", "hand 1": "2y 4r", "row": "2r 2g"},
    "turns": [{"do": ["2y"]}],
    **WORDS,
}
LAST = {"id": "game", "players": 2, **WORDS}
RULES = {"GAP-3", "GAP-4"}


def table(**changed: Any) -> dict[str, Any]:
    return {"step": [deepcopy(STEP) | changed, LAST]}


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (table(id="Not good"), "step 1: an id"),
        (table(id="game"), "two steps are called 'game'"),
        (table(rules=["GAP-77"]), "there is no rule 'GAP-77'"),
        (table(prompt={"en": "Yes."}), r"step 1 \(first\), prompt: a sentence in each language"),
        (table(seat=3), "seat: a whole number from 1 to 2"),
        (table(turns=[{"do": ["2y"], "event": "takes"}]), "turn 1: either do or event"),
        (table(turns=[{"do": ["2y"], "wrong": [{"do": ["4r"]}]}]), "wrong 1: a sentence in each language"),
        (table(turns=[{"do": ["2y"], "wrong": [{"do": ["4r"], "event": "takes", **SAID}]}]), "wrong 1: do or event"),
        (table(trick=1), "unknown entry 'trick'"),
        (table(marks=[{"look": "row", "en": "Yes."}]), "mark 1: a sentence in each language"),
        (table(marks=[{**SAID}]), "mark 1: look, and a sentence in each language"),
        (table(turns=[]), "the last step, and only that one, is a game"),
        ({**table(), "no_lesson": {"GAP-4": ""}}, "rule ids, each with a reason"),
        ({**table(), "extra": 1}, "unknown entry 'extra'"),
    ],
)
def test_a_mistake_is_named(written: dict[str, Any], told: str) -> None:
    with pytest.raises(CourseError, match=told):
        read_course(written, RULES)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"deal": {"row": "2r 2g 3g 4g 5g"}}, "5 things for 'row', where 4 are dealt"),
        ({"deal": {"left_out": "b p", "row": "2b"}}, "'2b' is not there"),
        ({"play": ["1 9y"]}, "first: '1 9y'"),
        ({"play": ["9 2y"]}, "a decision is written SEAT NOTATION"),
        ({"options": {"starter": 5}}, "there is no seat 5"),
    ],
)
def test_a_position_that_cannot_be_is_named(changed: dict[str, Any], told: str) -> None:
    lesson = read_course(table(**changed), RULES).lessons[0]
    with pytest.raises(CourseError, match=told):
        position(get("gap"), lesson)


def test_an_illegal_reply_is_named() -> None:
    lesson = read_course(table(turns=[{"do": ["2y"], "replies": ["1 4r"]}]), RULES).lessons[0]
    attempt = Attempt(get("gap"), lesson)
    with pytest.raises(CourseError, match="step first: reply '1 4r'"):
        attempt.decide(attempt.solution())


def test_a_step_that_cannot_be_solved_is_named() -> None:
    lesson = read_course(table(turns=[{"do": ["9y"]}]), RULES).lessons[0]
    with pytest.raises(CourseError, match="turn 1 cannot be solved"):
        Attempt(get("gap"), lesson).solution()


def test_of_the_mistakes_that_fit_the_first_is_told_and_none_where_none_fits() -> None:
    said = [{"cs": word, "en": word} for word in ("one", "two", "three")]
    patterns = [{"do": ["4r"]}, {"event": "joins_row"}, {"event": "joins_row"}]
    wrong = [{**pattern, **words} for pattern, words in zip(patterns, said, strict=True)]
    lesson = read_course(table(turns=[{"do": ["2y"], "wrong": wrong}]), RULES).lessons[0]
    attempt = Attempt(get("gap"), lesson)
    words = attempt.game.words
    told = {
        words.notation(attempt.state, 0, action): Attempt(attempt.game, lesson).decide(action).meaning
        for action in attempt.state.legal_actions(0)
    }
    assert told.pop("2y") is None
    assert told.pop("4r") == said[0]
    assert said[1] in told.values()
    assert said[2] not in told.values()


def test_what_the_rules_refuse_has_not_happened() -> None:
    attempt = Attempt(get("gap"), read_course(table(), RULES).lessons[0])
    before = attempt.state.snapshot()
    with pytest.raises(IllegalDecision):
        attempt.decide(49)
    assert attempt.state.snapshot() == before


def test_a_game_without_a_course_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match="has no course"):
        course(tmp_path)
