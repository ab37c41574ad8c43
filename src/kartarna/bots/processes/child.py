"""A bot in a process of its own: `python -m kartarna.bots.processes.child NAME`. parent.py is the other end.

The process loads the bot once, then forks for every question: the copy that answers has seen nothing
but this one question, and is gone afterwards. Questions come as length and pickle, from our own side
only; answers go as a line of JSON. The coach's process (coach/child.py) works in the same way.
"""

from __future__ import annotations

import gc
import json
import operator
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from kartarna import bots
from kartarna.bots.observation import Observation
from kartarna.bots.plugins import installed
from kartarna.bots.processes.request import LENGTH, BotRequest
from kartarna.games import GAMES, get

NO_MORE = 3  # exit status of a copy that found nobody to answer
OVERTIME = 2.0  # seconds after the limit at which a copy ends itself, should nobody end it


Choose = Callable[[Observation], int]
Answer = Callable[[BotRequest], dict[str, Any]]


def load(name: str) -> Choose:
    """An entry point is a class, an object with `choose`, or just the function."""
    if name in bots.OWN:
        return bots.OWN[name].choose
    found: Any = installed().bots[name].load()
    bot: Any = found() if isinstance(found, type) else found
    choose: Choose = getattr(bot, "choose", bot)
    return choose


def main(name: str) -> None:
    serve(lambda: decides(load(name)))


def decides(choose: Choose) -> Answer:
    return lambda question: {"action": operator.index(choose(question.observation()))}


def serve(load: Callable[[], Answer]) -> None:
    """Answers questions until nobody asks any more."""
    for game in GAMES:
        get(game)  # loaded once here, not in every copy
    with os.fdopen(os.dup(1), "wb", buffering=0) as answers:
        os.dup2(2, 1)  # what a bot prints must not get among the answers
        try:
            answer = load()
        except Exception as error:  # noqa: BLE001 - a bot that cannot be loaded says why
            say(answers, {"fault": told(error)})
            return
        say(answers, {"ready": True})
        gc.freeze()
        while answered(answer, answers):
            pass


def answered(answer: Answer, answers: BinaryIO) -> bool:
    """One question and its answer, in a copy of this process where there can be one."""
    if not hasattr(os, "fork"):
        take_question(answer, answers)
        return False
    copy = os.fork()
    if copy == 0:
        os._exit(take_question(answer, answers))
    return os.waitpid(copy, 0)[1] == 0


def take_question(answer: Answer, answers: BinaryIO) -> int:
    frame = received(0)
    if not frame:
        return NO_MORE
    question: BotRequest = pickle.loads(frame)  # noqa: S301 - from our own side, which started us
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, question.limit + OVERTIME)
    try:
        say(answers, {"number": question.number, **answer(question)})
    except Exception as error:  # noqa: BLE001 - whatever goes wrong in a bot is told, and the game goes on
        say(answers, {"number": question.number, "fault": told(error)})
    return 0


def received(source: int) -> bytes:
    """A whole frame, nothing beyond it; empty at the end. Read without a buffer: the next copy reads on."""
    length = _exactly(source, LENGTH.size)
    return _exactly(source, LENGTH.unpack(length)[0]) if length else b""


def _exactly(source: int, count: int) -> bytes:
    parts = bytearray()
    while len(parts) < count:
        part = os.read(source, count - len(parts))
        if not part:
            return b""
        parts += part
    return bytes(parts)


def say(answers: BinaryIO, message: dict[str, Any]) -> None:
    answers.write(json.dumps(message).encode() + b"\n")


def told(error: Exception) -> str:
    """The error and where it was raised."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error!s:.150} ({Path(place.filename).name}, line {place.lineno})"


if __name__ == "__main__":
    main(sys.argv[1])
