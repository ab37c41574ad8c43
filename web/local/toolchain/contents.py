"""Which files of Kartárna the runtime has: all but what only a server, a terminal or a laboratory needs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

LEFT_OUT = {"client", "lab", "research", "server", "terminal", "web", "__pycache__"}
SUFFIXES = {".py", ".pxd", ".toml", ".md"}


def travels(path: Path) -> bool:
    """Of a file as a path from `src` on."""
    return not LEFT_OUT & {*path.parts}


def files(source: Path) -> Iterator[Path]:
    for file in sorted(source.joinpath("kartarna").rglob("*")):
        if file.suffix in SUFFIXES and travels(file.relative_to(source)):
            yield file
