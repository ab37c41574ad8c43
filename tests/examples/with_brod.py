"""`python -m tests.examples.with_brod serve …`: kartarna in an environment, below this folder, that has Brod."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.examples.environment import BROD, Environment


def main() -> None:
    environment = Environment(Path.cwd() / "environment")
    environment.install(BROD)
    command = [str(environment.python), "-m", "kartarna", *sys.argv[1:]]
    os.execve(command[0], command, environment.variables)  # noqa: S606 - its signals are the server's


if __name__ == "__main__":
    main()
