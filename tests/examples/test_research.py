"""The examples of examples/research run, and do what they say."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "research"
LONG = bool(os.environ.get("KARTARNA_LONG"))


def module(name: str) -> ModuleType:
    made = ModuleType(name)
    sys.modules[name] = made  # dataclasses look their module up
    made.__file__ = str(FOLDER / f"{name}.py")
    exec(compile((FOLDER / f"{name}.py").read_text(encoding="utf-8"), name, "exec"), made.__dict__)  # noqa: S102
    return made


def test_a_search_agent_beats_a_random_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert module("agents").main("gap", 6) > 0
    assert "the search agent earns +" in capsys.readouterr().out


def test_regret_minimisation_solves_a_round_of_four_cards() -> None:
    before, *along = module("cfr").main(8)
    assert along == sorted(along, reverse=True)
    assert before > 0.2
    assert along[-1] < before / 4


@pytest.mark.parametrize(("name", "needs"), [("learner", []), *([("torch_learner", ["torch"])] if LONG else [])])
def test_a_learner_tells_how_much_it_wins(name: str, needs: list[str], tmp_path: Path) -> None:
    """More than `greedy`, with enough to learn from: in `make test-long`, which also fetches what PyTorch needs."""
    for package in needs:
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--target", tmp_path, package], check=True)
    command = [sys.executable, FOLDER / f"{name}.py", *(("50000", "200") if LONG else ("200", "4"))]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    share, half = map(float, re.findall(r"([\d.]+)%", run.stdout))
    assert 50 + half < share if LONG else 0 <= share <= 100


def test_the_learner_learns() -> None:
    """A tenth of its usual examples: enough to see that what it says of others is right more often than chance."""
    learner: Any = module("learner")
    rows, values = learner.examples(1500, seed=1)
    network = learner.Network(rows.shape[1])
    errors = network.train(rows, values, epochs=6)
    assert errors[-1] < errors[0]
    fresh, truth = learner.examples(300, seed=2)
    said = network.predict(fresh)
    assert float(np.corrcoef(said, truth)[0, 1]) > 0.3
    share, half = learner.win_share(network, 4)
    assert 0 <= share <= 1
    assert half >= 0


def test_every_cell_of_the_notebook_runs_and_draws() -> None:
    notebook = json.loads((FOLDER / "analysis.ipynb").read_text(encoding="utf-8"))
    assert (notebook["nbformat"], len({cell["id"] for cell in notebook["cells"]})) == (4, len(notebook["cells"]))
    names: dict[str, Any] = {}
    drawn = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        assert not cell["outputs"]
        *lines, last = "".join(cell["source"]).replace("GAMES = 2000", "GAMES = 100").splitlines()
        exec("\n".join(lines if last.startswith("Picture(") else [*lines, last]), names)  # noqa: S102
        if last.startswith("Picture("):
            ET.fromstring(eval(last, names)._repr_svg_())  # noqa: S307, S314
            drawn += 1
    assert drawn == 3
