"""What a game says to the bots in its bots.toml, and what is said of a mistake in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kartarna.bots import game_settings
from kartarna.bots.game_settings import GameSettings, settings_for
from kartarna.bots.levels import LEVELS
from kartarna.bots.search_settings import SearchSettings
from kartarna.core.errors import OptionError
from kartarna.games import get
from kartarna.lab.arena import entrants


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A game that says nothing yet."""
    silent = replace(get("gap"), folder=tmp_path)
    monkeypatch.setattr(game_settings, "get", lambda _: silent)
    settings_for.cache_clear()
    yield tmp_path
    settings_for.cache_clear()


def test_a_game_need_not_say_anything(folder: Path) -> None:
    assert list(folder.iterdir()) == []
    assert settings_for("gap", 3) == GameSettings(SearchSettings())
    assert [level.budget("gap", 3) for level in LEVELS] == [6, 30, 250, 1_000, 10_000]


def test_a_table_says_more_than_its_game(folder: Path) -> None:
    (folder / "bots.toml").write_text(
        "horizon = 9\niterations = { easy = 20, strong = 90 }\n"
        "[[tables]]\nplayers = [2, 3]\nwidening = 1.5\niterations = { strong = 70 }\n"
    )
    assert settings_for("gap", 4).search == SearchSettings(horizon=9)
    assert settings_for("gap", 3).search == SearchSettings(horizon=9, widening=1.5)
    assert [level.budget("gap", 3) for level in LEVELS] == [6, 20, 250, 70, 10_000]


def test_the_cheater_thinks_as_long_as_the_top_level(folder: Path) -> None:
    (folder / "bots.toml").write_text("iterations = { strong = 70, expert = 500 }\n")
    assert entrants.recipe("cheater", "gap", 2).startswith("500 iterations, ")
    assert entrants.recipe("strong:horizon=3", "gap", 2).startswith("70 iterations, ")
    assert entrants.recipe("strong:iterations=9", "gap", 2).startswith("9 iterations, ")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("depth = 3", "depth is no setting; there are: iterations, "),
        ("sees_all = true", "sees_all is no setting"),
        ('horizon = "far"', "horizon: a whole number is needed"),
        ("[[tables]]\nhorizon = 3", "cannot be read: 'players'"),
        ("horizon =", "cannot be read: "),
    ],
)
def test_a_mistake_is_told_with_the_file(folder: Path, text: str, told: str) -> None:
    (folder / "bots.toml").write_text(text)
    with pytest.raises(OptionError, match=r"bots\.toml") as error:
        settings_for("gap", 2)
    assert told in str(error.value)
