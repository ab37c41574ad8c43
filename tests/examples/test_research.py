"""The examples of examples/research run, and do what they say."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "examples" / "research"


def module(name: str) -> ModuleType:
    made = ModuleType(name)
    sys.modules[name] = made  # dataclasses look their module up
    exec(compile((FOLDER / f"{name}.py").read_text(encoding="utf-8"), name, "exec"), made.__dict__)  # noqa: S102
    return made


def test_a_search_agent_beats_a_random_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert module("agents").main("gap", 6) > 0
    assert "the search agent earns +" in capsys.readouterr().out


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
