"""The checker itself at work, on the smallest table of each game; tests/games/test_conform.py has all tables."""

from __future__ import annotations

import pytest

from kartarna.core.conform import Conformance
from kartarna.games import GAMES, get


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_two_keeps_every_promise(game: str) -> None:
    watched = Conformance(get(game), 2, {}, 1)
    assert watched.play_watched().over()
    assert watched.hides
    assert watched.varied
    assert Conformance(get(game), 2, {}, 1).play_cheaply().over()
