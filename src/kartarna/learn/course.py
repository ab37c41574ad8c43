"""A course as the lessons.toml of a game's folder tells it, checked as it is read (docs/learn.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from kartarna.core.rulebook import SHARED, page
from kartarna.core.words import LANGUAGES
from kartarna.learn.entries import (
    SITUATION,
    CourseError,
    Sentence,
    Situation,
    check_names,
    check_rule,
    known_rules,
    listed,
    mapping,
    place_of,
    read_file,
    read_situation,
    sentence,
    text,
    texts,
)

FILE = "lessons.toml"
WORDS = ("prompt", "hint", "learnt")
COURSE = {"step", "not_told", "no_lesson"}
STEP = SITUATION | {"look", "turns", "bot", "marks", *WORDS}


@dataclass(frozen=True)
class Pattern:
    """Decisions: one of `do`, or any by which `event` happens."""

    do: Sequence[str] = ()
    event: str = ""


@dataclass(frozen=True)
class Mistake(Pattern):
    """Decisions that the rules allow, and what they mean for the aim of the step. Without a pattern: all others."""

    words: Sentence = field(default_factory=dict)

    @property
    def any(self) -> bool:
        return not self.do and not self.event


@dataclass(frozen=True)
class WantedTurn(Pattern):
    """A decision of the learner; then what the others do."""

    replies: Sequence[str] = ()  # as in `play`
    wrong: Sequence[Mistake] = ()  # the first that fits is told


class CoachMark(NamedTuple):
    """Said at a turn of the real game, about a place to look at."""

    look: str
    words: Sentence


@dataclass(frozen=True)
class Lesson(Situation):
    """A step of a course, seen with the learner's eyes. One without turns is a short real game against bots."""

    KIND: ClassVar[str] = "step"

    prompt: Sentence
    hint: Sentence
    learnt: Sentence
    look: str  # the place to look at: `row`, `hand:0`
    turns: Sequence[WantedTurn]
    bot: str  # the level of the bots in a real game
    marks: Sequence[CoachMark]  # one for each of the first own turns of the real game
    not_told: frozenset[str]  # kinds of events, in all steps of the course: the board shows them

    @property
    def is_game(self) -> bool:
        return not self.turns


@dataclass(frozen=True)
class Course:
    lessons: Sequence[Lesson]
    no_lesson: Mapping[str, str]  # rules that need none, and why

    def lesson(self, name: str) -> Lesson | None:
        return next((lesson for lesson in self.lessons if lesson.id == name), None)

    def teaching(self, rule: str) -> Lesson | None:
        """The first step that teaches a rule."""
        return next((lesson for lesson in self.lessons if rule in lesson.rules), None)


def has_course(folder: Path) -> bool:
    return (folder / FILE).exists()


@cache
def course(folder: Path) -> Course:
    """The course of the game in this folder."""
    if not has_course(folder):
        raise CourseError(f"{folder.name} has no course: there is no {FILE} in its folder")
    try:
        return read_course(read_file(folder / FILE), known_rules(folder))
    except CourseError as error:
        raise CourseError(f"{folder.name}/{FILE}: {error}") from error


@cache
def untaught() -> Mapping[str, str]:
    """Of the rules that all games share, those that need no lesson, and why."""
    return _reasons(read_file(SHARED / FILE).get("no_lesson", {}), set(page(SHARED, "en").rules))


def read_course(table: Mapping[str, Any], rules: set[str]) -> Course:
    if unknown := set(table) - COURSE:
        raise CourseError(f"unknown entry {min(unknown)!r:.40}; there are: {', '.join(sorted(COURSE))}")
    steps = listed(table.get("step"), "step")
    not_told = frozenset(texts(table.get("not_told", []), "not_told"))
    lessons = [_lesson(entry, place, rules, not_told) for place, entry in enumerate(steps, 1)]
    check_names(lessons)
    if not lessons or not lessons[-1].is_game or any(lesson.is_game for lesson in lessons[:-1]):
        raise CourseError("the last step, and only that one, is a game: it has no turns")
    return Course(tuple(lessons), _reasons(table.get("no_lesson", {}), rules))


def _reasons(table: Any, rules: set[str]) -> Mapping[str, str]:
    if not isinstance(table, dict) or not all(isinstance(reason, str) and reason for reason in table.values()):
        raise CourseError("no_lesson: rule ids, each with a reason")
    for rule in table:
        check_rule(rule, rules, "no_lesson")
    return table


def _lesson(entry: Any, place: int, rules: set[str], not_told: frozenset[str]) -> Lesson:
    where = place_of(entry, Lesson.KIND, place, STEP)
    turns = listed(entry.get("turns", []), where)
    marks = listed(entry.get("marks", []), f"{where}, marks")
    words: dict[str, Any] = {name: sentence(entry.get(name), f"{where}, {name}") for name in WORDS}
    return Lesson(
        **read_situation(entry, where, rules),
        **words,
        look=text(entry.get("look", ""), f"{where}, look"),
        turns=tuple(_turn(turn, f"{where}, turn {at}") for at, turn in enumerate(turns, 1)),
        bot=text(entry.get("bot", "easy"), f"{where}, bot"),
        marks=tuple(_mark(mark, f"{where}, mark {at}") for at, mark in enumerate(marks, 1)),
        not_told=not_told,
    )


def _turn(entry: Any, where: str) -> WantedTurn:
    table = mapping(entry, where)
    if set(table) - {"do", "event", "replies", "wrong"} or ("do" in table) == ("event" in table):
        raise CourseError(f"{where}: either do or event, and replies and wrong if there are any")
    wrong = listed(table.get("wrong", []), f"{where}, wrong")
    return WantedTurn(
        **_pattern(table, where),
        replies=texts(table.get("replies", []), f"{where}, replies"),
        wrong=tuple(_mistake(entry, f"{where}, wrong {at}") for at, entry in enumerate(wrong, 1)),
    )


def _pattern(table: Mapping[str, Any], where: str) -> dict[str, Any]:
    return {
        "do": texts(table.get("do", []), f"{where}, do"),
        "event": text(table.get("event", ""), f"{where}, event"),
    }


def _mistake(entry: Any, where: str) -> Mistake:
    table = mapping(entry, where)
    words = _words(table, where)
    if set(table) - {"do", "event", *words} or ("do" in table and "event" in table):
        raise CourseError(f"{where}: do or event or neither, and a sentence in each language")
    return Mistake(**_pattern(table, where), words=words)


def _mark(entry: Any, where: str) -> CoachMark:
    table = mapping(entry, where)
    words = _words(table, where)
    if set(table) != {"look", *words}:
        raise CourseError(f"{where}: look, and a sentence in each language")
    return CoachMark(text(table["look"], f"{where}, look"), words)


def _words(table: Mapping[str, Any], where: str) -> Sentence:
    """The sentence of an entry that has other fields beside it."""
    return sentence({name: table[name] for name in table if name in LANGUAGES}, where)
