"""GAP: its rules one by one, and the worked examples of the booklet."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest

from kartarna.core.errors import BadDeal, OptionError
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import get
from kartarna.games.gap.rules import score_of
from kartarna.games.gap.scoring import signs
from tests.positions import choices, deal, dealt, edited, play, refusal, story


def mask(cards: str) -> int:
    return sum(1 << int(card[0]) * 5 + "rgybp".index(card[1]) for card in cards.split())


def collected(cards: str) -> int:
    """What a collection is worth."""
    state = dealt("gap", 4, {})
    return edited(state, taken=[mask(cards)]).score(0)


# ---- cards and deal ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "colours"), [(2, 3), (3, 4), (4, 5), (6, 5)])
def test_gap_1_few_players_leave_colours_out_for_the_whole_game(players: int, colours: int) -> None:
    state = dealt("gap", players, {})
    left_out = state.left_out
    assert left_out.bit_count() == 5 - colours
    assert len(get("gap").census(state)) == 10 * colours
    while not state.over():
        if state.due():
            deal("gap", state, {})
        seat = state.turn
        state.apply(seat, state.legal_actions(seat)[0])
    assert state.left_out == left_out


def test_gap_1_a_deal_with_a_wrong_card_is_refused() -> None:
    state = get("gap").new(4)
    outcome = state.draw(Rng(1))
    with pytest.raises(BadDeal, match="GAP-1"):
        state.deal([*outcome[:-1], outcome[-2]])
    with pytest.raises(BadDeal, match="ALL-1"):
        state.deal([9, *outcome[1:]])
    two = get("gap").new(2)
    with pytest.raises(BadDeal, match="GAP-1: 2 different colours"):
        two.deal([0, 1, 1, *range(30)])


@pytest.mark.parametrize(("players", "held"), [(2, 6), (4, 6), (5, 5), (6, 5)])
def test_gap_2_six_cards_each_or_five_and_four_in_the_row(players: int, held: int) -> None:
    view = get("gap").view(dealt("gap", players, {}), 0)
    assert len(view.zone("hand", 0).cards) == held
    assert view.zone("hand", 1).hidden == held
    assert len(view.zone("row").cards) == 4


# ---- a turn --------------------------------------------------------------------------------------------


def test_gap_3a_example_playing_a_2_takes_all_2s() -> None:
    state = dealt("gap", 4, {"starter": "1", "hand 1": "2r", "row": "2g 2b 1y 3y"})
    told = story(state, "1 2r")
    assert state.taken[0] == mask("2r 2g 2b")
    assert told[:2] == ["Player 1 plays: red 2.", "Player 1 takes 3 cards: red 2, green 2, blue 2."]


def test_gap_3b_example_a_0_takes_one_1_of_the_players_choice() -> None:
    state = dealt("gap", 4, {"starter": "1", "hand 1": "0r", "row": "1g 1b 4y 5y"})
    play(state, "1 0r")
    assert choices(state, 1) == ["1g", "1b"]
    play(state, "1 1b")
    assert state.taken[0] == mask("0r 1b")
    assert state.row & mask("1g")


def test_gap_3b_one_of_each_neighbour_first_the_number_before() -> None:
    state = dealt("gap", 4, {"starter": "1", "hand 1": "0r", "row": "9g 9b 1y 1p"})
    play(state, "1 0r")
    assert choices(state, 1) == ["9g", "9b"]
    play(state, "1 9g")
    assert choices(state, 1) == ["1y", "1p"]
    play(state, "1 1p")
    assert state.taken[0] == mask("0r 9g 1p")


def told_before(state: State, card: str) -> list[str]:
    """What the player of this card is told it would do, in notation."""
    game = get("gap")
    [action] = [action for action in state.legal_actions(0) if game.words.notation(state, 0, action) == card]
    teller = game.teller(state, "en")
    return [teller.say(event) for event in game.words.effects(state, 0, action)]


def test_gap_3b_before_a_choice_it_is_told_what_comes_for_certain_and_what_it_is_worth() -> None:
    state = dealt("gap", 4, {"starter": "1", "hand 1": "8p 0r", "row": "7r 7y 9b 1g"})
    assert told_before(state, "8p") == [
        "Player 1 will choose one of: red 7, yellow 7.",
        "Player 1 takes 2 cards for certain: purple 8, blue 9.",
        "Your collection is then worth 3 points.",
    ]
    state = edited(state, taken=[mask("1y 2y")])
    assert told_before(state, "8p")[2] == "Depending on the choice, your collection is then worth from −1 to 1 point."


def test_gap_3b_two_choices_are_told_both() -> None:
    state = dealt("gap", 4, {"starter": "1", "hand 1": "0r", "row": "9g 9b 1y 1p"})
    assert told_before(state, "0r")[:3] == [
        "Player 1 will choose one of: green 9, blue 9.",
        "Player 1 will choose one of: yellow 1, purple 1.",
        "Player 1 takes 1 card for certain: red 0.",
    ]


def test_gap_3b_for_a_9_first_8_then_0() -> None:
    state = dealt("gap", 4, {"starter": "1", "hand 1": "9r", "row": "8g 8b 0y 0p"})
    assert choices(play(state, "1 9r"), 1) == ["8g", "8b"]


def test_gap_3c_example_a_7_without_neighbours_joins_the_row() -> None:
    state = dealt("gap", 4, {"starter": "1", "hand 1": "7r", "row": "0g 1b 4y 5y"})
    told = story(state, "1 7r")
    assert told == ["Player 1 plays: red 7.", "The card joins the row: red 7."]
    assert state.row == mask("7r 0g 1b 4y 5y")
    assert state.taken[0] == 0


def test_gap_3_a_card_not_in_hand_is_refused_and_the_hand_is_named() -> None:
    state = dealt("gap", 5, {"starter": "1", "hand 1": "7r 1r 2r 3r 4r"})
    assert refusal(state, 1, "7g").startswith("GAP-3: You do not hold green 7. Play one card of your hand: red 1,")
    assert refusal(state, 1, "7g", "cs").startswith("GAP-3: Kartu zelená 7 nemáš v ruce.")


def test_gap_3_only_the_equal_cards_can_be_chosen() -> None:
    state = dealt("gap", 4, {"starter": "1", "hand 1": "0r", "row": "1g 1b 4y 5y"})
    play(state, "1 0r")
    assert refusal(state, 1, "4y") == "GAP-3: yellow 4 is not on offer. Choose one of: green 1, blue 1."


def test_gap_4_the_same_number_comes_before_neighbours() -> None:
    """GAP-4"""
    state = dealt("gap", 4, {"starter": "1", "hand 1": "5r", "row": "5g 4b 6y 0y"})
    play(state, "1 5r")
    assert state.taken[0] == mask("5r 5g")


def test_gap_5_what_is_taken_lies_in_sight_of_all() -> None:
    """GAP-5"""
    state = dealt("gap", 4, {"starter": "1", "hand 1": "5r", "row": "5g 4b 6y 0y"})
    play(state, "1 5r")
    assert get("gap").view(state, 2).zone("taken", 0).cards == ("5r", "5g")
    assert get("gap").view(state, None).zone("taken", 0).cards == ("5r", "5g")


def test_gap_6_the_row_is_filled_up_to_four_and_nobody_draws() -> None:
    """GAP-6"""
    state = dealt("gap", 4, {"starter": "1", "hand 1": "5r", "row": "5g 4b 6y 0y", "deck": "9p 8p"})
    told = story(state, "1 5r")
    assert state.row == mask("4b 6y 0y 9p")
    assert state.hands[0].bit_count() == 5
    assert "From the deck to the row: purple 9." in told


def test_gap_6_with_an_empty_deck_the_row_stays_short() -> None:
    state = dealt("gap", 4, {"starter": "1", "hand 1": "5r", "row": "5g 4b 6y 0y"})
    state = play(edited(state, drawn=50), "1 5r")
    assert state.row == mask("4b 6y 0y")


def test_gap_7_the_round_ends_when_all_cards_are_played() -> None:
    state = dealt("gap", 4, {})
    for turn in range(24):
        assert not state.due(), turn
        seat = state.turn
        while state.turn == seat and not state.due():
            state.apply(seat, state.legal_actions(seat)[0])
    assert state.due()


# ---- the score -------------------------------------------------------------------------------------------


def test_gap_8_example_four_red_one_yellow_one_blue_is_2() -> None:
    """GAP-8"""
    assert collected("0r 1r 2r 3r 0g 1g 0y 0b") == 4 - 2


def test_gap_8_example_four_red_and_four_green_is_8() -> None:
    assert collected("0r 1r 2r 3r 0g 1g 2g 3g") == 8


def test_gap_8_no_cards_no_points_and_a_round_may_be_negative() -> None:
    assert collected("") == 0
    assert collected("0r 1r 0g 0y 0b") == -1


def last_turn(totals: list[int], taken: list[str], **fields: Any) -> tuple[State, list[str]]:
    """The last turn of a round in which the seats have taken these cards: what follows, and its story."""
    options = {name: fields.pop(name) for name in ("rounds", "extra_round", "timed") if name in fields}
    state = dealt("gap", 2, {"starter": "1", "left_out": "y b", "hand 2": "9p", "row": "2r 4g 5r 6g"}, **options)
    state = edited(
        state, turn=1, hands=[0, mask("9p")], drawn=30, totals=totals, taken=[mask(cards) for cards in taken], **fields
    )
    told = story(state, "2 9p")
    return state, told


def told_after(totals: list[int], taken: list[str], **fields: Any) -> list[str]:
    return last_turn(totals, taken, **fields)[1]


def test_gap_8_the_score_is_explained_line_by_line() -> None:
    told = told_after([0, 0], ["0r 1r 3r 0g 1g 0p", "3g"])
    assert "Player 1: most: red (+3); fewest: purple (−1)." in told
    assert "Player 2: as many of each colour: green (+1); nothing is taken off." in told
    assert "Player 1: 2 points this round, 2 in all." in told
    assert "Player 2 has no cards, so no points." in told_after([0, 0], ["0r", ""])


def test_gap_9_the_game_ends_when_the_target_is_reached() -> None:
    assert "The winner: Player 1." in told_after([29, 0], ["0r", "3g"])
    assert "The winner: Player 1." not in told_after([28, 0], ["0r", "3g"])


def test_gap_9_most_points_win_then_the_best_round_then_the_earlier() -> None:
    told = told_after([30, 30], ["0r", "3g"], round=3, best=[7, 8], best_round=[1, 2])
    assert told[-2:] == [
        "Points are tied: the best single round decides, then the earlier one.",
        "The winner: Player 2.",
    ]
    assert "The winner: Player 2." in told_after([30, 30], ["0r", "3g"], round=3, best=[8, 8], best_round=[2, 1])
    shared = told_after([30, 30], ["0r", "3g"], round=3, best=[8, 8], best_round=[1, 1])
    assert "The win is shared by: Player 1, Player 2." in shared
    assert not any("tied" in line for line in told_after([30, 20], ["0r", "3g"], round=3))


def test_gap_9_an_agreed_number_of_rounds() -> None:
    assert "The winner: Player 1." in told_after([5, 0], ["0r", "3g"], rounds=3, round=3)
    assert "The winner: Player 1." not in told_after([5, 0], ["0r", "3g"], rounds=3, round=2)


def test_gap_9_one_more_round_decides_a_tie_if_the_table_wants_it() -> None:
    state, told = last_turn([30, 30], ["0r", "3g"], extra_round=True)
    assert told[-1] == "A tie for first place: one more round decides. Still able to win: Player 1, Player 2."
    assert state.due()
    deal("gap", state, {"hand 1": "9p", "row": "2r 4g 5r 6g"})
    state = play(edited(state, turn=0, hands=[mask("9p")], drawn=30, taken=[mask("0r 1r"), mask("3g")]), "1 9p")
    assert state.over()
    assert state.winners() == 0b01


def test_gap_9_after_an_agreed_time_the_current_round_is_the_last() -> None:
    state, _ = last_turn([500, 0], ["0r", "3g"], timed=True)
    assert state.due()
    state = dealt("gap", 2, {}, timed=True)
    assert get("gap").events_now(state) == ("last_round",)
    state.happen("last_round")
    assert get("gap").events_now(state) == ()
    with pytest.raises(BadDeal, match="already"):
        state.happen("last_round")
    while not state.over():
        assert state.round == 1
        state.apply(state.turn, state.legal_actions(state.turn)[0])


def test_gap_9_only_a_timed_table_has_a_last_round_event() -> None:
    with pytest.raises(BadDeal, match="GAP-9"):
        dealt("gap", 2, {}).happen("last_round")
    with pytest.raises(BadDeal, match="cannot happen"):
        dealt("gap", 2, {}).happen("earthquake")


def test_gap_9_a_table_sets_one_of_target_rounds_and_time() -> None:
    with pytest.raises(OptionError, match="GAP-9"):
        get("gap").new(2, {"target": 15, "rounds": 3})
    with pytest.raises(OptionError, match="1 to 500"):
        get("gap").new(2, {"target": 501})


def test_gap_10_the_next_round_starts_left_of_the_last_starter() -> None:
    state = dealt("gap", 3, {"starter": "3"})
    assert state.turn == 2
    while not state.due():
        state.apply(state.turn, state.legal_actions(state.turn)[0])
    deal("gap", state, {})
    assert state.turn == 0


def test_all_5_after_a_hundred_rounds_the_game_ends() -> None:
    told = told_after([5, 0], ["0r", "3g"], round=100)
    assert "That was the hundredth round: the game ends." in told


# ---- limits of the interface --------------------------------------------------------------------------------


def test_max_legal_a_full_hand_offers_six_decisions() -> None:
    state = dealt("gap", 4, {"starter": "1"})
    assert len(state.legal_actions(0)) == state.MAX_LEGAL == 6


def test_max_legal_five_equal_cards_are_the_widest_choice() -> None:
    state = dealt("gap", 4, {"starter": "1", "hand 1": "0r", "row": "9r 9g 9b 9y"})
    state = play(edited(state, row=state.row | mask("9p")), "1 0r")
    assert len(state.legal_actions(0)) == 5


def test_gap_8_the_signs_of_the_score_pad_give_the_score_of_every_collection() -> None:
    table = signs()
    for counts in combinations_with_replacement(range(11), 5):
        cards = sum(1 << 5 * number + colour for colour, count in enumerate(counts) for number in range(count))
        different = sorted(set(counts) - {0}, reverse=True)
        sign = dict(zip(different, table[len(different)], strict=True))
        assert score_of(cards) == sum(sign.get(count, 0) * count for count in counts)
