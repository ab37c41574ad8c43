"""How much a lead is worth: fitted to games, kept in a file, loaded with the game."""

from __future__ import annotations

import math

import pytest

from kartarna.core import value
from kartarna.core.state import load_value
from kartarna.games import get
from kartarna.lab.value_fit import fit
from tests.positions import edited
from tests.terminal.command import kartarna


@pytest.fixture(autouse=True)
def _kept_values() -> object:
    yield
    value.load(get("gap").folder / "value.toml", "gap")


def test_the_fit_foretells_better_than_even_shares() -> None:
    found = fit("gap", 2, games=60)
    assert found.surprise < found.uninformed - 0.1
    assert found == fit("gap", 2, games=60)


def test_a_lead_is_worth_more_near_the_end() -> None:
    load_value("gap", 2, 4.0, 1.0)
    state = edited(get("gap").new(2), round=1, totals=[5, 2])
    late = edited(state, round=5, totals=[28, 25])
    assert 0.5 < state.prospects()[0] < late.prospects()[0] < 1
    assert sum(state.prospects()) == pytest.approx(1)
    assert late.prospects()[0] == pytest.approx(1 / (1 + math.exp(-3 / math.sqrt(4 + 2))))


def test_the_command_shows_what_it_found() -> None:
    before = (get("gap").folder / "value.toml").read_bytes()
    run = kartarna("fit", "gap", "--games", 10, "--dry")
    assert run.code == 0
    assert "gap, 6 players: near" in run.out
    assert (get("gap").folder / "value.toml").read_bytes() == before
