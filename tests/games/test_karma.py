"""Karma: its rules one by one, and the worked example of the booklet."""

from __future__ import annotations

from typing import Any

import pytest

from kartarna.core.errors import BadDeal
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import get
from tests.games.karma_positions import FACES, gone, hand, known, pile, position, zone
from tests.positions import choices, dealt, play, recorded, refusal, story

# ---- cards ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "copies"), [(2, 3), (6, 3), (7, 6), (12, 6)])
def test_karma_1_and_2_three_of_each_face_and_two_decks_from_seven_players_on(players: int, copies: int) -> None:
    cards = get("karma").census(dealt("karma", players, {}))
    assert sorted(cards) == sorted(FACES[1:] * copies)


def test_karma_2_a_deal_with_a_wrong_card_is_refused() -> None:
    state = get("karma").new(4)
    outcome = state.draw(Rng(1))
    with pytest.raises(BadDeal, match="KARMA-2: these are not the 60 cards"):
        state.deal([*outcome[:-1], outcome[-2]])
    with pytest.raises(BadDeal, match="ALL-1"):
        state.deal([4, *outcome[1:]])
    with pytest.raises(BadDeal, match="ALL-1"):
        get("karma").new(4, {"starter": 2}).deal([0, *outcome[1:]])


# ---- the set-up ------------------------------------------------------------------------------------------


def test_karma_3_three_cards_face_down_and_six_in_hand() -> None:
    view = get("karma").view(dealt("karma", 3, {"hand 1": "9 1 give 4 4 table"}), 0)
    assert view.zone("hand", 0).cards == ("1", "4", "4", "9", "table", "give")
    assert [view.zone("face_down", seat).hidden for seat in range(3)] == [3, 3, 3]
    assert view.zone("face_down", 0).known == ()
    assert view.zone("hand", 1).hidden == 6
    assert view.zone("deck").hidden == 60 - 27
    assert view.waiting == (0, 1, 2)


def test_karma_3_equal_cards_give_equal_choices_once() -> None:
    state = dealt("karma", 2, {"hand 1": "4 4 4 9 9 give"})
    assert choices(state, 1) == ["4 4 4", "4 4 9", "4 4 give", "4 9 9", "4 9 give", "9 9 give"]


def test_karma_3_nobody_sees_a_choice_until_all_have_chosen() -> None:
    state = dealt("karma", 3, {"hand 1": "1 2 3 4 5 6", "hand 2": "7 8 9 10 11 12", "hand 3": "13 14 15 16 up up"})
    assert story(state.clone(), "1 6 2 4", seat=1) == ["Player 1 chooses to lay face up: 2, 4, 6."]
    assert story(state.clone(), "1 6 2 4", seat=2) == ["Player 1 has chosen."]
    assert story(state, "1 6 2 4") == ["Player 1 has chosen."]
    other = get("karma").view(state, 1)
    assert (other.zone("face_up", 0).cards, other.zone("face_up", 0).hidden) == ((), 3)
    assert zone(state, "face_up", 1) == ["2", "4", "6"]
    play(state, "2 10 11 12")
    told = story(state, "3 up up 13", seat=2)
    assert told == [
        "Player 3 has chosen.",
        "Player 1 has face up on the table: 2, 4, 6.",
        "Player 2 has face up on the table: 10, 11, 12.",
        "Player 3 has face up on the table: 13, Bottoms Up, Bottoms Up.",
    ]
    assert zone(state, "face_up", 1, eye=2) == ["2", "4", "6"]
    assert hand(state, 1) == "1 3 5"


def test_karma_3_who_chose_first_leaves_no_trace() -> None:
    one, other = recorded("karma", 2), recorded("karma", 2)
    for table, seats in ((one, (0, 1)), (other, (1, 0))):
        table.deal_random(Rng(5))
        for seat in seats:
            table.decide(seat, table.state.legal_actions(seat)[0])
    assert one.state.snapshot() == other.state.snapshot()
    assert one.record == other.record
    assert [decision.seat for decision in one.record.rounds[0].play] == [0, 1]


def test_karma_3_only_three_of_the_six_can_be_chosen_and_only_once() -> None:
    state = dealt("karma", 2, {"hand 1": "1 2 3 4 5 6"})
    assert refusal(state, 1, "1 2 7").startswith("KARMA-3: You do not hold these three: 1, 2, 7. Choose from: 1,")
    assert refusal(state, 1, "1 1 2").startswith("KARMA-3: You do not hold these three")
    assert refusal(state, 1, "1").startswith("KARMA-3: First choose three cards to lie face up.")
    assert refusal(state, 1, "take").startswith("KARMA-3: First choose three cards")
    play(state, "1 1 2 3")
    assert refusal(state, 1, "4 5 6") == "ALL-1: Player 1 has nothing to decide now."
    assert refusal(position(["1 2 3", "4"]), 1, "1 2 3").startswith("KARMA-3: The face-up cards are chosen already.")


def test_karma_4_with_premonition_the_owner_knows_which_cards_but_not_where() -> None:
    """KARMA-4"""
    state = dealt("karma", 2, {"face_down 1": "9 1 give"}, premonition=True)
    assert get("karma").view(state, 0).zone("face_down", 0).known == ("1", "9", "give")
    assert get("karma").view(state, 1).zone("face_down", 0).known == ()
    assert get("karma").view(state, None).zone("face_down", 0).known == ()
    told = [event for event in get("karma").words.dealt(state) if event.kind == "foreseen"]
    assert [(event.seen_by(0), event.seen_by(1), event.seen_by(None)) for event in told] == [
        (True, False, False),
        (False, True, False),
    ]
    lain = set()
    for seed in range(60):
        world = state.clone()
        world.resample(0, Rng(seed))
        lain.add(tuple(world.face_down[:3]))
    assert len(lain) == 6


# ---- a turn ----------------------------------------------------------------------------------------------


def test_karma_5_one_card_or_several_identical_ones_or_the_pile() -> None:
    state = position(["9 9 12", "1"], pile="8")
    assert choices(state, 1) == ["9", "9 9", "12", "take"]
    assert pile(play(state, "1 9 9")) == "9 9 8"


def test_karma_5_then_draw_up_to_three() -> None:
    state = position(["9 9 12", "1"], stock="4 5 6 7")
    told = story(state, "1 9 9", seat=1)
    assert told[1:] == ["Player 1 draws 2 cards.", "You draw: 4, 5."]
    assert hand(state, 1) == "4 5 12"
    assert story(position(["9 9 12", "1"], stock="4 5 6 7"), "1 9 9", seat=2)[1:] == ["Player 1 draws 2 cards."]


def test_karma_5_with_three_or_more_draw_none_and_with_few_left_draw_those() -> None:
    assert hand(play(position(["9 9 9 12", "1"], stock="4"), "1 9"), 1) == "9 9 12"
    assert hand(play(position(["12", "1"], pile="13", stock="4"), "1 take"), 1) == "4 12 13"
    assert hand(play(position(["12", "1"], stock="4"), "1 12"), 1) == "4"


def test_karma_5_the_pile_may_be_taken_by_choice() -> None:
    state = position(["12 13", "1"], pile="9 3", stock="4")
    told = story(state, "1 take")
    assert told == ["Player 1 takes the pile.", "Player 1 takes 2 cards into hand: 3, 9."]
    assert (hand(state, 1), pile(state), state.turn) == ("3 9 12 13", "", 1)


def test_karma_5_and_11_next_is_the_player_to_the_left_who_still_has_cards() -> None:
    state = position(["12 13", "", "", "1"], face_down=["- - -", "- - -", "- - -", "- - -"])
    assert play(state, "1 12").turn == 3
    state = position(["12 13", "", "1", "1"], face_down=["- - -", "- 5 -"])
    assert play(state, "1 12").turn == 1


def test_karma_6_a_number_must_be_at_least_as_high_and_a_karma_card_goes_on_anything() -> None:
    state = position(["8 9 10 16 table up five give", "1"], pile="9")
    assert choices(state, 1) == ["9", "10", "16", "table", "up", "five", "give", "take"]
    assert refusal(state, 1, "8").startswith("KARMA-6: 8 is lower than 9.")
    assert refusal(state, 1, "8", "cs").startswith("KARMA-6: Karta 8 je nižší než 9.")
    assert choices(position(["15 16 up", "1"], pile="16"), 1) == ["16", "up", "take"]
    assert choices(position(["1 15 16", "1"], pile="table 16"), 1) == ["1", "15", "16", "take"]


def test_karma_6_on_an_empty_pile_anything_goes_and_it_cannot_be_taken() -> None:
    state = position(["1 1 16", "1"])
    assert choices(state, 1) == ["1", "1 1", "16"]
    assert refusal(state, 1, "take") == "KARMA-6: The pile is empty; there is nothing to take."


def test_karma_7_table_cards_only_with_an_empty_hand() -> None:
    state = position(["2", "1"], pile="9", face_up=["11 12 12"], face_down=["3 4 5"], stock="6 7")
    assert choices(state, 1) == ["take"]
    assert refusal(state, 1, "11") == (
        "KARMA-7: You may play cards from the table when your hand and the draw pile are empty. "
        "You hold 1 card, the draw pile has 2."
    )
    assert refusal(state, 1, "?1").startswith("KARMA-7: You may play cards from the table when")


def test_karma_7_first_the_face_up_ones_identical_ones_together() -> None:
    state = position(["", "1"], pile="9", face_up=["8 12 12"], face_down=["3 4 5"])
    assert choices(state, 1) == ["12", "12 12", "take"]
    assert refusal(state, 1, "?2").startswith("KARMA-7: Play your face-up cards first: 8, 12, 12.")
    assert story(state, "1 12 12") == ["Player 1 plays from the table: 12, 12."]
    assert zone(state, "face_up", 1) == ["8"]


def test_karma_7_then_the_face_down_ones_one_at_a_time_by_place() -> None:
    state = position(["", "1"], pile="9", face_down=["3 - 10"])
    assert choices(state, 1) == ["?1", "?3", "take"]
    assert refusal(state, 1, "?2") == "KARMA-7: You have no face-down card at place 2."
    assert refusal(state, 1, "10") == "KARMA-5: You do not have 10, neither in hand nor face up on the table."
    assert get("karma").view(state, 1).facts["places 1"] == "13"
    told = story(state, "1 ?3")
    assert told == ["Player 1 turns up the face-down card at place 3.", "It is: 10."]
    assert pile(state) == "10 9"


def test_karma_7_the_first_decision_of_a_turn_is_asked_even_if_there_is_only_one() -> None:
    assert choices(position(["", "1"], face_down=["- - 10"]), 1) == ["?3"]


def test_karma_8_cards_played_together_come_from_one_place() -> None:
    state = position(["12 12", "1"], face_up=["12"])
    assert choices(state, 1) == ["12", "12 12"]
    assert refusal(state, 1, "12 12 12") == "KARMA-8: 12: you can play at most 2, from one place only."
    assert refusal(state, 1, "12 12 12 12") == "KARMA-5: 12: you have only 2 of them."


def test_karma_9_a_face_down_number_too_low_goes_into_hand_with_the_pile() -> None:
    state = position(["", "1"], pile="9 table", face_down=["3 4 10"])
    told = story(state, "1 ?2")
    assert told[1:] == [
        "It is: 4.",
        "It does not fit on the pile: 4.",
        "Player 1 takes 3 cards into hand: 4, 9, Table Card.",
    ]
    assert (hand(state, 1), pile(state), state.turn) == ("4 9 table", "", 1)
    assert known(state, 1) == "4 9 table"


def test_karma_9_also_a_number_above_five_after_five_or_below() -> None:
    state = position(["", "1"], pile="five", face_down=["6 5 up"])
    assert hand(play(state.clone(), "1 ?1"), 1) == "6 five"
    assert pile(play(state.clone(), "1 ?2")) == "5 five"
    assert pile(play(state.clone(), "1 ?3")) == "five up"


# ---- three of a kind ---------------------------------------------------------------------------------------


def test_karma_10_example_two_14s_on_a_14_and_the_same_player_starts_a_new_pile() -> None:
    """KARMA-10"""
    state = position(["14", "14 14 3 5", "1"], pile="2", stock="6 7 8")
    told = story(play(state, "1 14"), "2 14 14")
    assert told == [
        "Player 2 plays: 14, 14.",
        "3 cards alike on top of each other: the whole pile (4 cards) leaves the game.",
        "Player 2 starts a new pile at once.",
    ]
    assert gone(state) == "2 14 14 14"
    assert choices(state, 2) == ["3", "5"]
    turns = state.turns
    play(state, "2 3")
    assert (pile(state), state.turn, state.turns) == ("3", 2, turns + 1)


def test_karma_10_drawing_comes_at_the_end_of_the_turn() -> None:
    state = play(position(["7 7 7 9", "1"], stock="4 5 6"), "1 7 7 7")
    assert hand(state, 1) == "9"
    assert choices(state, 1) == ["9"]  # always asked
    assert hand(play(state, "1 9"), 1) == "4 5 6"


def test_karma_10_only_with_an_empty_hand_draw_first() -> None:
    state = position(["7 7 7", "1"], stock="4 5 6 8")
    told = story(state, "1 7 7 7")
    assert told[2:] == ["Player 1 draws 3 cards.", "Player 1 starts a new pile at once."]
    assert choices(state, 1) == ["4", "5", "6"]
    assert hand(play(state, "1 4"), 1) == "5 6 8"


def test_karma_10_with_hand_and_stock_empty_the_new_pile_starts_from_the_table() -> None:
    state = play(position(["7 7 7", "1"], face_up=["9 9"], face_down=["1 2 3"]), "1 7 7 7")
    assert choices(state, 1) == ["9", "9 9"]


def test_karma_10_without_any_card_left_the_next_player_starts_the_pile() -> None:
    state = position(["7 7 7", "1", "2"])
    told = story(state, "1 7 7 7")
    assert told[-1] == "Player 1 has no cards left."
    assert (state.turn, pile(state)) == (1, "")


def test_karma_10_more_than_three_with_two_decks() -> None:
    state = position(["7 7 7 7", "1", "2", "3", "4", "5", "6"], pile="7 7")
    assert "6 cards alike on top of each other: the whole pile (6 cards) leaves the game." in story(state, "1 7 7 7 7")


def test_karma_10_karma_cards_too_and_their_action_does_not_happen() -> None:
    state = play(position(["up up 4", "1"], pile="up 9 8"), "1 up up")
    assert (pile(state), choices(state, 1)) == ("", ["4"])
    state = play(position(["five 9 9", "7 10"], pile="five five 3"), "1 five")
    assert choices(play(state, "1 9"), 2) == ["10", "take"]
    state = play(position(["table table table 4", "1"], face_up=["16 12"]), "1 table table table")
    assert choices(state, 1) == ["12", "16"]


def test_karma_10_after_table_cards_the_table_card_starts_the_new_pile_before_any_drawing() -> None:
    state = position(["table 4", "1"], pile="table table 3", stock="6 7", face_up=["16 12"])
    told = story(state, "1 table")
    assert told[1].startswith("3 cards alike")
    assert told[2:] == ["Player 1 plays one more card, from the table."]
    assert hand(state, 1) == "4"
    play(state, "1 12")
    assert (pile(state), hand(state, 1), state.turn) == ("12", "4 6 7", 1)


def test_karma_10_after_table_cards_without_table_cards_the_pile_is_started_as_usual() -> None:
    state = position(["table", "1"], pile="table table 3", stock="6 7")
    told = story(state, "1 table")
    assert told[2:] == [
        "Player 1 has no card left on the table.",
        "Player 1 draws 2 cards.",
        "Player 1 starts a new pile at once.",
    ]
    assert choices(state, 1) == ["6", "7"]


def test_karma_10_the_table_card_itself_may_complete_three_of_a_kind() -> None:
    state = play(position(["table 9", "1"], pile="table 3", face_up=["table"], face_down=["5 - -"]), "1 table")
    assert (pile(state), gone(state), state.turn) == ("5", "3 table table table", 1)


def test_karma_11_a_player_without_cards_may_be_given_the_pile() -> None:
    """KARMA-11"""
    state = play(position(["give 3", "", "1"], pile="9 8"), "1 give")
    assert choices(state, 1) == [">2", ">3"]
    words = get("karma").words
    assert words.readings(state, 0, "2") == words.readings(state, 0, ">2") != []  # no card can be meant
    play(state, "1 >2")
    assert (hand(state, 2), known(state, 2), state.turn) == ("8 9", "8 9", 1)


def test_karma_15_who_gives_the_last_card_is_told_once_and_only_at_the_turns_end() -> None:
    state = position(["give", "1", "1"], face_down=["- - -"], pile="9")
    assert story(state, "1 give") == ["Player 1 plays: Give the Pile.", "1 card leaves the game."]
    assert story(state, "1 >2").count("Player 1 has no cards left.") == 1


# ---- the end ---------------------------------------------------------------------------------------------------


def test_karma_16_the_game_ends_when_only_one_player_has_cards_and_that_one_loses() -> None:
    state = position(["9", "", "1 2"], face_down=["- - -", "- - -", "- - 5"])
    told = story(state, "1 9")
    assert told[1:] == [
        "Player 1 has no cards left.",
        "Player 3: 3 cards left.",
        "Loser: Player 3. Winners: Player 1, Player 2.",
    ]
    assert state.over()
    assert state.winners() == 0b011
    assert [state.total(seat) for seat in range(3)] == [0, 0, -3]
    assert [state.round_points(seat) for seat in range(3)] == [0, 0, -3]


def test_karma_16_only_after_the_effect_of_the_card_and_after_drawing() -> None:
    state = play(position(["give", "", "1"], pile="9"), "1 give", "1 >2")
    assert not state.over()
    assert play(position(["give", "", "1"], pile="9"), "1 give", "1 >3").winners() == 0b011
    assert not play(position(["9", "1"], stock="5"), "1 9").over()


def last_turn(hands: list[str], decision: str, **fields: Any) -> tuple[State, list[str]]:
    state = position(hands, turns=100 * len(hands) - 1, **fields)
    assert state.turns_left() == 1
    told = story(state, decision)
    return state, told


def test_karma_17_after_a_hundred_turns_for_each_player_the_most_cards_lose() -> None:
    """KARMA-17"""
    state, told = last_turn(["9 9", "1 2 3", "4"], "1 9")
    assert state.over()
    assert state.limits == 1
    assert state.winners() == 0b101
    assert told[1].startswith("The limit of turns is reached; the game ends.")
    assert told[-1] == "Loser: Player 2. Winners: Player 1, Player 3."


def test_karma_17_a_tie_loses_together_and_if_that_is_everybody_nobody_wins() -> None:
    state, told = last_turn(["9", "1 2", "4 5"], "1 9", face_down=["8 8 -"])
    assert (state.winners(), told[-1]) == (0, "All have as many cards: a draw, nobody wins.")
    state, told = last_turn(["9 9", "1 2", "4 5"], "1 9")
    assert (state.winners(), told[-1]) == (0b001, "Losers: Player 2, Player 3. Winner: Player 1.")


def test_karma_17_a_new_pile_belongs_to_the_same_turn() -> None:
    state, _ = last_turn(["7 7 7 9 9", "1 2 3"], "1 7 7 7")
    assert not state.over()
    assert play(state, "1 9").over()


def test_karma_17_and_16_at_once_are_no_limit() -> None:
    state, told = last_turn(["9", "1 2 3"], "1 9")
    assert state.over()
    assert state.limits == 0
    assert told[-1] == "Loser: Player 2. Winner: Player 1."


def test_all_5_the_table_is_told_that_the_limit_is_near() -> None:
    assert "The limit is near: 10 turns left." in story(position(["9 9", "1"], turns=189), "1 9")
