"""From a rule to the step of the course that teaches it."""

from __future__ import annotations

from typing import Any

from kartarna.core.game import Game
from kartarna.learn.course import course, has_course
from kartarna.terminal.voice import Voice


def lesson_link(voice: Voice, game: Game[Any], rule: str) -> list[str]:
    """A line that says how to try the rule out; none, if no step teaches it."""
    if not has_course(game.folder) or course(game.folder).teaching(rule.upper()) is None:
        return []
    return [voice.sentence("lesson_link", game=game.id, rule=rule.upper())]


class LessonLinks:
    """Of one sitting: each rule is led from once, however often it refuses."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        self.shown: set[str] = set()

    def once(self, game: Game[Any], rule: str) -> list[str]:
        if rule in self.shown:
            return []
        self.shown.add(rule)
        return lesson_link(self.voice, game, rule)
