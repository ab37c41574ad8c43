"""The courses. Nothing is kept: whoever learns sends all decisions of the step each time."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Raw

from kartarna.core.options import options
from kartarna.core.step import Step
from kartarna.learn.attempt import Attempt, Tried
from kartarna.learn.course import Lesson, course, has_course
from kartarna.protocol import bodies, encoder
from kartarna.protocol.failures import Failed
from kartarna.protocol.handlers.about import game_named
from kartarna.protocol.routes import Name, Routes

ROUTES = Routes()


@ROUTES.add("GET", "/api/games/{game}/course")
async def lessons(game: str) -> bodies.CourseInfo:
    """The steps by which a game is learnt."""
    folder = game_named(game).folder
    if not has_course(folder):
        raise Failed(404, "not_found")
    return bodies.CourseInfo(lessons=[_info(lesson) for lesson in course(folder).lessons])


def _info(lesson: Lesson) -> bodies.LessonInfo:
    return bodies.LessonInfo(
        id=lesson.id,
        rules=list(lesson.rules),
        title=dict(lesson.title),
        prompt=dict(lesson.prompt),
        hint=dict(lesson.hint),
        learnt=dict(lesson.learnt),
        look=lesson.look,
        game=lesson.is_game,
        players=lesson.players,
        options=dict(lesson.options),
        bot=lesson.bot,
        marks=[bodies.CoachMarkInfo(mark.look, dict(mark.words)) for mark in lesson.marks],
    )


@ROUTES.add("POST", "/api/games/{game}/course/{step}")
async def attempt(game: str, step: Name, body: bodies.Tries) -> Annotated[Raw, bodies.LessonNow]:
    """A step as it stands after these decisions."""
    found = game_named(game)
    lesson = course(found.folder).lesson(step) if has_course(found.folder) else None
    if lesson is None or lesson.is_game:
        raise Failed(404, "not_found")
    learner = Attempt(found, lesson)
    tried = Tried(True, [])
    for action in body.actions:
        tried = learner.decide(action)
    return Raw(_written(learner, tried))


def _written(learner: Attempt, tried: Tried) -> bytes:
    game, state, seat = learner.game, learner.state, learner.seat
    writer = encoder.UpdateEncoder(game.id)

    def written(step: Step[Any]) -> dict[str, Any]:
        events = [writer.told(event) for event in learner.told(step)]
        return {"events": events, "view": encoder.view(game.view(step.after, seat))}

    return encoder.ENCODER.encode(
        {
            "view": encoder.view(game.view(state, seat)),
            "options": writer.options(options(game, state, seat)),
            "right": tried.right,
            "done": learner.done,
            "steps": [written(step) for step in tried.steps],
            "meaning": tried.meaning,
        }
    )
