"""House rules: a table may agree on them, a record says so, and without them the game is the one of the rules."""

from __future__ import annotations

from typing import Any

import pytest

from kartarna import COMPILED
from kartarna.core.conform import Conformance
from kartarna.core.errors import OptionError
from kartarna.core.rng import Rng
from kartarna.core.view import seats_of
from kartarna.games import GAMES, get
from tests.games.dnup_positions import table
from tests.positions import choices, dealt, play, recorded, refusal
from tests.variants import HOUSE, name

Variant = tuple[str, int, dict[str, Any]]
DECLARED = [(game.id, option) for game in GAMES.values() for option in game.options if option.house]


@pytest.mark.parametrize("variant", HOUSE, ids=name)
def test_a_house_rule_keeps_the_promises_of_the_interface(variant: Variant) -> None:
    game, players, options = variant
    for seed in range(4 if COMPILED else 1):
        assert Conformance(get(game), players, options, seed).play_watched().over()


def test_every_house_rule_is_tried_here() -> None:
    tried = {(game, option) for game, _, options in HOUSE for option in options}
    assert {(game, option.name) for game, option in DECLARED} == tried


@pytest.mark.parametrize(("game", "option"), DECLARED, ids=lambda it: getattr(it, "name", it))
def test_it_says_that_it_is_a_house_rule(game: str, option: Any) -> None:
    told = get(game).sentences()[f"option_{option.name}"]
    assert "house rule" in told["en"]
    assert "domácí pravidlo" in told["cs"]


@pytest.mark.parametrize("variant", HOUSE, ids=name)
def test_a_record_tells_it_and_only_where_there_is_one(variant: Variant) -> None:
    game, players, options = variant
    plain, changed = (get(game).agreed(players, given) for given in ({}, options))
    assert not options.keys() & plain.keys()
    assert changed.items() >= options.items()
    assert recorded(game, players, **options).record.options == changed
    assert recorded(game, players).record.options == plain


@pytest.mark.parametrize("variant", HOUSE, ids=name)
def test_a_table_is_told_when_a_round_begins(variant: Variant) -> None:
    game, players, options = variant
    for given in ({}, options):
        state = dealt(game, players, {}, **given)
        told = [get(game).teller(state, "en").say(event) for event in get(game).words.dealt(state)]
        assert any(sentence.startswith("House rule: ") for sentence in told) == bool(given)


def test_trop_5_two_cards_fill_a_hand() -> None:
    state = dealt("trop", 2, {"starter": "1", "deck": "5 4 3 2"}, hand=2)
    state = play(state, "1 draw", "2 draw", "1 draw", "2 draw")
    assert choices(state, 1) == ["3", "5"]
    assert refusal(state, 1, "draw").startswith("TROP-5: You may not hold more cards.")


def test_karma_5_the_hand_is_filled_up_to_what_was_agreed() -> None:
    game = get("karma")
    for hand in (1, 5):
        state, rng = game.new(2, {"hand": hand}), Rng(3)
        state.deal_random(rng)
        largest = 0
        while state.left and not state.over():
            seat = seats_of(state.waiting())[0]
            before = state.left
            state.apply(seat, state.greedy(seat, rng))
            if state.left < before:  # drew
                largest = max(largest, len(game.view(state, seat).zone("hand", seat).cards))
        assert largest == hand


def test_dnup_11_no_turning_while_anything_else_is_possible() -> None:
    state = table(["5/3 5/7", "4/1", "9/2"], turning=0)
    assert "turn" not in choices(state, 1)
    assert "turn" in choices(table(["5/3 5/7", "4/1", "9/2"]), 1)
    assert refusal(state, 1, "turn").startswith("DNUP-11: By house rule")


def test_dnup_11_the_hand_is_turned_where_nothing_else_is_possible() -> None:
    """With two players an own set may lie that the last card does not beat."""
    state = table(["5/3", "4/1 4/2"], ["9/1"], area=2, turning=0)
    assert choices(state, 1) == ["turn"]
    assert play(state, "1 turn").hands[2]


def test_what_no_house_allows_is_refused() -> None:
    for game, wrong in (("trop", {"hand": 4}), ("karma", {"hand": 0}), ("dnup", {"turning": 2})):
        with pytest.raises(OptionError):
            get(game).new(2, wrong)
