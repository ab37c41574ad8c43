"""`kartarna learn`: a course in plain lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from kartarna.games import OWN, get
from kartarna.learn.attempt import Attempt
from kartarna.learn.course import course
from tests.terminal.command import ALWAYS_FIRST, kartarna, lines, saved, the_only_game


def solutions(game: str) -> list[str]:
    """What to type from the first step to the real game."""
    typed = []
    for lesson in course(get(game).folder).lessons:
        attempt = None if lesson.is_game else Attempt(get(game), lesson)
        while attempt and not attempt.done:
            action = attempt.solution()
            typed.append(attempt.game.words.notation(attempt.state, attempt.seat, action))
            attempt.decide(action)
    return typed


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("game", OWN)
def test_a_course_is_done_to_the_end_of_its_game(game: str, language: str, home: Path) -> None:
    run = kartarna("learn", game, "--lang", language, typed=lines(*solutions(game)) + ALWAYS_FIRST)
    assert (run.code, run.err) == (0, "")
    for lesson in course(get(game).folder).lessons:
        assert lesson.prompt[language] in run.out
    for mark in course(get(game).folder).lessons[-1].marks:
        assert run.out.count(mark.words[language]) == 1  # each at one turn of the real game
    assert saved(the_only_game(home)).finished
    assert "{" not in run.out


def test_a_wrong_try_has_its_consequence_and_may_be_tried_again() -> None:
    run = kartarna("learn", "trop", "trop", typed=lines("draw", "10", "5"))
    assert "TROP-5: " in run.out
    brings, means, back = (run.out.index(part) for part in ("you are trop", "14 + 10 = 24", "It is taken back"))
    assert brings < means < back
    assert course(get("trop").folder).lessons[6].learnt["en"] in run.out


def test_what_is_done_is_kept(home: Path) -> None:
    first = solutions("gap")[0]
    assert "Go on: kartarna learn gap" in kartarna("learn", "gap", typed=lines(first, "quit")).out
    assert "Step 2 of" in kartarna("learn", "gap", typed=lines("quit")).out.split("Type your choice")[0]
    assert (home / "learnt.json").exists()


def test_one_may_skip_go_back_repeat_and_ask() -> None:
    run = kartarna(
        "learn", "gap", typed=lines("skip", "back", "again", "hint", "rules", "rules gap-8", "help", "look", "", "quit")
    )
    assert run.out.count("Step 1 of") == 3
    assert run.out.count("Step 2 of") == 1
    assert "Play your yellow 2." in run.out
    assert "GAP-3 [B]" in run.out
    assert "GAP-8 [B]" in run.out


def test_help_lists_what_may_be_chosen_and_what_it_brings() -> None:
    told = kartarna("learn", "trop", "trop", typed=lines("help", "quit")).out.split("help", 1)[-1]
    assert "#1 5: You play: 5. Total of the row: 19." in told


def test_many_choices_are_not_listed_unless_asked_for() -> None:
    """The right one would not even be among the first twelve."""
    told, helped = kartarna("learn", "karma", "set-up", typed=lines("help", "quit")).out.split("help\n", 1)
    assert "for instance: 3 5 8. There are 20 choices" in told
    assert "#1 3 5 8" not in told
    assert "#20 14 16 give" in helped
    several = kartarna("learn", "dnup", "lay", typed=lines("quit")).out
    assert "for instance: 4/2 4/2; turn." in several


def test_a_step_shows_what_lies_face_up_and_all_of_it_when_asked() -> None:
    told, looked = kartarna("learn", "three", "place", "--lang", "en", typed=lines("look", "quit")).out.split(
        "look\n", 1
    )
    assert "Row 2 (31–59): start 30, red 46, orange 57." in told
    assert "Hand: lilac 2, red 32" in told
    assert "Player 2" not in told
    assert "Player 2. Hand: 8 cards." in looked
    assert "Cards left over: 44 cards." in looked


def test_a_rule_leads_to_the_step_that_teaches_it() -> None:
    assert ": The score" in kartarna("learn", "gap", "GAP-8", typed=lines("quit")).out


def test_a_step_that_is_not_there_is_refused() -> None:
    run = kartarna("learn", "gap", "nothing")
    assert run.code == 2
    assert "there is no step 'nothing'; there are: same, " in run.err
