"""`kartarna learn`: a game learnt by playing, step by step."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kartarna.core.errors import OptionError
from kartarna.core.game import Game
from kartarna.games import get
from kartarna.learn.course import Course, Lesson, course
from kartarna.terminal.arguments import GameName, Lang
from kartarna.terminal.play.game import begin, seated
from kartarna.terminal.play.lessons import LessonDialogue, done_steps, keep_done
from kartarna.terminal.voice import Voice


def learn(
    game: GameName,
    step: Annotated[str | None, typer.Argument(metavar="STEP", help="A step by its name or a rule it teaches.")] = None,
    lang: Lang = None,
) -> None:
    """Learn a game by playing, from the first step that is not done."""
    voice, found = Voice(lang), get(game)
    lessons = course(found.folder)
    place = _place_of(lessons, step) if step else _first_open(lessons, done_steps(found.id))
    voice.say("course_opens", title=found.title, count=len(lessons.lessons))
    voice.say("lesson_begins")
    try:
        _go(voice, found, lessons, place)
    except (EOFError, KeyboardInterrupt):
        voice.line()
        voice.say("course_left", game=found.id)


def _place_of(lessons: Course, wanted: str) -> int:
    found = lessons.lesson(wanted.lower()) or lessons.teaching(wanted.upper())
    if found is None:
        names = ", ".join(lesson.id for lesson in lessons.lessons)
        raise OptionError(f"there is no step {wanted!r:.40}; there are: {names}")
    return lessons.lessons.index(found)


def _first_open(lessons: Course, done: list[str]) -> int:
    """Who has done them all begins again."""
    places = [place for place, lesson in enumerate(lessons.lessons) if lesson.id not in done]
    return places[0] if places else 0


def _go(voice: Voice, game: Game[Any], lessons: Course, place: int) -> None:
    while not lessons.lessons[place].is_game:
        on = LessonDialogue(voice, game, lessons, place).run()
        if on is None:
            voice.say("course_left", game=game.id)
            return
        place = max(0, place + on)
    _play(voice, game, lessons.lessons[place], len(lessons.lessons))


def _play(voice: Voice, game: Game[Any], lesson: Lesson, count: int) -> None:
    """The last step is a short real game."""
    voice.line()
    voice.say("lesson", number=count, count=count, title=lesson.title[voice.language])
    voice.lines([lesson.prompt[voice.language], lesson.hint[voice.language]])
    keep_done(game.id, lesson.id)
    seats = seated(voice, game, players=lesson.players, bot=lesson.bot)
    begin(voice, game, seats, dict(lesson.options), marks=[mark.words[voice.language] for mark in lesson.marks])
