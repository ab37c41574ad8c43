"""CONTRIBUTING.md says how large the example is; these are the numbers."""

from __future__ import annotations

from pathlib import Path

from tests.examples.environment import BROD, ROOT


def lines(files: list[Path]) -> int:
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def told() -> str:
    files = [file for file in BROD.rglob("*") if file.suffix in {".py", ".toml", ".md"}]
    python = [file for file in files if file.suffix == ".py" and file.parent.name != "tests"]
    tests = [file for file in files if file.parent.name == "tests"]
    return f"{len(files)} files, {lines(files)} lines: {lines(python)} of them Python, {lines(tests)} tests"


def test_contributing_says_how_large_the_example_is() -> None:
    assert told() in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
