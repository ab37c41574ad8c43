"""Every game keeps the promises of the interface, for every number of players and variant."""

from __future__ import annotations

import os
from typing import Any

import pytest

from kartarna import COMPILED
from kartarna.core.conform import Conformance
from kartarna.games import get
from tests.variants import VARIANTS, name

Variant = tuple[str, int, dict[str, Any]]
LONG = bool(os.environ.get("KARTARNA_LONG"))
WATCHED = (1000 if LONG else 10) if COMPILED else (100 if LONG else 3)
CHEAP = 1000 if COMPILED else 3


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_every_check_at_every_decision(variant: Variant) -> None:
    game, players, options = variant
    for seed in range(WATCHED):
        assert Conformance(get(game), players, options, seed).play_watched().over()


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_many_games_are_legal_lose_no_card_and_end(variant: Variant) -> None:
    game, players, options = variant
    for seed in range(CHEAP):
        assert Conformance(get(game), players, options, seed).play_cheaply().over()
