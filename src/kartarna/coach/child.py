"""The coach in a process of its own: `python -m kartarna.coach.child coach`. apart.py is the other end."""

from __future__ import annotations

from typing import Any

from kartarna.bots.processes.child import serve
from kartarna.bots.processes.request import BotRequest
from kartarna.bots.slices import finish
from kartarna.coach.reasons import find_reason
from kartarna.coach.worth import rank


def answer(question: BotRequest) -> dict[str, Any]:
    """What each choice is worth or, of two that are to be compared, why the first is better."""
    observation = question.observation()
    if not question.compared:
        return {"choices": rank(observation).choices}
    better, other = question.compared
    reason = finish(find_reason(observation, better, other))
    return {"reason": reason and (reason.telling.name, reason.better, reason.other)}


if __name__ == "__main__":
    serve(lambda: answer)
