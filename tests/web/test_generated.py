"""What the browser app takes from Python is current: the types of messages, and the positions of its tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kartarna.server.typescript import generate

WEB = Path(__file__).parents[2] / "web"


def test_the_messages_are_those_of_the_server() -> None:
    """If not: python -m kartarna.server.typescript > web/protocol.ts"""
    assert (WEB / "protocol.ts").read_text(encoding="utf-8") == generate()


@pytest.mark.parametrize("position", ["gap-start", "karma-set-up", "dnup-start", "trop-middle", "three-start"])
def test_the_positions_are_those_of_the_games(position: str) -> None:
    """If not: python web/fixtures/make.py"""
    command = [sys.executable, str(WEB / "fixtures" / "make.py"), "--check", position]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
