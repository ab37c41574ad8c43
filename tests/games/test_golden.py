"""Golden playthroughs: one for each game, number of players and variant; a missing one fails."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kartarna.games import get
from tests.golden import FOLDER, file_of, playthrough
from tests.variants import VARIANTS, name


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_the_game_goes_as_it_went(variant: tuple[str, int, dict[str, Any]]) -> None:
    assert file_of(variant).read_text(encoding="utf-8") == playthrough(*variant), "see: python -m tests.golden"


@pytest.mark.parametrize("players", get("gap").players)
def test_gap_9_a_tied_game_is_played_to_the_end_of_its_extra_round(players: int) -> None:
    told = (FOLDER / f"gap-{players}-target-extra_round.txt").read_text(encoding="utf-8")
    before, extra = told.split("one more round decides", 1)
    assert "The winner: " not in before
    assert re.search(r"^en: (The winner: |The win is shared by: )", extra, re.MULTILINE)


def test_no_playthrough_is_left_over() -> None:
    assert {file.name for file in FOLDER.glob("*.txt")} == {file_of(variant).name for variant in VARIANTS}
