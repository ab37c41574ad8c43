"""The four kinds of Karma card: Table Card, Bottoms Up, Five or Below, Give the Pile."""

from __future__ import annotations

import pytest

from kartarna.games import get
from tests.games.karma_positions import gone, hand, pile, position, zone
from tests.positions import choices, play, refusal, story


def test_karma_12_table_card_plays_one_more_from_the_table_whatever_the_top_is() -> None:
    state = position(["table 4", "1"], pile="16", face_up=["2 9 9"], face_down=["3 4 5"], stock="6")
    told = story(state, "1 table")
    assert told == ["Player 1 plays: Table Card.", "Player 1 plays one more card, from the table."]
    assert choices(state, 1) == ["2", "9"]
    assert refusal(state, 1, "9 9").startswith("KARMA-12: You play only one card from the table now")
    assert refusal(state, 1, "4").startswith("KARMA-12: You now play one card from the table. 4 does not lie face up")
    assert refusal(state, 1, "?1").startswith("KARMA-7: Play your face-up cards first")
    assert refusal(state, 1, "take").startswith("KARMA-12: Now you must play one card from the table")
    assert refusal(state, 1, ">2").startswith("KARMA-15: Only this card gives the pile")
    assert pile(play(state, "1 2")) == "2 table 16"
    assert hand(state, 1) == "4 6"


def test_karma_12_only_one_even_if_two_table_cards_were_played_together() -> None:
    state = play(position(["table table 4", "1"], pile="16", face_up=["2 9"]), "1 table table", "1 9")
    assert (pile(state), state.turn) == ("9 table table 16", 1)


def test_karma_12_a_face_down_card_only_if_no_face_up_one_is_left_and_any_number_stays() -> None:
    state = play(position(["table 4", "1"], pile="16", face_down=["3 4 5"]), "1 table")
    assert choices(state, 1) == ["?1", "?2", "?3"]
    assert pile(play(state, "1 ?2")) == "4 table 16"


def test_karma_12_and_all_8_the_only_table_card_is_not_asked_for() -> None:
    state = position(["table 4", "1"], pile="16", face_up=["9 9"])
    assert story(state, "1 table")[2] == "Player 1 plays from the table: 9."
    assert (pile(state), zone(state, "face_up", 1)) == ("9 table 16", ["9"])
    state = position(["table 4", "1"], pile="16", face_down=["- - 5"])
    assert story(state, "1 table")[2:] == ["Player 1 turns up the face-down card at place 3.", "It is: 5."]


def test_karma_12_its_effect_happens_as_usual_even_if_it_is_another_table_card() -> None:
    state = play(position(["table 4", "1"], pile="3 16", face_up=["table"], face_down=["up - -"]), "1 table")
    assert pile(state) == "16 up table table 3"
    state = play(position(["table 4", "1", "2"], pile="3", face_up=["give"]), "1 table", "1 >3")
    assert (hand(state, 3), gone(state)) == ("2 3 table", "give")


def test_karma_12_without_table_cards_nothing_more_happens_and_the_next_player_is_free() -> None:
    state = position(["table 4", "1 2"], pile="16")
    assert story(state, "1 table")[1] == "Player 1 has no card left on the table."
    assert choices(state, 2) == ["1", "2", "take"]


def test_karma_13_bottoms_up_brings_the_bottom_card_on_top_once() -> None:
    """KARMA-13"""
    state = position(["up up 4", "2 3 5"], pile="16 12 3")
    assert story(state, "1 up up")[1] == "The bottom card comes up: 3."
    assert pile(state) == "3 up up 16 12"
    assert choices(state, 2) == ["3", "5", "take"]


def test_karma_13_on_an_empty_pile_it_brings_up_itself() -> None:
    state = play(position(["up 4", "2 up up"]), "1 up")
    assert pile(state) == "up"
    assert choices(state, 2) == ["2", "up", "up up", "take"]
    play(state, "2 up up")  # above the one that came up there are only two
    assert pile(state) == "up up up"


@pytest.mark.parametrize("free", ["table", "up"])
def test_karma_13_a_table_card_or_a_bottoms_up_on_top_leaves_a_free_choice_and_does_not_act(free: str) -> None:
    state = play(position(["up 4", "1 16"], pile=f"9 {free}", face_up=["12 13"]), "1 up")
    assert pile(state) == f"{free} up 9"
    assert choices(state, 2) == ["1", "16", "take"]


def test_karma_13_five_or_below_that_comes_up_rules_again() -> None:
    state = position(["up 4", "1 16"], pile="9 five")
    assert story(state, "1 up")[2].startswith("The next player may play only a number up to 5")
    assert choices(state, 2) == ["1", "take"]


def test_karma_13_a_card_that_came_up_never_counts_towards_three_of_a_kind() -> None:
    state = play(position(["up 4", "9 9 9 3"], pile="9 12 9"), "1 up")
    assert pile(state) == "9 up 9 12"
    play(state, "2 9 9")
    assert pile(state) == "9 9 9 up 9 12"
    assert get("karma").view(state, None).facts["alike"] == 2
    state = play(position(["up 4", "9 9 9 3"], pile="12 9"), "1 up", "2 9 9 9")
    assert (pile(state), state.turn) == ("", 1)


def test_karma_14_five_or_below_allows_a_number_up_to_5_or_a_karma_card() -> None:
    state = position(["five 4", "4 5 6 16 up"], pile="12")
    assert story(state, "1 five")[1].startswith("The next player may play only a number up to 5")
    assert choices(state, 2) == ["4", "5", "up", "take"]
    assert refusal(state, 2, "6").startswith("KARMA-14: Now you may play only a number up to 5")
    assert choices(play(state, "2 5"), 1) == ["take"]  # a 4 on that 5: the usual rule again


def test_karma_15_the_pile_goes_to_another_player_and_the_card_out_of_the_game() -> None:
    state = position(["give give 4", "1", "2"], pile="12 3")
    assert story(state, "1 give give") == ["Player 1 plays: Give the Pile, Give the Pile.", "2 cards leave the game."]
    assert refusal(state, 1, ">1") == "KARMA-15: You cannot give the pile to yourself, only to somebody else."
    assert refusal(state, 1, ">4") == "KARMA-15: 3 players sit at the table; there is no such seat."
    assert refusal(state, 1, "4") == "KARMA-15: First say who is given the pile."
    told = story(state, "1 >3")
    assert told == ["Player 1 gives the pile away. It goes to: Player 3.", "Player 3 takes 2 cards into hand: 3, 12."]
    assert (gone(state), hand(state, 3), pile(state), state.turn) == ("give give", "2 3 12", "", 1)


def test_karma_15_and_all_8_with_two_players_there_is_nobody_to_choose() -> None:
    state = play(position(["give 4", "1"], pile="12 3"), "1 give")
    assert (hand(state, 2), state.turn) == ("1 3 12", 1)


def test_karma_15_on_an_empty_pile_it_just_leaves_the_game() -> None:
    state = position(["give 4", "1", "2"])
    assert story(state, "1 give")[1:] == ["1 card leaves the game.", "There is no pile: nobody gets anything."]
    assert (state.turn, pile(state)) == (1, "")


def test_karma_15_it_never_makes_three_of_a_kind_and_may_start_a_new_pile() -> None:
    state = play(position(["7 7 7 give give give 4", "1", "2"]), "1 7 7 7", "1 give give give")
    assert (state.turn, pile(state), gone(state)) == (1, "", "7 7 7 give give give")
