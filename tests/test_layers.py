"""Imports point one way, from the terminal down to the core: a part imports only what stands below it in LAYER."""

from __future__ import annotations

import ast
from pathlib import Path

import kartarna

PACKAGE = Path(kartarna.__file__).parent
LAYER = {
    "core": 0,
    "games": 1,
    "bots": 2,
    "learn": 2,
    "coach": 3,
    "play": 4,
    "protocol": 5,
    "lab": 5,
    "research": 5,
    "server": 6,
    "local": 6,
    "client": 7,
    "terminal": 8,
}


def imported(file: Path) -> set[str]:
    """The parts of this package that a file imports."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return {name.split(".")[1] for name in names if name.startswith("kartarna.")}


def test_every_package_has_its_layer() -> None:
    assert set(LAYER) == {folder.parent.name for folder in PACKAGE.glob("*/__init__.py")}


def test_imports_point_one_way() -> None:
    for file in PACKAGE.rglob("*.py"):
        own = file.relative_to(PACKAGE).parts[0]
        if own in LAYER:
            wrong = {part for part in imported(file) if LAYER.get(part, 0) > LAYER[own]}
            assert not wrong, f"{file.relative_to(PACKAGE)} imports {wrong}"


def test_neighbours_of_the_same_height_import_nothing_of_each_other() -> None:
    """The server knows no lab, and the lab no server."""
    for file in PACKAGE.rglob("*.py"):
        own = file.relative_to(PACKAGE).parts[0]
        beside = {part for part in imported(file) if part != own and LAYER.get(part, -1) == LAYER.get(own)}
        assert not beside, f"{file.relative_to(PACKAGE)} imports {beside}"


def test_a_game_imports_no_other_game() -> None:
    for file in (PACKAGE / "games").glob("*/*.py"):
        text = file.read_text(encoding="utf-8")
        others = {folder.name for folder in (PACKAGE / "games").iterdir() if folder.is_dir()} - {file.parent.name}
        assert not [game for game in others if f"kartarna.games.{game}" in text], file


def test_the_core_does_no_input_or_output_of_its_own() -> None:
    """Pure: no clock, no environment, no random numbers but the seeded ones, no network, no printing."""
    banned = {"time", "datetime", "os", "random", "secrets", "socket", "subprocess", "asyncio", "threading"}
    for file in [*(PACKAGE / "core").rglob("*.py"), *(PACKAGE / "games").rglob("*.py")]:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not names & banned, file


def modules() -> dict[str, Path]:
    found = {
        ".".join(("kartarna", *file.relative_to(PACKAGE).with_suffix("").parts)): file for file in PACKAGE.rglob("*.py")
    }
    return {name.removesuffix(".__init__"): file for name, file in found.items()}


def imported_modules(file: Path, known: dict[str, Path]) -> set[str]:
    """The modules of this package that a file imports, for types only or not."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            names = {alias.name: f"{node.module}.{alias.name}" for alias in node.names}
            found |= {full if full in known else node.module or "" for full in names.values()}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found & known.keys()


def test_no_imports_go_round_in_a_circle() -> None:
    """Takes away, again and again, what imports nothing that is left, or is imported by nothing: circles stay."""
    known = modules()
    imports = {name: imported_modules(file, known) - {name} for name, file in known.items()}
    while True:
        wanted = set().union(*imports.values())
        left = {name: found & imports.keys() for name, found in imports.items() if found and name in wanted}
        if left == imports:
            break
        imports = left
    assert not imports
