"""What a game writes as numbers by itself is what the general encoder makes of the view."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kartarna import COMPILED
from kartarna.core.rng import Rng
from kartarna.games import OWN, get
from kartarna.research.vector import VectorGames
from tests import variants

OURS = [variant for variant in variants.VARIANTS if variant[0] in OWN]
STEPS = 150 if COMPILED else 40


@pytest.mark.parametrize("variant", OURS, ids=variants.name)
def test_stepped_games_show_what_their_seats_see(variant: tuple[str, int, dict[str, Any]]) -> None:
    name, players, options = variant
    games = VectorGames(name, 3, players, options)
    seen = games.reset(seed=players)
    for step in range(STEPS):
        for number, seat in enumerate(seen.seats):
            state = games.state(number)
            view = games.game.view(state, int(seat))
            assert seat == view.waiting[0]
            assert seen.observations[number].tolist() == games.encoder.encode(view)
            assert np.flatnonzero(seen.masks[number]).tolist() == games.decisions.legal(state, int(seat))
        seen = games.step(games.random_actions(seed=step))


def test_an_extra_round_and_a_shown_card_are_told() -> None:
    """GAP-9, ALL-4: what random play seldom meets."""
    games = VectorGames("gap", 200, 2, {"target": 1, "extra_round": True})
    told = games.encoder.labels().index("extra_round: number")
    seen = games.reset(seed=1)
    met = 0
    for step in range(40):
        seen = games.step(games.random_actions(seed=step))
        met += int(seen.observations[:, told].sum())
    assert met


def test_who_is_out_is_told() -> None:
    """DNUP-13: it takes a while until somebody is."""
    state, rng = get("dnup").new(3), Rng(1)
    while state.out < 0:
        if state.due():
            state.deal_random(rng)
        seat = state.turn
        state.apply(seat, state.greedy(seat, rng))
    games = VectorGames("dnup", 1, start=state)
    seen = games.reset(seed=1)
    seat = int(seen.seats[0])
    assert seen.observations[0].tolist() == games.encoder.encode(games.game.view(state, seat))
    assert seen.observations[0][games.encoder.labels().index(f"out: seat +{(state.out - seat) % 3}")] == 1
