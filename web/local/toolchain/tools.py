"""What the runtime is made with, by name from PyPI: a C compiler for WebAssembly, and msgspec as Pyodide needs it.

Pyodide itself is in package.json. The three change together: msgspec is compiled for the Python of that Pyodide.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ZIG = "ziglang==0.17.0"
MSGSPEC = "msgspec==0.22.0"
PYODIDE = "314.0.7"
PYTHON = "3.14"
PLATFORM = "pyemscripten_2026_0_wasm32"
PINNED = (ZIG, MSGSPEC, PYODIDE, PYTHON, PLATFORM)
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--retries", "1", "--timeout", "30"]


class NoTools(Exception):
    """Something that the runtime is made with cannot be had."""


def zig(folder: Path) -> Path:
    """The folder of the compiler: clang, wasm-ld and musl's headers."""
    place = folder / ZIG
    if not (place / "ziglang" / "zig").exists():
        _pip("install", "--no-deps", "--target", str(place), ZIG)
    return place / "ziglang"


def msgspec(folder: Path) -> Path:
    """The wheel."""
    place = folder / MSGSPEC
    if not (found := list(place.glob("*.whl"))):
        suits = ["--only-binary=:all:", "--platform", PLATFORM, "--python-version", PYTHON, "--implementation", "cp"]
        _pip("download", "--no-deps", *suits, "--abi", f"cp{PYTHON.replace('.', '')}", "--dest", str(place), MSGSPEC)
        found = list(place.glob("*.whl"))
    return found[0]


def _pip(*words: str) -> None:
    done = subprocess.run([*PIP, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoTools(f"pip cannot have {words[-1]} ({(done.stderr.strip() or 'no reason given').splitlines()[-1]})")
