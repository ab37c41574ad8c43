"""`kartarna serve` as a process of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from types import TracebackType
from typing import Self
from urllib.request import urlopen

COMMAND = [sys.executable, "-m", "kartarna"]


class Serve:
    """Runs until it is stopped or killed; `url` is where it says it is."""

    def __init__(
        self, database: str, *options: str, python: str = sys.executable, program: tuple[str, ...] = ("kartarna",)
    ) -> None:
        self.process = subprocess.Popen(
            [python, "-m", *program, "serve", "--port", "0", "--database", database, "--lang", "en", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout
        told = self.process.stdout.readline()
        found = re.search(r"http://\S+?(?=/ )", told)
        assert found, told
        self.url = found[0]
        self._wait()

    def _wait(self) -> None:
        for _ in range(400):
            try:
                with urlopen(f"{self.url}/api/ready", timeout=5):  # noqa: S310
                    return
            except OSError:
                time.sleep(0.03)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=20)

    def stop(self) -> tuple[int, str]:
        """Gracefully; its exit code, and what it logged."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        _, log = self.process.communicate(timeout=30)
        return self.process.returncode, log

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
