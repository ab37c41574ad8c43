"""What lessons.toml and examples.toml have in common: how a position comes about, and the shapes of their entries."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from kartarna.core.errors import KartarnaError
from kartarna.core.rulebook import SHARED, page
from kartarna.core.words import LANGUAGES

NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
SITUATION = {"id", "rules", "players", "seat", "options", "deal", "play", "title"}

Sentence = Mapping[str, str]  # by language


class CourseError(KartarnaError):
    """A lessons.toml or examples.toml with a mistake in it, or a game without one."""


@dataclass(frozen=True)
class Situation:
    """A position of a game, by its deal and what was played since."""

    KIND: ClassVar[str]  # what an entry is called, in its file and to who writes it

    id: str
    rules: Sequence[str]
    title: Sentence
    players: int
    seat: int  # whose eyes it is seen with, counted from 0
    options: Mapping[str, Any]
    deal: Mapping[str, Sequence[str]]  # the cards that lie where they must, top first; the rest of the deal fills up
    play: Sequence[str]  # as a record has it: "2 7r" is seat 2 deciding 7r


def read_situation(entry: Mapping[str, Any], where: str, rules: set[str]) -> dict[str, Any]:
    """The fields of a Situation."""
    for rule in texts(entry.get("rules", []), f"{where}, rules"):
        check_rule(rule, rules, where)
    players = number(entry.get("players", 2), f"{where}, players", 1, 12)
    deal = mapping(entry.get("deal", {}), f"{where}, deal")
    return {
        "id": entry["id"],
        "rules": tuple(entry.get("rules", [])),
        "title": sentence(entry.get("title"), f"{where}, title"),
        "players": players,
        "seat": number(entry.get("seat", 1), f"{where}, seat", 1, players) - 1,
        "options": mapping(entry.get("options", {}), f"{where}, options"),
        "deal": {zone: tuple(text(cards, f"{where}, deal, {zone}").split()) for zone, cards in deal.items()},
        "play": texts(entry.get("play", []), f"{where}, play"),
    }


def place_of(entry: Any, kind: str, place: int, fields: set[str]) -> str:
    """Where an entry stands, for who reads of a mistake in it: `step 2 (neighbours)`."""
    where = f"{kind} {place}"
    if not isinstance(entry, dict) or not NAME.fullmatch(str(entry.get("id", ""))):
        raise CourseError(f"{where}: an id of small letters, numbers and - is needed")
    where = f"{where} ({entry['id']})"
    if unknown := set(entry) - fields:
        raise CourseError(f"{where}: unknown entry {min(unknown)!r:.40}; there are: {', '.join(sorted(fields))}")
    return where


def check_names(entries: Sequence[Situation]) -> None:
    names = [entry.id for entry in entries]
    for entry in entries:
        if names.count(entry.id) > 1:
            raise CourseError(f"two {entry.KIND}s are called {entry.id!r}; give each an id of its own")


def check_rule(rule: str, rules: set[str], where: str) -> None:
    if rule not in rules:
        raise CourseError(f"{where}: there is no rule {rule!r:.40}")


def known_rules(folder: Path) -> set[str]:
    return {*page(folder, "en").rules, *page(SHARED, "en").rules}


def read_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise CourseError(str(error)) from error


# ---- shapes ------------------------------------------------------------------------------------------


def sentence(value: Any, where: str) -> Sentence:
    table = mapping(value, where)
    if set(table) != set(LANGUAGES) or not all(isinstance(text, str) and text for text in table.values()):
        raise CourseError(f"{where}: a sentence in each language is needed ({', '.join(LANGUAGES)})")
    return table


def listed(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise CourseError(f"{where}: a list is needed")
    return value


def mapping(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise CourseError(f"{where}: a table is needed")
    return value


def texts(value: Any, where: str) -> tuple[str, ...]:
    return tuple(text(item, where) for item in listed(value, where))


def text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise CourseError(f"{where}: a text is needed, not {value!r:.40}")
    return value


def number(value: Any, where: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise CourseError(f"{where}: a whole number from {low} to {high} is needed, not {value!r:.40}")
    return value
