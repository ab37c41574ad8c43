"""What people may call themselves at a table."""

from __future__ import annotations

import re

from kartarna.play.errors import Refused

LONGEST_NAME = 30
NAME = re.compile(r"[\w .'\-]{1,30}")


def clean_name(name: str) -> str:
    """Letters, digits, spaces and a few signs; no more than one space at a time."""
    name = " ".join(name.split()) if len(name) <= 4 * LONGEST_NAME else ""
    if not NAME.fullmatch(name):
        raise Refused("bad_name")
    return name
