"""What a game must have declared, each fault in a sentence that says what to do."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kartarna.core.declared import faults
from kartarna.core.game import Game, Option
from kartarna.games import GAMES, get


@pytest.fixture
def copied(tmp_path: Path) -> Game[Any]:
    """GAP, with a folder of its own that may be spoilt."""
    folder = shutil.copytree(get("gap").folder, tmp_path / "gap")
    return replace(get("gap"), folder=folder)


@pytest.mark.parametrize("game", GAMES)
def test_our_games_have_declared_all(game: str) -> None:
    assert list(faults(get(game))) == []


def test_a_lead_must_be_worth_something_with_every_number_of_players(copied: Game[Any]) -> None:
    (found,) = faults(replace(copied, players=range(2, 8)))
    assert found.startswith("value.toml does not say how much a lead is worth")


def test_a_sentence_is_wanted_for_every_option_in_both_languages(copied: Game[Any]) -> None:
    words = copied.folder / "words.toml"
    words.write_text(words.read_text(encoding="utf-8") + '\n[half]\nen = "Half."\n', encoding="utf-8")
    told = list(faults(replace(copied, options=(*copied.options, Option("made_up", default=False)))))
    assert told == ["words.toml has no [option_made_up]", "words.toml, [half]: there is no sentence for cs"]


def test_both_pages_have_the_same_rules_and_some(copied: Game[Any]) -> None:
    (copied.folder / "rules.en.md").write_text("# GAP\nA game.\n", encoding="utf-8")
    told = list(faults(copied))
    assert told == [
        "rules.en.md has no rule: a line begins with - **ID-1**",
        "rules.cs.md and rules.en.md have not the same rules",
    ]


def test_a_game_has_players() -> None:
    assert "a game is for 1 to 12 players" in list(faults(replace(get("gap"), players=range(2, 30))))


def test_what_cannot_be_read_is_told(copied: Game[Any]) -> None:
    (copied.folder / "value.toml").unlink()
    (found,) = faults(copied)
    assert found.endswith("value.toml cannot be read: No such file or directory")
    (copied.folder / "value.toml").write_text("= nonsense", encoding="utf-8")
    assert len(list(faults(copied))) == 1
