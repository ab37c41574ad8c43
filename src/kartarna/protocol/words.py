"""The house's own sentences: refusals that are not the table's."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from kartarna.core.words import Table

FILE = Path(__file__).with_name("words.toml")


@cache
def sentences() -> Table:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))
