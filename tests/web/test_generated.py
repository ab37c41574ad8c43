"""What the browser app takes from Python is current: the types of messages, and the positions of its tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from kartarna.protocol.typescript import generate

WEB = Path(__file__).parents[2] / "web"


def test_the_messages_are_those_of_the_server() -> None:
    """If not: python -m kartarna.protocol.typescript > web/protocol.ts"""
    assert (WEB / "protocol.ts").read_text(encoding="utf-8") == generate()


def test_the_positions_are_those_of_the_games() -> None:
    """If not: python web/fixtures/make.py"""
    command = [sys.executable, str(WEB / "fixtures" / "make.py"), "--check"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr


def test_the_score_pads_count_as_the_rules_do() -> None:
    """If not: python web/build/scoring.py"""
    command = [sys.executable, str(WEB / "build" / "scoring.py"), "--check"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr


def test_every_position_has_its_maker() -> None:
    made = (WEB / "fixtures" / "make.py").read_text(encoding="utf-8")
    for path in (WEB / "fixtures").glob("*.json"):
        assert f'"{path.stem}"' in made or path.stem.endswith("-watched"), path.name
