"""The source itself is tested: sizes that a reader can take in, and nothing left lying about."""

from __future__ import annotations

import ast
import statistics
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCES = [file for folder in ("src", "tests", "bench") for file in (ROOT / folder).rglob("*.py")]


def functions(file: Path) -> list[int]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    defined = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [(node.end_lineno or 0) - node.lineno + 1 for node in defined]


def test_files_stay_small() -> None:
    long = {file.name: lines for file in SOURCES if (lines := len(file.read_text("utf-8").splitlines())) > 450}
    assert not long


def test_functions_fit_on_a_screen() -> None:
    assert not {file.name for file in SOURCES if any(lines > 60 for lines in functions(file))}


def test_the_median_function_is_short() -> None:
    assert statistics.median([lines for file in (ROOT / "src").rglob("*.py") for lines in functions(file)]) < 10


def test_no_class_name_stands_for_two_things() -> None:
    defined = Counter(
        node.name
        for file in (ROOT / "src").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert not [name for name, places in defined.items() if places > 1]


def test_every_compiled_module_has_its_source_beside_it() -> None:
    for file in (ROOT / "src").rglob("*.pxd"):
        assert file.with_suffix(".py").exists(), file
