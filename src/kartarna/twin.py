"""Compiled or interpreted: all modules or none, for the two do not mix.

The rules compile, and where a .so lies beside its .py, Python loads the .so. If one is missing,
or KARTARNA_INTERPRETED is set, the interpreted twins are loaded instead: the same files.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import (
    BYTECODE_SUFFIXES,
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
    SourcelessFileLoader,
)
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import ModuleType

PACKAGE = os.path.dirname(__file__)
LOADERS = (SourceFileLoader, SOURCE_SUFFIXES), (SourcelessFileLoader, BYTECODE_SUFFIXES)  # the latter in a browser


class SourceOnly:
    """Finds the modules of this package as source files or their bytecode, never as extensions."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, _target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith("kartarna.") or path is None:
            return None
        finders = (FileFinder(folder, *LOADERS) for folder in path)
        return next((spec for finder in finders if (spec := finder.find_spec(name))), None)


def choose() -> bool:
    """True if the compiled modules are used; otherwise sees to it that none of them is."""
    if not os.environ.get("KARTARNA_INTERPRETED") and all(map(_is_built, _compiled_modules())):
        return True
    sys.meta_path.insert(0, SourceOnly)
    return False


def _compiled_modules() -> Iterator[str]:
    """The files, without their endings, whose .pxd declares a class."""
    for folder, _, names in os.walk(PACKAGE):
        for name in names:
            if name.endswith(".pxd"):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    if "\ncdef class " in file.read():
                        yield path.removesuffix(".pxd")


def _is_built(module: str) -> bool:
    return any(os.path.exists(module + suffix) for suffix in EXTENSION_SUFFIXES)
