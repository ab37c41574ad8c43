"""Reads the rules pages of the games: every rule by its id."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

RULE = re.compile(r"^- \*\*([A-Z]+-\d+)\*\* (?:\[(\w)\] )?(.*)$")
SHARED = Path(__file__).parent.parent / "games"


@dataclass(frozen=True)
class Rule:
    id: str
    source: str  # B: the booklet, P: other public sources, R: our ruling
    text: str


@dataclass(frozen=True)
class Page:
    title: str
    lead: str  # the first paragraph
    text: str
    rules: dict[str, Rule]


@cache
def page(folder: Path, language: str) -> Page:
    text = (folder / f"rules.{language}.md").read_text(encoding="utf-8")
    matches = (RULE.match(line) for line in text.splitlines())
    rules = {match[1]: Rule(match[1], match[2] or "", match[3]) for match in matches if match}
    title, *lines = text.splitlines()
    lead = next((line for line in lines if line and not line.startswith(("#", "-", "["))), "")
    return Page(title.lstrip("# "), lead, text, rules)


def find(folder: Path, language: str, rule: str) -> Rule | None:
    """A rule of a game or one that all games share."""
    wanted = rule.upper()
    return page(folder, language).rules.get(wanted) or page(SHARED, language).rules.get(wanted)
