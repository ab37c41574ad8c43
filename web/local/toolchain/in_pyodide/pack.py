"""Runs in Pyodide: sources as bytecode of this very Python, in files that the browser unpacks without any Python.

A pack is four bytes with the length of its index, the index as JSON (the length of each file by its path), the files.
"""

import importlib.util
import json
import sys
import sysconfig
import zipfile
from collections.abc import Iterable, Iterator
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path
from typing import Any

PACKAGES = f"{sysconfig.get_path('purelib')}/"  # where the browser's Python will find them
STDLIB = f"{next(path for path in sys.path if path.endswith('.zip'))}/"
Entry = tuple[str, bytes]  # path and content of a file


def pack(order: dict[str, Any]) -> None:
    made = Path("/made")
    ours = [entry(PACKAGES, name, Path("/source", name).read_bytes()) for name in order["python"]]
    write(made / "house.pack", [*ours, *wheel("/packing/msgspec.whl")])
    write(made / "rules.pack", [(name, Path("/modules", name).read_bytes()) for name in order["compiled"]])
    with zipfile.ZipFile(made / "stdlib.zip", "w", zipfile.ZIP_STORED) as lean:
        for name, data in stdlib(Path("/packing/stdlib.txt").read_text("utf-8").split()):
            lean.writestr(zipfile.ZipInfo(name), data)


def entry(place: str, name: str, data: bytes) -> Entry:
    """A source becomes its bytecode, without docstrings and assertions."""
    if not name.endswith(".py"):
        return name, data
    code = compile(data, place + name, "exec", dont_inherit=True, optimize=2)
    return f"{name}c", bytes(_code_to_hash_pyc(code, importlib.util.source_hash(data), checked=False))


def wheel(path: str) -> Iterator[Entry]:
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name.endswith((".py", ".so")):
                yield entry(PACKAGES, name, archive.read(name))


def stdlib(names: Iterable[str]) -> Iterator[Entry]:
    with zipfile.ZipFile("/stock/python_stdlib.zip") as archive:
        for name in names:
            yield entry(STDLIB, name, archive.read(name))


def write(file: Path, entries: list[Entry]) -> None:
    index = json.dumps({name: len(data) for name, data in entries}).encode()
    file.write_bytes(len(index).to_bytes(4, "little") + index + b"".join(data for _, data in entries))
