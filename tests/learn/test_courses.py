"""Every course of ours: each step can be played, asks for something, and together they teach all rules."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

import pytest

from kartarna import bots
from kartarna.core.history import events_of
from kartarna.core.rulebook import SHARED, page
from kartarna.core.words import LANGUAGES, seen
from kartarna.games import OWN, get
from kartarna.learn.attempt import Attempt, Tried
from kartarna.learn.course import Lesson, course, untaught
from kartarna.learn.position import position


def steps() -> Iterator[tuple[str, Lesson]]:
    return ((name, lesson) for name in OWN for lesson in course(get(name).folder).lessons)


def wrong_decision(name: str, lesson: Lesson) -> int | None:
    """One that the rules allow and the step does not want."""
    game = get(name)
    state = Attempt(game, lesson).state
    return next((a for a in state.legal_actions(lesson.seat) if not Attempt(game, lesson).decide(a).right), None)


STEPS = [pytest.param(name, lesson, id=f"{name}-{lesson.id}") for name, lesson in steps() if not lesson.is_game]


@pytest.mark.parametrize("name", OWN)
def test_every_rule_is_taught_or_needs_no_lesson(name: str) -> None:
    folder = get(name).folder
    taught = {rule for lesson in course(folder).lessons for rule in lesson.rules}
    excused = set(course(folder).no_lesson)
    assert set(page(folder, "en").rules) == taught | excused
    assert not taught & excused


def test_the_shared_rules_need_no_lesson_and_say_why() -> None:
    assert set(untaught()) == set(page(SHARED, "en").rules)


@pytest.mark.parametrize("name", OWN)
def test_a_course_is_short_and_ends_in_a_game(name: str) -> None:
    game = get(name)
    lessons = course(game.folder).lessons
    last = lessons[-1]
    assert 6 <= len(lessons) <= 10
    assert last.is_game
    assert last.bot in bots.BOTS
    assert game.new(last.players, last.options).due()


@pytest.mark.parametrize(("name", "lesson"), STEPS)
def test_a_step_is_solved_and_its_replies_are_legal(name: str, lesson: Lesson) -> None:
    attempt = Attempt(get(name), lesson)
    while not attempt.done:
        tried = attempt.decide(attempt.solution())
        assert tried.right
        assert attempt.told(tried.steps[0])


@pytest.mark.parametrize(("name", "lesson"), STEPS)
def test_every_decision_that_a_step_names_is_one_that_solves_it(name: str, lesson: Lesson) -> None:
    attempt = Attempt(get(name), lesson)
    for turn in lesson.turns:
        words, state = attempt.game.words, attempt.state
        legal = {words.notation(state, attempt.seat, action) for action in state.legal_actions(attempt.seat)}
        assert set(turn.do) <= legal
        attempt.decide(attempt.solution())


@pytest.mark.parametrize(("name", "lesson"), STEPS)
def test_a_step_is_not_solved_by_doing_nothing_or_just_anything(name: str, lesson: Lesson) -> None:
    attempt = Attempt(get(name), lesson)
    assert not attempt.done
    assert attempt.state.waiting() >> attempt.seat & 1
    assert wrong_decision(name, lesson) is not None


@pytest.mark.parametrize(("name", "lesson"), STEPS)
def test_a_wrong_try_is_told_and_has_never_happened(name: str, lesson: Lesson) -> None:
    attempt = Attempt(get(name), lesson)
    before = attempt.state.snapshot()
    wrong = attempt.decide(wrong_decision(name, lesson) or 0)
    assert not wrong.right
    assert attempt.told(wrong.steps[0])
    assert attempt.state.snapshot() == before


@pytest.mark.parametrize(("name", "lesson"), STEPS)
def test_the_place_to_look_at_is_one_that_the_learner_sees(name: str, lesson: Lesson) -> None:
    attempt = Attempt(get(name), lesson)
    zones = attempt.game.view(attempt.state, attempt.seat).zones
    assert lesson.look in {zone.name if zone.seat is None else f"{zone.name}:{zone.seat}" for zone in zones}


@pytest.mark.parametrize("name", OWN)
def test_coach_marks_point_at_places_of_the_real_game(name: str) -> None:
    game, last = get(name), course(get(name).folder).lessons[-1]
    history = position(game, last)
    seen = game.view(history.state, last.seat).zones
    places = {zone.name if zone.seat is None else f"{zone.name}:{zone.seat}" for zone in seen}
    assert len(last.marks) == 3
    assert {mark.look for mark in last.marks} <= places


@pytest.mark.parametrize("name", OWN)
def test_coach_marks_are_of_the_last_step_only(name: str) -> None:
    assert not any(lesson.marks for lesson in course(get(name).folder).lessons[:-1])


A_DECISION = 6.0  # seconds
WORDS_A_SECOND = 3.0


def words_of(lesson: Lesson, language: str, *parts: str) -> int:
    return sum(len(getattr(lesson, part)[language].split()) for part in parts)


def told_by_right_tries(name: str, lesson: Lesson, language: str) -> int:
    """How many words tell what the decisions that are wanted bring."""
    attempt = Attempt(get(name), lesson)
    teller = attempt.game.teller(attempt.state, language, reader=attempt.seat)
    steps = [step for tried in right_tries(name, lesson) for step in tried.steps]
    return sum(len(teller.say(event).split()) for step in steps for event in attempt.told(step))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OWN)
def test_the_first_move_comes_soon_and_the_steps_take_four_minutes(name: str, language: str) -> None:
    """For who reads every word that there is, and makes no mistake."""
    *lessons, last = course(get(name).folder).lessons
    assert words_of(lessons[0], language, "title", "prompt") / WORDS_A_SECOND + A_DECISION <= 30
    read = sum(words_of(lesson, language, "title", "prompt", "learnt") for lesson in lessons)
    read += sum(told_by_right_tries(name, lesson, language) for lesson in lessons)
    read += words_of(last, language, "title", "prompt")
    turns = sum(len(lesson.turns) for lesson in lessons)
    assert read / WORDS_A_SECOND + A_DECISION * turns <= 4 * 60


@pytest.mark.parametrize("name", OWN)
def test_what_is_not_told_happens_and_a_try_is_always_told(name: str) -> None:
    game = get(name)
    lessons = course(game.folder).lessons
    happened = set()
    for lesson in lessons[:-1]:
        for tried in (*wrong_tries(name, lesson), *right_tries(name, lesson)):
            happened |= {event.kind for step in tried.steps for event in seen(events_of(game, step), lesson.seat)}
            assert Attempt(game, lesson).told(tried.steps[0])
    assert lessons[0].not_told <= happened


def right_tries(name: str, lesson: Lesson) -> Iterator[Tried]:
    attempt = Attempt(get(name), lesson)
    while not attempt.done:
        yield attempt.decide(attempt.solution())


def wrong_tries(name: str, lesson: Lesson) -> Iterator[Tried]:
    """Everything that the rules allow and the step does not want, at each of its turns."""
    attempt = Attempt(get(name), lesson)
    while not attempt.done:
        for action in attempt.state.legal_actions(attempt.seat):
            other = copy(attempt)
            other.history = attempt.history.fork()
            if not (tried := other.decide(action)).right:
                yield tried
        attempt.decide(attempt.solution())


@pytest.mark.parametrize(("name", "lesson"), STEPS)
def test_every_wrong_try_is_told_what_it_means_for_the_aim(name: str, lesson: Lesson) -> None:
    tries = list(wrong_tries(name, lesson))
    assert tries
    assert all(tried.meaning and set(tried.meaning) == set(LANGUAGES) for tried in tries)


@pytest.mark.parametrize(("name", "lesson"), STEPS)
def test_no_mistake_is_foreseen_that_cannot_be_made(name: str, lesson: Lesson) -> None:
    told = [tried.meaning for tried in wrong_tries(name, lesson)]
    assert [mistake.words for turn in lesson.turns for mistake in turn.wrong if mistake.words not in told] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OWN)
def test_no_two_mistakes_are_told_in_the_same_words(name: str, language: str) -> None:
    lessons = course(get(name).folder).lessons
    told = [wrong.words[language] for lesson in lessons for turn in lesson.turns for wrong in turn.wrong]
    assert len(set(told)) == len(told) > len(lessons)
