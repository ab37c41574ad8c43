"""The README and the documentation are true: every command that they show runs, every page they point to is there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.told_commands import ROOT, ToldCommand, in_blocks, in_sentences

README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "site" / "pages").glob("*.md")),
]
BLOCKS = [command for page in PAGES for command in in_blocks(page)]
TOLD = [*BLOCKS, *(command for page in PAGES for command in in_sentences(page))]
ELSEWHERE = {"tidy": "tests/bots/test_docs.py"}  # needs a bot that is installed first: run there
RUNNABLE = sorted({told.words for told in BLOCKS if told.runnable and not any(bot in str(told) for bot in ELSEWHERE)})


def test_there_are_commands() -> None:
    assert len(RUNNABLE) > 12
    assert len(TOLD) > 40
    assert all((ROOT / test).exists() for test in ELSEWHERE.values())


@pytest.mark.parametrize("words", RUNNABLE, ids=" ".join)
def test_a_command_that_is_shown_works(words: tuple[str, ...], tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "kartarna", *words],
        input="quit\n",
        env={**os.environ, "KARTARNA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout


@pytest.mark.parametrize("command", TOLD, ids=lambda command: f"{command.page}: {' '.join(command.words)}")
def test_a_command_that_is_told_exists_with_its_options(command: ToldCommand) -> None:
    assert not command.unknown()


def test_unknown_commands_and_options_would_be_found() -> None:
    assert ToldCommand("", ("gone", "gap")).unknown() == ["gone"]
    assert ToldCommand("", ("play", "gap", "--gone", "--players", "3")).unknown() == ["--gone"]
    assert ToldCommand("", ("record", "verify", "FILE")).unknown() == []


def test_the_pages_it_points_to_exist() -> None:
    for page in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / page).exists(), page


def test_the_make_targets_it_names_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for page in PAGES:
        for target in re.findall(
            r"`make ([a-z][a-z-]+)`|^make ([a-z][a-z-]+)", page.read_text(encoding="utf-8"), re.MULTILINE
        ):
            assert re.search(rf"^{''.join(target)}:", makefile, re.MULTILINE), (page, target)
