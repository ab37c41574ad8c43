"""dnup: its rules one by one, and the worked examples of the booklet."""

from __future__ import annotations

import pytest

from kartarna.core.rng import Rng
from kartarna.games import get
from tests.games.dnup_positions import table
from tests.positions import choices, deal, dealt, edited, play, refusal, story

GAME = get("dnup")
REST = "10/1 9/2 8/4"  # cards that do not matter


def hand(state: object, seat: int) -> str:
    return " ".join(GAME.view(state, seat - 1).zone("hand", seat - 1).cards)


def known(state: object, seat: int) -> str:
    """What everyone knows of a hand."""
    return " ".join(GAME.view(state, None).zone("hand", seat - 1).known)


def lies(state: object, seat: int, area: str = "") -> str:
    return " ".join(GAME.view(state, None).zone(f"set{area}", seat - 1).cards)


# ---- cards and deal ----------------------------------------------------------------------------------


def test_dnup_1_turning_swaps_the_two_values() -> None:
    state = table(["5/3 5/7", REST, REST])
    assert hand(play(state, "1 turn"), 1) == "3/5 7/5"


@pytest.mark.parametrize(("players", "cards"), [(2, 26), (3, 30), (4, 36), (5, 40)])
def test_dnup_3_fewer_players_use_fewer_cards_and_all_are_dealt(players: int, cards: int) -> None:
    state = dealt("dnup", players, {})
    assert len(GAME.census(state)) == cards
    assert state.held[:players] == [cards // players] * players
    assert ("1/10" in GAME.census(state)) == (players >= 3)
    assert ("2/7" in GAME.census(state)) == (players >= 4)
    assert ("4/9" in GAME.census(state)) == (players == 5)


def test_dnup_4_each_way_up_is_as_likely() -> None:
    """DNUP-4"""
    state, turned = GAME.new(4), 0
    for seed in range(500):
        turned += sum(number & 1 for number in state.draw(Rng(seed)))
    assert abs(turned - 9000) < 3.3 * (18000 / 4) ** 0.5


def test_dnup_4_only_d_turns_cards_in_hand() -> None:
    state = table(["1/6 2/4 7/3", REST, REST], ["", "5/1", ""])
    assert hand(play(state, "1 7/3"), 1) == "1/6 2/4"
    state = table(["1/6 2/4 7/3", REST, REST], ["", "5/1", ""])
    assert hand(play(state, "1 take 2"), 1) == "1/5 1/6 2/4 7/3"


def test_dnup_5_the_holder_of_the_star_card_starts_every_round() -> None:
    state = GAME.new(3)
    for seed in range(20):
        state.deal(state.draw(Rng(seed)))
        assert {"1/5", "5/1"} & set(hand(state, state.turn + 1).split())
        assert known(state, state.turn + 1) == "★"
        state = edited(state, stage=0)


def test_dnup_5_the_star_card_is_known_until_it_is_seen_and_then_like_any_other() -> None:
    state = table(["1/5 1/6 2/4", "2/9 3/8", REST], star=0)
    assert known(state, 1) == "★"
    play(state, "1 turn", "2 turn", "3 turn")
    assert known(state, 1) == "★"
    play(state, "1 5/1")
    assert known(state, 1) == ""
    play(state, "2 9/2")
    assert known(state, 1) == "1/5"
    assert GAME.teller(state, "en").tell(GAME.view(state, None).zone("hand", 0).known) == "1/5★"


# ---- sets and actions -------------------------------------------------------------------------------------


def test_dnup_6_example_four_cards_of_active_value_3_are_a_set_of_value_3_and_size_4() -> None:
    """DNUP-6"""
    state = table(["3/4 3/5 3/6 3/7 9/1", "2/4 2/5 2/6 2/9 8/1", REST])
    play(state, "1 3 3 3 3")
    assert lies(state, 1) == "3/4 3/5 3/6 3/7"
    assert refusal(state, 2, "2 2 2 2") == (
        "DNUP-8: A set of size 4 and value 3 lies on the table. Yours of the same size must be higher; 2 is not."
    )


def test_dnup_7_the_set_in_front_of_you_is_discarded_when_your_turn_begins() -> None:
    """DNUP-7"""
    state = table(["1/6 2/4", "3/8 7/1", REST], ["", "", ""])
    play(state, "1 2/4", "2 turn")
    assert lies(state, 1) == "2/4"
    told = story(state, "3 turn")
    assert told == [
        "Player 3 turns all cards in hand.",
        "Player 1 begins a turn and discards the set: 2/4.",
    ]
    assert lies(state, 1) == ""
    assert GAME.view(state, 1).zone("discards").known == ("2/4",)
    assert choices(state, 1) == ["1/6", "turn"]


def test_dnup_8_example_a_single_7_and_a_triple_of_6s_on_the_table() -> None:
    state = table(["6/1 8/1 1/6 1/7 1/8 1/9 1/10 7/2 7/3 7/4 2/4 2/5", REST, REST], ["", "7/1", "6/2 6/3 6/4"])
    legal = choices(state, 1)
    assert {"8/1", "7/2 7/3 7/4"} <= set(legal)
    assert {"1/7 1/8", "2/4 2/5", "1/6 1/7 1/8 1/9", "1/6 1/7 1/8 1/9 1/10"} <= set(legal)  # 2, 4, 5: any value
    assert not {"7/2", "6/1", "2/4", "1/7 1/8 1/9"} & set(legal)


def test_dnup_8_the_beaten_set_goes_back_to_its_owner_turned() -> None:
    state = table(["6/3 6/7 1/9", "2/4", REST], ["", "5/3 5/7", ""])
    told = story(state, "1 6 6")
    assert told[:2] == [
        "Player 1 lays a set: 6/3, 6/7.",
        "Player 2 takes the beaten set back into hand, turned: 3/5, 7/5.",
    ]
    assert hand(state, 2) == "2/4 3/5 7/5"


def test_dnup_8_you_choose_which_cards_and_how_many() -> None:
    state = table(["1/6 1/6 1/7 9/3", REST, REST])
    sets = [notation for notation in choices(state, 1) if notation.startswith("1/")]
    assert sets == ["1/6", "1/6 1/6", "1/7", "1/6 1/7", "1/6 1/6 1/7"]


def test_dnup_8_only_cards_in_hand() -> None:
    state = table(["1/6 1/7 9/3", REST, REST])
    assert refusal(state, 1, "1/6 1/6") == (
        "DNUP-8: You do not hold these cards. With the active value 1 you hold: 1/6, 1/7."
    )
    assert refusal(state, 1, "4", "cs") == ("DNUP-8: Takové karty v ruce nemáš. S aktivní hodnotou 4 v ní máš: nic.")


def test_dnup_9_example_no_3_to_the_single_3_while_a_pair_of_5s_lies() -> None:
    state = table(["3/4 8/2", REST, REST], ["", "3/6", "5/1 5/2"])
    assert refusal(state, 1, "+3/4 >2") == (
        "DNUP-9: The set would have size 2, and a set of that size and value 5 lies on the table. 3 does not beat it."
    )


def test_dnup_9_example_a_5_to_the_single_5_sends_the_pair_of_3s_back() -> None:
    state = table(["5/2 8/2", "9/1", "10/1"], ["", "5/7", "3/4 3/6"])
    told = story(state, "1 +5/2 >2")
    assert told[:3] == [
        "Player 1 adds to the set in front of Player 2: 5/2.",
        "Player 2 now has this set in front: 5/2, 5/7.",
        "Player 3 takes the beaten set back into hand, turned: 4/3, 6/3.",
    ]
    assert hand(state, 3) == "4/3 6/3 10/1"
    assert hand(state, 1) == "8/2"


def test_dnup_9_the_set_stays_its_owners() -> None:
    state = table(["5/2 8/2", "9/1 9/2", REST], ["", "", "5/7"])
    play(state, "1 +5/2 >3")
    assert lies(state, 3) == "5/2 5/7"
    told = story(state, "2 turn")
    assert told[-1] == "Player 3 begins a turn and discards the set: 5/2, 5/7."


def test_dnup_9_what_cannot_be_added_is_refused_with_the_reason() -> None:
    state = table(["5/2 8/2", REST, REST], ["", "7/1", ""])
    assert refusal(state, 1, "+5/2 >1") == "DNUP-9: You cannot add to your own set, only to an opponent's."
    assert refusal(state, 1, "+5/2 >3") == "DNUP-9: There is nothing to add to: Player 3 has no set there."
    assert refusal(state, 1, "+7/3 >2") == ("DNUP-9: You do not hold 7/3. With the active value 7 you hold: nothing.")
    assert refusal(state, 1, "+5/2 >2") == (
        "DNUP-9: Only a card of the same active value can be added: the set has 7, your card has 5."
    )


def test_dnup_10_example_three_2s_give_a_5_a_7_and_a_9() -> None:
    state = table(["4/1", REST, REST], ["", "2/5 2/7 2/9", ""])
    told = story(state, "1 take 2")
    assert hand(state, 1) == "4/1 5/2 7/2 9/2"
    assert told[:2] == [
        "Player 1 takes the set in front of Player 2: 2/5, 2/7, 2/9.",
        "Turned, they join the hand: 5/2, 7/2, 9/2.",
    ]


def test_dnup_10_only_a_set_that_lies_in_front_of_an_opponent() -> None:
    state = table(["4/1", REST, REST])
    assert refusal(state, 1, "take 1") == "DNUP-10: You cannot take your own set, only an opponent's."
    assert refusal(state, 1, "take 3", "cs") == "DNUP-10: Není co vzít: Hráč 3 tam sadu nemá."
    assert refusal(state, 1, "take") == "DNUP-10: There is nothing to take: Player 2 has no set there."


def test_dnup_11_d_turns_all_cards_and_is_always_possible() -> None:
    """DNUP-11"""
    state = table(["1/6", REST, REST], ["", "7/2", ""])
    assert choices(state, 1) == ["take 2", "turn"]
    assert story(state, "1 turn", seat=1)[:2] == ["Player 1 turns all cards in hand.", "Your hand is now: 6/1."]
    assert hand(state, 1) == "6/1"


def test_dnup_12_equal_values_never_beat() -> None:
    """DNUP-12"""
    state = table(["7/1 7/3 6/2", REST, REST], ["", "7/2", "6/4 6/7"])
    assert "7/1" not in choices(state, 1)
    assert "7/1 7/3" in choices(state, 1)
    assert refusal(state, 1, "6") != ""


def test_dnup_12_at_most_one_set_of_each_size_lies_on_the_table() -> None:
    rng = Rng(4)
    for players in (2, 3, 4, 5):
        state = GAME.new(players)
        while not state.over():
            if state.due():
                state.deal(state.draw(rng))
            legal = state.legal_actions(state.turn)
            state.apply(state.turn, legal[rng.below(len(legal))])
            sizes = [it >> 24 for it in state.sets if it]
            assert len(sizes) == len(set(sizes))


# ---- the end of a round -------------------------------------------------------------------------------------


def test_dnup_13_the_first_without_cards_wins_2_tokens_and_has_no_more_turns() -> None:
    """DNUP-13"""
    state = table(["7/1", "1/6 2/4", "3/4 4/6"])
    told = story(state, "1 7/1")
    assert told == [
        "Player 1 lays a set: 7/1.",
        "Player 1 is the first to get rid of all cards and wins 2 tokens.",
    ]
    assert state.totals[:3] == [2, 0, 0]
    play(state, "2 turn")
    told = story(state, "3 turn")
    assert told[-1] == "Player 1 is out; instead of a turn the set is discarded: 7/1."
    assert state.turn == 1


def test_dnup_13_the_last_card_may_also_be_added() -> None:
    state = table(["7/1", "1/6 2/4", "3/4 4/6"], ["", "7/2", ""])
    told = story(state, "1 +7")
    assert told[2:] == [
        "Player 1 is the first to get rid of all cards and wins 2 tokens.",
        "Player 2 begins a turn and discards the set: 7/1, 7/2.",
    ]
    assert state.out == 0


def test_dnup_13_dnup_16_a_beaten_set_of_a_player_who_is_out_is_discarded() -> None:
    """DNUP-13, DNUP-16"""
    state = table(["", "8/6 2/4", "3/4 4/6"], ["7/1", "", ""], turn=2, out=0)
    told = story(state, "2 8/6")
    assert told[:2] == ["Player 2 lays a set: 8/6.", "Player 1 is out already; the beaten set leaves the game: 7/1."]
    assert state.held[0] == 0
    assert GAME.view(state, None).zone("discards").known == ("1/7",)


def test_dnup_13_others_may_add_to_the_last_set_or_take_it() -> None:
    position = table(["", "7/6 2/4", "3/4 4/6"], ["7/1", "", ""], turn=2, out=0)
    assert lies(play(position.clone(), "2 +7/6 >1"), 1) == "7/1 7/6"
    state = play(position, "2 take 1")
    assert hand(state, 2) == "1/7 2/4 7/6"
    assert lies(state, 1) == ""


def test_dnup_14_the_second_wins_1_token_and_the_round_ends_at_once() -> None:
    """DNUP-14"""
    state = table(["", "8/6", "3/4 4/6"], ["7/1", "", ""], turn=2, out=0, totals=[2], points=[2])
    told = story(state, "2 8/6")
    assert told[2:] == [
        "Player 2 is the second to get rid of all cards and wins 1 token.",
        "End of round 1.",
        "Player 1: first without cards, 2 tokens.",
        "Player 2: second without cards, 1 token.",
        "Player 1: 2 tokens this round, 2 in all.",
        "Player 2: 1 token this round, 1 in all.",
        "Player 3: 0 tokens this round, 0 in all.",
    ]
    assert state.due()


def test_dnup_15_four_tokens_win_the_game_at_once_even_in_mid_round() -> None:
    """DNUP-15"""
    state = table(["7/1", "1/6 2/4", "3/4 4/6"], totals=[2, 3, 3])
    told = story(state, "1 7/1")
    assert told[-1] == "The winner: Player 1."
    assert state.over()
    assert state.winners() == 0b001
    state = table(["", "8/6", "3/4 4/6"], turn=2, out=0, totals=[2, 3, 3])
    assert play(state, "2 8/6").winners() == 0b010


def test_dnup_13_the_last_view_says_who_was_out_first_also_if_that_wins_the_game() -> None:
    state = play(table(["7/1", "1/6 2/4", "3/4 4/6"], totals=[2, 3, 3]), "1 7/1")
    assert state.over()
    assert get("dnup").view(state, None).facts["out"] == 0


def test_dnup_15_three_tokens_do_not_win() -> None:
    state = table(["7/1", "1/6 2/4", "3/4 4/6"], totals=[1, 3, 3])
    assert not play(state, "1 7/1").over()


def test_dnup_17_after_300_turns_the_round_ends_with_the_tokens_won_so_far() -> None:
    """DNUP-17"""
    state = table([REST, REST, REST], turns=298)
    assert story(state, "1 turn")[-1] == "The limit is near: 1 turn left."
    told = story(state, "2 turn")
    assert told[1:3] == ["The limit of turns is reached; the round ends.", "End of round 1."]
    assert (state.limits, state.totals[:3]) == (1, [0, 0, 0])
    assert state.due()


def test_dnup_17_another_300_after_the_first_player_is_out() -> None:
    state = table(["7/1", REST, REST], turns=299)
    play(state, "1 7/1")
    assert state.turns_left() == 300
    state = play(table(["", REST, REST], turn=2, out=0, turns=599, limit=600, totals=[2]), "2 turn")
    assert state.due()
    assert state.totals[0] == 2


def test_all_5_after_a_hundred_rounds_most_tokens_win() -> None:
    """ALL-5"""
    state = table([REST, REST, REST], turns=299, round=100, totals=[1, 3, 3])
    told = story(state, "1 turn")
    assert told[-2:] == ["That was the hundredth round: the game ends.", "The win is shared by: Player 2, Player 3."]


# ---- two players ---------------------------------------------------------------------------------------------


def test_dnup_18_the_star_holder_begins_with_one_turn_in_area_2_then_two_turns_each() -> None:
    """DNUP-18"""
    state = dealt("dnup", 2, {})
    first = state.first + 1
    second = 3 - first
    turns = []
    for _ in range(6):
        turns.append((state.turn + 1, GAME.view(state, None).facts["area"]))
        play(state, f"{state.turn + 1} turn")
    assert turns == [(first, 2), (second, 1), (second, 2), (first, 1), (first, 2), (second, 1)]


def test_dnup_18_each_turn_discards_the_set_of_its_area_and_a_lays_there() -> None:
    state = table(["1/6 2/4 9/1", REST], ["4/7", "5/2 5/7", "", ""], turn=2, area=2)
    told = story(state, "2 turn")
    assert told[-1] == "Player 1 begins a turn and discards the set: 4/7."
    told = story(state, "1 2/4")
    assert told[0] == "Player 1 lays a set in area 1: 2/4."
    assert told[-1] == "Player 1 begins a turn and discards the set: 5/2, 5/7."
    assert lies(play(state, "1 9/1"), 1, "_2") == "9/1"


def test_dnup_19_your_own_other_set_counts_too_and_may_come_back() -> None:
    """DNUP-19"""
    state = table(["1/6 8/4 9/1", REST], ["5/2", "", "", ""], turn=1, area=2)
    assert refusal(state, 1, "1").startswith("DNUP-19: A set of size 1 and value 5 lies in your other area.")
    told = story(state, "1 8/4")
    assert told[1] == "Player 1 takes the beaten set back into hand, turned: 2/5."
    assert hand(state, 1) == "1/6 2/5 9/1"


def test_dnup_19_a_card_added_to_the_opponents_set_may_beat_your_own() -> None:
    state = table(["8/4 9/1", REST], ["5/2 5/3", "", "8/1", ""], turn=1, area=2)
    play(state, "1 +8/4 >2.1")
    assert hand(state, 1) == "2/5 3/5 9/1"
    state = table(["4/8 9/1", REST], ["5/2 5/3", "", "4/1", ""], turn=1, area=2)
    assert refusal(state, 1, "+4/8 >2.1").startswith("DNUP-19: The set would have size 2, and you have one")


def test_dnup_19_b_and_c_go_to_the_opponents_sets_only() -> None:
    state = table(["8/4 9/1", REST], ["8/2 8/3", "", "8/1", "7/2 7/4 7/6"], turn=1, area=2)
    assert [text for text in choices(state, 1) if ">" in text or "take" in text] == ["take 2.1", "take 2.2"]
    assert refusal(state, 1, "+8/4 >1.1") == "DNUP-9: You cannot add to your own set, only to an opponent's."
    assert refusal(state, 1, "take 1.1") == "DNUP-10: You cannot take your own set, only an opponent's."


def test_dnup_20_the_last_cards_win_the_round_at_once_and_two_rounds_the_game() -> None:
    """DNUP-20"""
    state = table(["9/1", REST], turn=1, area=1)
    told = story(state, "1 9/1")
    assert told[1:] == [
        "Player 1 has no cards left and wins the round.",
        "End of round 1.",
        "Player 1: without cards, the round is won.",
        "Player 1: 1 round won in all.",
        "Player 2: 0 rounds won in all.",
    ]
    assert state.due()
    state = play(table(["9/1", REST], turn=1, area=1, totals=[1, 1], round=3), "1 9")
    assert state.winners() == 0b01


def test_dnup_20_not_if_the_play_sends_your_own_set_back_to_your_hand() -> None:
    state = play(table(["9/1", REST], ["5/2", "", "", ""], turn=1, area=2), "1 9/1")
    assert not state.due()
    assert hand(state, 1) == "2/5"
    state = play(table(["8/4", REST], ["5/2 5/3", "", "8/1", ""], turn=1, area=2), "1 +8/4")
    assert not state.due()


def test_dnup_17_dnup_20_with_two_players_nobody_wins_a_round_that_the_limit_ends() -> None:
    state = play(table([REST, REST], turn=1, area=1, turns=299), "1 turn")
    assert state.due()
    assert (state.limits, state.totals[:2], state.points[:2]) == (1, [0, 0], [0, 0])


# ---- what everyone knows ---------------------------------------------------------------------------------------


def test_all_4_what_went_into_a_hand_in_sight_of_all_stays_known() -> None:
    """ALL-4"""
    state = table(["4/1 9/3", "8/1 8/2", REST], ["", "", "2/5 2/7"])
    play(state, "1 take 3")
    assert known(state, 1) == "5/2 7/2"
    play(state, "2 turn", "3 turn", "1 turn")
    assert known(state, 1) == "2/5 2/7"
    play(state, "2 turn", "3 turn", "1 2/5")
    assert known(state, 1) == "2/7"


def test_all_4_of_two_equal_cards_the_known_one_counts_as_played() -> None:
    state = play(table(["1/6 1/6 9/3", REST, REST], known=["1/6"]), "1 1/6")
    assert hand(state, 1) == "1/6 9/3"
    assert known(state, 1) == ""
    state = play(table(["1/6 1/6 9/3", REST, REST], known=["1/6 1/6"]), "1 1/6")
    assert known(state, 1) == "1/6"


def test_all_8_copies_are_one_choice() -> None:
    state = table(["1/6 1/6", REST, REST], ["", "1/7", ""])
    assert choices(state, 1) == ["1/6 1/6", "+1/6 >2", "take 2", "turn"]


def test_a_new_round_begins_with_nothing_on_the_table() -> None:
    state = table(["", "8/6", "3/4 4/6"], ["7/1", "", ""], turn=2, out=0, known=["", "", "3/4"])
    play(state, "2 8/6")
    deal("dnup", state, {})
    fresh = dealt("dnup", 3, {})
    for field in ("sets", "known", "discards", "held", "out", "limit", "turns", "points"):
        assert getattr(state, field) == getattr(fresh, field), field
