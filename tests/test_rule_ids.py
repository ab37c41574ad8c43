"""Every rule of the project's own pages is decided somewhere in the code and shown by a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kartarna
from kartarna.core.rulebook import SHARED, page
from kartarna.games import GAMES, get

PACKAGE = Path(kartarna.__file__).parent
TESTS = Path(__file__).parent
FOLDERS = [SHARED, *(get(game).folder for game in GAMES)]


def mentions(files: list[Path]) -> set[str]:
    """Rule ids in a text; a test called test_gap_3b_… speaks of GAP-3."""
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    tests = "\n".join(re.findall(r"def test_\w+", text))
    named = {f"{game.upper()}-{number}" for game, number in re.findall(r"_([a-z]+)_(\d+)", tests)}
    ranges = re.findall(r"\b([A-Z]+)-(\d+)(?:…|\.\.\.|–)(?:[A-Z]+-)?(\d+)", text)
    spanned = {f"{game}-{n}" for game, low, high in ranges for n in range(int(low), int(high) + 1)}
    return named | spanned | set(re.findall(r"\b[A-Z]+-\d+\b", text))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_both_languages_have_the_same_rules(folder: Path) -> None:
    czech, english = page(folder, "cs").rules, page(folder, "en").rules
    assert list(czech) == list(english)
    assert [rule.source for rule in czech.values()] == [rule.source for rule in english.values()]
    assert all(rule.source in {"B", "P", "R"} for rule in english.values())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_rule_has_a_test(folder: Path) -> None:
    tested = mentions(sorted(TESTS.rglob("test_*.py")))
    assert set(page(folder, "en").rules) <= tested


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_rule_is_named_where_the_code_decides_it(folder: Path) -> None:
    sources = sorted(PACKAGE.rglob("*.py") if folder == SHARED else folder.rglob("*.py"))
    assert set(page(folder, "en").rules) <= mentions([*sources, *sorted(folder.rglob("*.toml"))])
