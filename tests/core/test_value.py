"""How much a lead is worth is kept in a file beside the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from kartarna.core import state, value
from kartarna.games import GAMES, get


@pytest.mark.parametrize("game", GAMES)
def test_every_game_knows_it_for_every_number_of_players(game: str) -> None:
    values = value.read(get(game).folder / "value.toml")
    assert set(values) == set(get(game).players)
    assert all(near > 0 and far > 0 for near, far in values.values())


def test_what_is_written_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "value.toml"
    value.write(file, "gap", {3: (2.0, 1.0), 2: (1.25, 0.5)})
    assert value.read(file) == {2: (1.25, 0.5), 3: (2.0, 1.0)}
    loaded = []
    monkeypatch.setattr(value, "load_value", lambda *numbers: loaded.append(numbers))
    value.load(file, "gap")
    assert loaded == [("gap", 2, 1.25, 0.5), ("gap", 3, 2.0, 1.0)]


def test_the_compiled_table_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "NUMBERS", {str(number): number for number in range(state.MOST_GAMES)})
    state.load_value("63", 2, 1.0, 1.0)
    with pytest.raises(ValueError, match="room for 64 games"):
        state.load_value("one more", 2, 1.0, 1.0)
