"""What is wrong with JSON that came in."""

from __future__ import annotations

import re

import msgspec

QUOTING_NOTHING = ("Expected ", "Object missing ", "Number out of range")  # how such sentences of msgspec begin
UNKNOWN_FIELD = "Object contains unknown field"
WHERE = re.compile(r" - at `\$[\w.\[\]]*`$")


def fault_of(error: Exception) -> str:
    """What is wrong, and in which field; never what stands there."""
    text = str(error)
    if not isinstance(error, msgspec.ValidationError):
        return "no JSON"
    if text.startswith(QUOTING_NOTHING):
        return text
    where = WHERE.search(text)
    return ("Unknown field" if text.startswith(UNKNOWN_FIELD) else "Unknown value") + (where[0] if where else "")
