"""Golden playthroughs: one for each game, number of players and variant; a missing one fails."""

from __future__ import annotations

from typing import Any

import pytest

from tests.golden import FOLDER, file_of, playthrough
from tests.variants import VARIANTS, name


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_the_game_goes_as_it_went(variant: tuple[str, int, dict[str, Any]]) -> None:
    assert file_of(variant).read_text(encoding="utf-8") == playthrough(*variant), "see: python -m tests.golden"


def test_no_playthrough_is_left_over() -> None:
    assert {file.name for file in FOLDER.glob("*.txt")} == {file_of(variant).name for variant in VARIANTS}
