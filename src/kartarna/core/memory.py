"""Copying a state and taking its bytes. Compiled code gets both from memory.pxd: one memcpy.

The .pxd beside each rules file is the one place that says which fields a state has and of
which C type; the interpreted twin reads it here, so that both give the same bytes.
"""

from __future__ import annotations

import re
import struct
import sys
from functools import cache
from itertools import chain, islice
from pathlib import Path

CODES = {"int": "i", "short": "h", "unsigned long long": "Q"}
FIELD = re.compile(r"^    cdef readonly ([a-z ]+?)(?:\[(\d+)\])? (\w+)$", re.MULTILINE)
Field = tuple[str, str, int]  # name, struct code, length (0: not an array)


@cache
def fields(kind: type) -> list[list[Field]]:
    """The fields of each class from the base down, in the order of the .pxd files."""
    return [own for base in reversed(kind.__mro__[:-1]) if (own := _own_fields(base))]


def _own_fields(kind: type) -> list[Field]:
    module = Path(getattr(sys.modules[kind.__module__], "__file__", ""))
    declared = module.with_name(f"{module.name.partition('.')[0]}.pxd")  # a compiled one has several suffixes
    if not declared.exists():
        return []  # a subclass in Python adds nothing to the state
    body = re.split(rf"\ncdef class {kind.__name__}\b.*:\n", declared.read_text(encoding="utf-8"))[1]
    body = body.partition("\ncdef ")[0]
    return [(name, CODES[ctype], int(length or 0)) for ctype, length, name in FIELD.findall(body)]


@cache
def struct_format(kind: type) -> str:
    """As `struct` writes it; "0Q" pads to eight bytes where one class's fields end and the next one's begin."""
    return "".join("".join(f"{length or 1}{code}" for _, code, length in own) + "0Q" for own in fields(kind))


def size(_state: object) -> int:
    """Only compiled code copies by size."""
    return 0


def copy(to: object, source: object) -> None:
    for name, value in vars(source).items():
        if name not in ("moves", "pool"):
            setattr(to, name, value[:] if isinstance(value, list) else value)


def pack(state: object) -> bytes:
    kind: type = type(state)
    values: list[int] = []
    for name, _, length in chain(*fields(kind)):
        value = getattr(state, name)
        values += value if length else [value]
    return struct.pack(struct_format(kind), *values)


def unpack(state: object, snapshot: bytes) -> None:
    kind: type = type(state)
    values = iter(struct.unpack(struct_format(kind), snapshot))
    for name, _, length in chain(*fields(kind)):
        setattr(state, name, list(islice(values, length)) if length else next(values))
