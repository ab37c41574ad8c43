"""A bot that plays from a process of its own, for bots that are not ours, and for ours where they would block.

The process is started afresh (not forked from this one), so it inherits nothing; it is sent what its
seat can know, and its answer is read as one line of JSON, never unpickled. This keeps a bot from peeking
and from spoiling the game; it does not lock up malicious code, which may do what its user may do.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import weakref
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any

from kartarna.bots.consult import Fault, Forfeited
from kartarna.bots.observation import Observation
from kartarna.bots.processes.request import BotRequest

TO_START = 30.0  # seconds to load the bot
GRACE = 0.5  # seconds beyond the bot's own time: the way there and back, on a busy machine
MOST_BROKEN = 5  # processes in a row; then no more is started


class Broken(Forfeited):
    """The process cannot be asked again."""


class Processes:
    """Processes of one kind. Every question is answered by a fresh copy of one of them."""

    module = "kartarna.bots.processes.child"
    longest_line = 1000  # of an answer

    def __init__(self, name: str, patience: float) -> None:
        self.name = name
        self.patience = patience  # seconds for an answer that has no time of its own
        self.idle: list[Child] = []
        self.broken = 0  # processes in a row
        self.reason = ""

    def ask(self, observation: Observation, compared: tuple[int, ...] = ()) -> dict[str, Any]:
        """A Forfeited if there is no answer."""
        child = self._child()
        try:
            answer = child.ask(observation, self.patience, compared)
        except BaseException as fault:
            self._end(child, fault)
            raise
        self.broken = 0
        self.idle.append(child)
        if "fault" in answer:
            raise Forfeited(Fault.ERROR, str(answer["fault"]))
        return answer

    def _child(self) -> Child:
        with suppress(IndexError):
            return self.idle.pop()
        if self.broken >= MOST_BROKEN:
            raise Forfeited(Fault.GIVEN_UP, f"it failed {MOST_BROKEN} times in a row: {self.reason}")
        child = Child(self.module, self.name, self.longest_line)
        try:
            child.start()
        except BaseException as fault:
            self._end(child, fault)
            raise
        return child

    def _end(self, child: Child, fault: BaseException) -> None:
        child.close()
        self.broken += 1
        self.reason = str(fault)

    def close(self) -> None:
        while self.idle:
            self.idle.pop().close()


class ProcessBot(Processes):
    """Stands in for a bot in another process."""

    reads_story = True

    def choose(self, observation: Observation) -> int:
        answer = self.ask(observation)
        if not isinstance(answer.get("action"), int):
            raise Forfeited(Fault.GARBAGE)
        return int(answer["action"])


class Child:
    """The process, and one question at a time."""

    def __init__(self, module: str, name: str, longest_line: int) -> None:
        command = [sys.executable, "-P", "-m", module, name]  # -P: nothing from here
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self.process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )
        self.busy = Lock()  # while a question is under way
        self.close = weakref.finalize(self, _end, self.process, self.busy)
        self.asked = 0
        self.longest_line = longest_line

    def start(self) -> None:
        answer = self.exchange(b"", TO_START)
        if "ready" not in answer:
            raise Broken(Fault.NOT_LOADED, str(answer.get("fault")))

    def ask(self, observation: Observation, patience: float, compared: tuple[int, ...]) -> dict[str, Any]:
        """An answer to this very question, or else a fault."""
        self.asked += 1
        limit = (observation.seconds or patience) + GRACE
        answer = self.exchange(BotRequest.about(self.asked, observation, limit, compared).frame(), limit)
        if answer.get("number") != self.asked or not isinstance(answer.get("action", 0), int):
            raise Broken(Fault.GARBAGE)
        return answer

    def exchange(self, frame: bytes, seconds: float) -> dict[str, Any]:
        """Sends a frame and waits for a line, in another thread: both may block for ever."""
        lines: SimpleQueue[bytes] = SimpleQueue()
        Thread(target=_exchange, args=(self.process, self.busy, frame, lines, self.longest_line), daemon=True).start()
        try:
            line = lines.get(timeout=seconds)
        except Empty:
            raise Broken(Fault.TOO_SLOW, f"not within {seconds:g} s") from None
        return _read(line)


def _exchange(
    process: subprocess.Popen[bytes], busy: Lock, frame: bytes, lines: SimpleQueue[bytes], longest: int
) -> None:
    line = b""
    with busy, suppress(OSError, ValueError):  # the process has ended, or was ended meanwhile
        if process.stdin and process.stdout:
            process.stdin.write(frame)
            process.stdin.flush()
            line = process.stdout.readline(longest)
    lines.put(line)


def _read(line: bytes) -> dict[str, Any]:
    if not line:
        raise Broken(Fault.ENDED)
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Broken(Fault.GARBAGE) from error
    if not isinstance(answer, dict):
        raise Broken(Fault.GARBAGE)
    return answer


def _end(process: subprocess.Popen[bytes], busy: Lock) -> None:
    """Ends the whole process group; a descendant that left it and keeps the pipes open is not waited for."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    if busy.acquire(timeout=1):
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                if pipe:
                    pipe.close()
