"""The rules of Brod, one by one. Cards are written as in the game: 7r."""

from __future__ import annotations

import pytest
from kartarna_brod import GAME
from kartarna_brod.cards import CARDS, names
from kartarna_brod.rules import LIES_THERE, NO_NEIGHBOUR, NOBODY, NOT_HELD, Brod, mask_of

from kartarna.core.conform import Conformance
from kartarna.core.errors import BadDeal, OptionError
from kartarna.core.options import options
from kartarna.core.rng import Rng


def card(name: str) -> int:
    return names(0).index(name)


def cards(text: str) -> int:
    return mask_of([card(name) for name in text.split()])


def position(row: str, *hands: str) -> Brod:
    """The first seat is to move."""
    state = GAME.new(len(hands), {"starter": 1})
    state.deal_random(Rng(1))
    state.row, state.hands = cards(row), [cards(hand) for hand in hands]
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_keeps_the_promises_of_the_interface(players: int) -> None:
    assert Conformance(GAME, players, {}, seed=1).play_watched().over()


def test_brod_1_a_deal_of_other_cards_is_refused() -> None:
    state = GAME.new(2, {"starter": 1})
    outcome = state.draw(Rng(1))
    with pytest.raises(BadDeal, match="BROD-1"):
        state.deal([*outcome[:-1], outcome[1]])


def test_brod_2_six_cards_each_three_in_the_row_in_order() -> None:
    state = GAME.new(3)
    state.deal_random(Rng(2))
    view = GAME.view(state, 0)
    assert [len(view.zone("row").cards), view.zone("hand", 1).hidden, view.zone("aside").hidden] == [3, 6, 15]
    numbers = [int(name[0]) for name in view.zone("row").cards]
    assert numbers == sorted(numbers)


def test_brod_3_a_number_that_lies_there_is_refused_while_there_are_others() -> None:
    state = position("2r 5g 7b", "5r 8g", "1r 1y")
    assert state.refusal(0, card("5r")) == LIES_THERE
    assert state.refusal(0, card("9b")) == NOT_HELD
    assert state.legal_actions(0) == [card("8g")]
    assert position("2r 5g 7b", "5r 2g", "1r 1y").legal_actions(0) == [card("2g"), card("5r")]


def test_brod_4_one_neighbour_is_taken_by_choice() -> None:
    state = position("2r 5g 7b", "6r 8g", "1r 1y")
    state.apply(0, card("6r"))
    assert state.played == card("6r")
    assert state.legal_actions(0) == [card("5g"), card("7b")]
    assert state.refusal(0, card("2r")) == NO_NEIGHBOUR
    state.apply(0, card("7b"))
    assert (state.row, state.taken[0], state.turn) == (cards("2r 5g 6r"), cards("7b"), 1)


def test_brod_4_at_an_end_there_is_no_choice() -> None:
    state = position("2r 5g 7b", "1r 8g", "1y 1g")
    state.apply(0, card("8g"))
    assert (state.played, state.taken[0], state.row) == (NOBODY, cards("7b"), cards("2r 5g 8g"))


def test_brod_5_what_was_taken_is_in_sight_of_all() -> None:
    state = position("2r 5g 7b", "1r 8g", "1y 1g")
    state.apply(0, card("8g"))
    assert GAME.view(state, None).zone("taken", 0).cards == ("7b",)


def test_brod_6_the_round_ends_with_the_last_card() -> None:
    state = position("2r 5g 7b", "8g", "9r")
    state.apply(0, card("8g"))
    assert not state.due()
    state.apply(1, card("9r"))
    assert state.due()


@pytest.mark.parametrize(
    ("taken", "points"), [("", 0), ("9r", 9), ("9r 2r", 7), ("1r 2r 3r", -1), ("4y 8y 5b", 11), ("9r 9y 9g 9b", 36)]
)
def test_brod_7_the_highest_of_a_colour_less_two_for_each_further_card(taken: str, points: int) -> None:
    state = position("2r 5g 7b", "8g", "9r")
    state.taken[0] = cards(taken)
    assert state.score(0) == points


def test_brod_8_rounds_and_the_tie() -> None:
    state = GAME.new(2, {"rounds": 2})
    state.deal_random(Rng(1))
    state.end_round([5, 3], last=False)
    state.deal_random(Rng(2))
    state.end_round([3, 5], last=True)
    assert (state.total(0), state.total(1), state.winners()) == (8, 8, 0b10)
    with pytest.raises(OptionError):
        GAME.new(2, {"rounds": 11})


def test_brod_9_the_next_player_starts_the_next_round() -> None:
    state = GAME.new(3, {"starter": 3})
    state.deal_random(Rng(1))
    assert state.waiting() == 0b100
    state.end_round([0, 0, 0], last=False)
    state.deal_random(Rng(1))
    assert state.waiting() == 0b001


def test_a_preview_says_what_a_card_takes() -> None:
    state = position("2r 5g 7b", "6r 8g", "1r 1y")
    effects = {choice.notation: [event.kind for event in choice.effects] for choice in options(GAME, state, 0).choices}
    assert effects == {"6r": ["takes_one_of"], "8g": ["takes", "would_score"]}


def test_the_quick_player_takes_what_counts() -> None:
    state = position("2r 5g 9b", "3r 8g", "1r 1y")
    assert state.greedy(0, Rng(1)) == card("8g")
    assert state.ACTIONS == CARDS
