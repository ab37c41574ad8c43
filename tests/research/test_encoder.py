"""An observation holds all that a seat sees and nothing else, number by number."""

from __future__ import annotations

from typing import Any

import pytest

from kartarna.core.errors import OptionError
from kartarna.core.game import Game
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import OWN, get
from kartarna.research.decisions import seat_to_move
from kartarna.research.encoder import Encoder
from tests import variants

OURS = [variant for variant in variants.VARIANTS if variant[0] in OWN]


def positions(game: Game[Any], players: int, options: dict[str, Any], every: int = 7) -> list[State]:
    """Of a random game, some moments with a decision due."""
    state, rng, found = game.new(players, options), Rng(11), []
    for number in range(400):
        if state.over():
            break
        if state.due():
            state.deal_random(rng)
        if number % every == 0:
            found.append(state.clone())
        seat = seat_to_move(state)
        legal = state.legal_actions(seat)
        state.apply(seat, legal[rng.below(len(legal))])
    return [*found, state]


@pytest.mark.parametrize("variant", OURS, ids=variants.name)
def test_worlds_that_a_seat_cannot_tell_apart_give_the_same_numbers(variant: tuple[str, int, dict[str, Any]]) -> None:
    name, players, options = variant
    game, rng, changed = get(name), Rng(5), 0
    encoder = Encoder(game, game.new(players, options))
    for state in positions(game, players, options):
        for seat in range(players):
            twin = state.clone()
            twin.resample(seat, rng)
            changed += twin.snapshot() != state.snapshot()
            assert encoder.encode(game.view(twin, seat)) == encoder.encode(game.view(state, seat))
    assert changed


@pytest.mark.parametrize("name", OWN)
def test_every_label_stands_once(name: str) -> None:
    game = get(name)
    for players in game.players:
        encoder = Encoder(game, game.new(players))
        labels = encoder.labels()
        assert len(labels) == encoder.size == len(set(labels))


@pytest.mark.parametrize("name", OWN)
def test_an_own_hand_is_told_card_by_card(name: str) -> None:
    game = get(name)
    state = game.new(2)
    encoder = Encoder(game, state)
    for state in positions(game, 2, {}):
        for seat in range(2):
            view = game.view(state, seat)
            hand = view.zone("hand", seat).cards
            told = dict(zip(encoder.labels(), encoder.encode(view), strict=True))
            mine = {label: count for label, count in told.items() if label.startswith("hand of seat +0: ") and count}
            assert mine == {f"hand of seat +0: {card}": hand.count(card) for card in hand}


def test_seats_are_counted_from_the_one_that_looks() -> None:
    game = get("trop")
    state = game.new(3, {"starter": 2})
    state.deal_random(Rng(1))
    encoder = Encoder(game, state)
    told = [dict(zip(encoder.labels(), encoder.encode(game.view(state, seat)), strict=True)) for seat in range(3)]
    assert [[numbers[f"waiting: seat +{place}"] for place in range(3)] for numbers in told] == [
        [0, 1, 0],
        [1, 0, 0],
        [0, 0, 1],
    ]


def test_what_is_not_declared_is_refused() -> None:
    game = get("gap")
    state = game.new(2)
    view = game.view(state, 0)
    with pytest.raises(OptionError, match="do not declare: fog"):
        Encoder(game, state).encode(view._replace(facts={**view.facts, "fog": 1}))
    with pytest.raises(OptionError, match="give the view of a seat"):
        Encoder(game, state).encode(game.view(state, None))
