"""The package installs and plays without a C compiler, says so once, and carries all its data files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
KEPT = ("src", "pyproject.toml", "setup.py", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package installed on a machine whose compiler does not work."""
    source, site = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("site")
    for name in KEPT:
        if (ROOT / name).is_dir():
            shutil.copytree(
                ROOT / name, source / name, ignore=shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info")
            )
        else:
            shutil.copy(ROOT / name, source / name)
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target"]
    subprocess.run([*install, str(site), str(source)], env={**os.environ, "CC": "no-such-compiler"}, check=True)
    return site


def kartarna(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "KARTARNA_INTERPRETED"}
    command = [sys.executable, "-m", "kartarna", *arguments]
    env = {**environment, "PYTHONPATH": str(site)}
    return subprocess.run(command, env=env, cwd=site, capture_output=True, text=True, check=False)


def test_nothing_is_compiled_and_all_data_is_there(site: Path) -> None:
    assert not list(site.rglob("*.so"))
    for name in ("deck.toml", "words.toml", "rules.cs.md", "rules.pxd"):
        assert (site / "kartarna" / "games" / "gap" / name).exists()
    assert (site / "kartarna" / "py.typed").exists()


def test_the_interpreted_twin_plays_and_says_so_once(site: Path) -> None:
    run = kartarna(site, "simulate", "gap", "--players", "2", "--games", "3", "--seed", "1")
    assert run.returncode == 0, run.stderr
    assert run.stderr.count("interpreted") == 1


def test_the_version_says_that_it_is_interpreted(site: Path) -> None:
    run = kartarna(site, "--version")
    assert run.returncode == 0
    assert "interpreted" in run.stdout
