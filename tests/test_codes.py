"""Constants of the compiled rules stand in a .py and, for the compiler, in the .pxd beside it: both must agree."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src"
SMALL = re.compile(r"^    ([A-Z_]+) = (\w+)$", re.MULTILINE)  # of a cdef enum
WORD = re.compile(r'^    unsigned long long ([A-Z_]+) "(\w+)ULL"$', re.MULTILINE)


def declared_in(pxd: Path) -> dict[str, int]:
    text = pxd.read_text(encoding="utf-8")
    return {name: int(number, 0) for name, number in SMALL.findall(text) + WORD.findall(text)}


TWINS = [file for file in sorted(SOURCE.rglob("*.pxd")) if declared_in(file)]


def constants_of(source: Path) -> dict[str, int]:
    """The whole numbers that a module sets at its top, as they are written there."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    assigned = [node for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)]
    return {ast.unparse(node.targets[0]): ast.literal_eval(node.value) for node in assigned}


@pytest.mark.parametrize("declared", TWINS, ids=lambda file: str(file.relative_to(SOURCE)))
def test_compiled_and_interpreted_constants_are_the_same(declared: Path) -> None:
    assert declared_in(declared) == constants_of(declared.with_suffix(".py"))


def test_every_game_has_its_constants_in_one_place() -> None:
    games = {file.parent for file in (SOURCE / "kartarna" / "games").glob("*/rules.pxd")}
    assert games
    assert games <= {file.parent for file in TWINS if file.name == "codes.pxd"}


def test_a_constant_is_declared_nowhere_else() -> None:
    """A plain C variable is not a constant: the compiler could not work with its value."""
    variables = re.compile(r"^cdef (?:int|unsigned long long) [A-Z_, ]+$", re.MULTILINE)
    rules = [*SOURCE.glob("kartarna/core/*.pxd"), *SOURCE.glob("kartarna/games/*/*.pxd")]
    assert not [file for file in rules if variables.search(file.read_text(encoding="utf-8"))]
