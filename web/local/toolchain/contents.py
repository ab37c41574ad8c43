"""Which files of Kartárna the runtime has: all but what only a server or a terminal needs, and little of the lab."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

LEFT_OUT = {"client", "research", "server", "terminal", "web", "__pycache__"}
OF_LAB = {  # what `lab/house/tryout.py` takes
    *("__init__.py", "intervals.py", "regret.py"),
    *(f"arena/{name}.py" for name in ("__init__", "decision_times", "entrants", "tournament")),
    *(f"house/{name}.py" for name in ("__init__", "figures", "measures", "tryout", "variance", "version", "watched")),
}
SUFFIXES = {".py", ".pxd", ".toml", ".md"}


def travels(path: Path) -> bool:
    """Of a file as a path from `src` on."""
    if path.parts[1:2] == ("lab",):
        return path.relative_to("kartarna/lab").as_posix() in OF_LAB
    return not LEFT_OUT & {*path.parts}


def files(source: Path) -> Iterator[Path]:
    for file in sorted(source.joinpath("kartarna").rglob("*")):
        if file.suffix in SUFFIXES and travels(file.relative_to(source)):
            yield file
