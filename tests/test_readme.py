"""The README is true: every command that it shows runs, and every page that it points to is there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\.venv/bin/kartarna ([^#\n]+)$", README, re.MULTILINE)
LASTING = re.findall(r"^\.venv/bin/kartarna (\w+) +(\S+) +#", README, re.MULTILINE)  # until someone ends them


def test_there_are_commands() -> None:
    assert len(COMMANDS) > 5


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_readme_works(command: str, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "kartarna", *command.split()],
        input="quit\n",
        env={**os.environ, "KARTARNA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout


def test_servers_and_visits_are_started_as_it_says() -> None:
    """They are run in tests/server and tests/terminal; here, that they are called so."""
    assert LASTING == [("serve", "--lan"), ("join", "LINK")]
    for command, argument in LASTING:
        told = subprocess.run(
            [sys.executable, "-m", "kartarna", command, "--help"], capture_output=True, text=True, check=True
        )
        assert argument in told.stdout


def test_the_pages_it_points_to_exist() -> None:
    for page in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / page).exists(), page


def test_the_make_targets_it_names_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for text in (README, (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")):
        for target in re.findall(r"make ([a-z][a-z-]+)", text):
            assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
