"""Runs in Pyodide, with its whole standard library: which files of that our Python takes."""

import ast
import importlib
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

STDLIB = f"{next(path for path in sys.path if path.endswith('.zip'))}/"
OURS = ("kartarna", "msgspec", "tests")


def named(sources: list[str]) -> Iterator[str]:
    """The modules that our files import, also those that they import only when they need them."""
    for source in sources:
        for node in ast.walk(ast.parse(Path(source).read_text("utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield node.module


def load(sources: list[str]) -> None:
    """All of them that are there: for terminals and processes there are some that no browser has."""
    for name in sorted({*named(sources)}):
        if name.partition(".")[0] not in OURS:
            try:
                importlib.import_module(name)
            except ImportError:
                continue


def fail() -> str:
    """An error is told with its trace, which takes modules of its own."""
    try:
        return str(1 // 0)
    except ZeroDivisionError:
        return traceback.format_exc()


def used() -> list[str]:
    origins = [getattr(getattr(module, "__spec__", None), "origin", None) for module in list(sys.modules.values())]
    return sorted({origin.removeprefix(STDLIB) for origin in origins if origin and origin.startswith(STDLIB)})
