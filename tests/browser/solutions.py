"""What to do in each step of a game's course, from its beginning to the real game.

`python -m tests.browser.solutions GAME` prints JSON for learn.test.ts: by step, the decisions in order, each as it is
typed, with the cards that are picked for it and what the button says that makes it.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from kartarna.core.options import Choice, options
from kartarna.games import get
from kartarna.learn.attempt import Attempt
from kartarna.learn.course import Lesson, course


def solved(attempt: Attempt) -> Choice:
    action = attempt.solution()
    found = options(attempt.game, attempt.state, attempt.seat).choices
    attempt.decide(action)
    return next(choice for choice in found if choice.action == action)


def decisions(game: str, lesson: Lesson) -> list[dict[str, Any]]:
    attempt = Attempt(get(game), lesson)
    told = []
    while not attempt.done:
        teller = attempt.game.teller(attempt.state, "en")
        choice = solved(attempt)
        button = teller.sentence(f"do_{choice.decision.kind}", choice.decision.facts)
        told.append({"notation": choice.notation, "cards": list(choice.cards), "button": button})
    return told


def main(game: str) -> None:
    lessons = course(get(game).folder).lessons
    steps = [
        {"id": step.id, "decisions": [] if step.is_game else decisions(game, step), "learnt": step.learnt["en"]}
        for step in lessons
    ]
    sys.stdout.write(json.dumps(steps))


if __name__ == "__main__":
    main(sys.argv[1])
