"""A game from outside is compiled by the very setup.py that CONTRIBUTING.md gives."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.examples.environment import ROOT

PLAYED = """
from kartarna.bots.search_settings import SearchSettings
from kartarna.core.rng import Rng
from kartarna.core.state import load_value
from my_game import rules

load_value("pair", 2, 1.0, 1.0)
state = rules.Pair(2)
state.deal([7, 0, 5, 6])
tree = SearchSettings(rollouts=0).tree(500)
tree.start(state)
tree.think(state, 0, 400, Rng(1))
assert sum(visits for _, _, visits, _, _ in tree.after([])) == 400
twin = state.clone()
assert twin.playout(3, Rng(1)) == 4
assert (twin.total(0), twin.total(1), twin.winners()) == (7, 11, 2)
assert state.snapshot() != twin.snapshot() and list(state.hands) == [7, 0, 5, 6]
print(rules.__file__, hasattr(state, "_apply"), twin.snapshot().hex())
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compiled")
    shutil.copytree(Path(__file__).parent / "compiled", folder / "src" / "my_game")
    (folder / "src" / "my_game" / "__init__.py").touch()
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (setup,) = re.findall(r"```python\n(from Cython.Build import .*?)```", guide, re.DOTALL)
    (folder / "setup.py").write_text(setup)
    command = [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", "built"]
    subprocess.run(command, cwd=folder, check=True, timeout=300, capture_output=True)
    return folder


def played(folder: Path, interpreted: str) -> list[str]:
    """Where the rules are, whether Python sees their inside, and the last state."""
    environment = {**os.environ, "KARTARNA_INTERPRETED": interpreted}
    command = [sys.executable, "-c", PLAYED]
    run = subprocess.run(command, cwd=folder, env=environment, check=False, capture_output=True, text=True)
    assert not run.stderr
    return run.stdout.split()


def test_it_is_built_and_played_as_its_source_plays(package: Path) -> None:
    file, inside_seen, last = played(package / "built", "")
    assert file.startswith(str(package / "built"))
    assert (Path(file).suffix, inside_seen) == (".so", "False")
    assert played(package / "src", "1") == [str(package / "src" / "my_game" / "rules.py"), "True", last]
