"""The quick deal is the checked one, for every game."""

from __future__ import annotations

from typing import Any

import pytest

from kartarna.core.errors import BadDeal
from kartarna.core.rng import Rng
from kartarna.games import get
from tests.variants import VARIANTS, name


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_a_random_deal_is_what_draw_and_deal_give(variant: tuple[str, int, dict[str, Any]]) -> None:
    game, players, options = variant
    quick, checked = (get(game).new(players, options) for _ in range(2))
    quick.deal_random(Rng(3))
    checked.deal(checked.draw(Rng(3)))
    assert quick.snapshot() == checked.snapshot()


def test_there_is_no_deal_where_none_is_due() -> None:
    state = get("gap").new(2)
    state.deal_random(Rng(3))
    with pytest.raises(BadDeal, match="no round is due"):
        state.deal_random(Rng(3))
