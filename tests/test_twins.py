"""The compiled rules and the interpreted twin agree to the byte, after every decision."""

from __future__ import annotations

import json
import os
import subprocess
import sys


def fingerprints(interpreted: str) -> list[str]:
    command = [sys.executable, "-m", "tests.fingerprint"]
    run = subprocess.run(
        command, env={**os.environ, "KARTARNA_INTERPRETED": interpreted}, capture_output=True, text=True, check=True
    )
    found: list[str] = json.loads(run.stdout)
    return found


def test_compiled_and_interpreted_games_are_the_same() -> None:
    compiled, interpreted = fingerprints(""), fingerprints("1")
    assert (compiled[0], interpreted[0]) == ("compiled", "interpreted")
    assert compiled[1:] == interpreted[1:]
