"""Regret: what a decision costs, judged in the true world."""

from __future__ import annotations

import pytest

from kartarna.lab.regret import regrets


@pytest.mark.parametrize("game", ["dnup", "trop"])
def test_who_plays_at_random_regrets_more_than_the_quick_player(game: str) -> None:
    quick, chance = regrets(game, 3, ["greedy", "random"], 40, 10)
    assert all(cost >= 0 for cost in (*quick.costs, *chance.costs))
    assert quick.mean().mean < chance.mean().mean
    assert chance.beyond(quick).mean == pytest.approx(chance.mean().mean - quick.mean().mean)


def test_the_same_positions_whoever_is_asked() -> None:
    (alone,) = regrets("gap", 2, ["greedy"], 10, 10)
    assert regrets("gap", 2, ["greedy", "random"], 10, 10)[0].costs == alone.costs
