"""TROP: its rules one by one, and the worked examples of the booklet."""

from __future__ import annotations

from typing import Any

import pytest

from kartarna.core.errors import Ambiguous, BadDeal, Malformed, OptionError
from kartarna.core.options import options
from kartarna.core.rng import Rng
from kartarna.core.rulebook import page
from kartarna.core.state import State
from kartarna.games import get
from kartarna.games.trop.cards import SPELT
from kartarna.games.trop.face import number
from tests.positions import choices, deal, dealt, edited, play, refusal, story


def codes(cards: str) -> list[int]:
    return [SPELT[card] for card in cards.split()]


def places(*hands: str) -> list[int]:
    """Hands as the state has them: three places each, sorted, the empty ones first."""
    return [code for hand in hands for code in [*[0] * (3 - len(hand.split())), *sorted(codes(hand))]]


def at(row: str, *hands: str, **fields: Any) -> State:
    """Seat 1 is to move; the seats hold these cards and the row lies like this."""
    cards = codes(row)
    return edited(
        dealt("trop", len(hands), {"starter": "1"}),
        **{"row": cards, "length": len(cards), "row_total": sum(map(number, cards)), "hands": places(*hands), **fields},
    )


def seen(state: State, zone: str, owner: int | None = None, seat: int | None = None) -> str:
    """The cards of a zone as a seat (counted from 1) or a spectator sees them."""
    view = get("trop").view(state, None if seat is None else seat - 1)
    return " ".join(view.zone(zone, None if owner is None else owner - 1).cards)


def known(state: State, owner: int) -> str:
    return " ".join(get("trop").view(state, None).zone("hand", owner - 1).known)


# ---- a turn --------------------------------------------------------------------------------------------


def test_trop_4_everyone_starts_without_cards_and_the_deck_lies_face_down() -> None:
    """TROP-4"""
    state = dealt("trop", 5, {"starter": "4"})
    view = get("trop").view(state, 0)
    assert view.zone("deck").hidden == 90
    assert [view.zone("hand", seat).hidden for seat in range(1, 5)] == [0] * 4
    assert view.waiting == (3,)
    play(state, "4 draw")
    assert get("trop").view(state, 0).waiting == (4,)  # clockwise
    assert get("trop").view(state, 0).facts["direction"] == "clockwise"


def test_trop_4_hands_are_secret_their_size_is_public() -> None:
    state = at("", "3", "5 7")
    assert seen(state, "hand", owner=2, seat=2) == "5 7"
    for seat in (1, None):
        assert seen(state, "hand", owner=2, seat=seat) == ""
    assert get("trop").view(state, 0).zone("hand", 1).hidden == 2


def test_trop_5_draw_or_play_and_never_more_than_three_cards() -> None:
    assert choices(at("", "", "5"), 1) == ["draw"]
    assert choices(at("", "4", "5"), 1) == ["draw", "4"]
    assert choices(at("", "-2 4", "5"), 1) == ["draw", "-2", "4"]
    assert choices(at("", "-2 4 9", "5"), 1) == ["-2", "4", "9"]


def test_trop_5_what_is_refused_and_why() -> None:
    full = at("", "-2 4 9", "5")
    assert refusal(full, 1, "draw").startswith("TROP-5: You may not hold more cards.")
    assert refusal(full, 1, "5") == "TROP-5: You do not hold 5. In your hand: −2, 4, 9."
    assert refusal(full, 1, "5r", "cs") == "TROP-5: Kartu 5 (změna směru) nemáš v ruce. V ruce máš: −2, 4, 9."
    assert refusal(at("", "", "5"), 1, "5") == "TROP-5: You hold no card: draw one from the deck."
    assert refusal(full, 2, "5").startswith("ALL-1")
    nonsense = get("trop").refusal(full, 0, 96)
    assert nonsense is not None
    assert nonsense.kind == "no_such_decision"


def test_trop_5_only_the_drawer_is_told_which_card_came() -> None:
    state = dealt("trop", 2, {"starter": "1", "deck": "7t"})
    before = state.clone()
    assert story(state, "1 draw", seat=1) == ["Player 1 draws a card.", "From the deck you get: 7 (take)."]
    assert story(before.clone(), "1 draw", seat=2) == ["Player 1 draws a card."]
    assert story(before, "1 draw") == ["Player 1 draws a card."]


def test_all_8_two_cards_with_one_face_are_one_choice() -> None:
    assert choices(at("", "4 4 4r", "5"), 1) == ["4", "4r"]
    assert choices(at("", "4 4 4", "5"), 1) == ["4"]
    state = play(at("6 6 8", "5d", "5"), "1 5d")
    assert choices(state, 1) == ["6", "8"]


# ---- the actions ---------------------------------------------------------------------------------------


def test_trop_6_same_discards_all_other_cards_of_its_number_whatever_their_action() -> None:
    state = at("3 5 3d 3s", "3s 9", "5")
    told = story(state, "1 3s")
    assert seen(state, "row") == "5 3s"
    assert seen(state, "out") == "3 3d 3s"
    assert told[1:] == [
        "3 cards of the same number leave the row: 3, 3 (discard), 3 (same numbers out).",
        "Total of the row: 8.",
    ]


def test_trop_6_discard_removes_one_card_of_the_players_choice() -> None:
    state = at("10 -2 8", "4d", "5")
    assert effects(state)["4d"].startswith("Player 1 will then discard one of: 10, −2, 8.")
    assert story(state, "1 4d") == ["Player 1 plays: 4 (discard)."]
    assert choices(state, 1) == ["10", "-2", "8"]
    assert seen(state, "offer") == "10 -2 8"
    assert story(state, "1 8") == ["Player 1 discards from the row: 8.", "Total of the row: 12."]
    assert seen(state, "row") == "10 -2 4d"
    assert seen(state, "out") == "8"


def test_trop_6_take_brings_one_card_into_hand() -> None:
    state = at("10 -2 8", "6t 1 2", "5")
    play(state, "1 6t")
    assert story(state, "1 10", "cs") == ["Hráč 1 si bere z řady do ruky: 10.", "Součet řady: 12."]
    assert seen(state, "hand", owner=1, seat=1) == "1 2 10"
    assert seen(state, "row") == "-2 8 6t"
    assert seen(state, "out") == ""


@pytest.mark.parametrize(
    ("card", "event"), [("4d", "discards from the row: 8"), ("4t", "takes from the row into hand: 8")]
)
def test_all_8_with_one_face_to_choose_it_just_happens(card: str, event: str) -> None:
    state = at("8 8", f"{card} 1", "5")
    assert story(state, f"1 {card}")[1] == f"Player 1 {event}."
    assert seen(state, "row") == f"8 {card}"
    assert state.turn == 1


@pytest.mark.parametrize("card", ["4d", "4t", "3s"])
def test_trop_6_an_action_that_cannot_be_carried_out_is_ignored(card: str) -> None:
    state = at("", f"{card} 1", "5")
    assert story(state, f"1 {card}")[1] == "The action of the card cannot be carried out, so it is ignored."
    assert seen(state, "row") == card
    assert state.turn == 1


def test_trop_6_the_card_just_played_cannot_be_chosen() -> None:
    state = play(at("10 8", "4d 7", "5"), "1 4d")
    assert refusal(state, 1, "4d").startswith("TROP-6: 4 (discard) is the card you are playing; it may not be chosen.")
    assert refusal(state, 1, "7") == "TROP-6: 7 is not in the row. Choose one of: 10, 8."
    assert refusal(state, 1, "draw").startswith("TROP-6: The action of the card you played must be carried out.")
    assert [str(item.card) for item in options(get("trop"), state, 0).refused] == ["7"]
    twin = play(at("10 4d", "4d", "5"), "1 4d")
    assert choices(twin, 1) == ["10", "4d"]  # the other one of its face can be chosen
    assert seen(play(twin, "1 4d"), "row") == "10 4d"


def test_trop_7_a_removed_card_stays_out_for_the_rest_of_the_round() -> None:
    """TROP-7"""
    state = play(at("10 -2 8", "4d", "5"), "1 4d", "1 8", "2 5", "1 draw", "2 draw")
    assert seen(state, "out", seat=2) == "8"
    state = edited(state, row_total=21, hands=places("9", "5"))
    play(state, "1 9")
    deal("trop", state, {})
    assert seen(state, "out") == ""


def test_trop_7_all_4_a_taken_card_is_known_to_all_until_it_is_played() -> None:
    state = play(at("2 8 3", "6t 1", "5"), "1 6t", "1 8")
    assert known(state, 1) == "8"
    assert get("trop").view(state, 1).zone("hand", 0).hidden == 2
    for seed in range(20):
        world = state.clone()
        world.resample(1, Rng(seed))
        assert codes("8")[0] in world.hands[:3]
    play(state, "2 draw", "1 1", "2 draw")
    assert known(state, 1) == "8"
    assert known(play(state, "1 8"), 1) == ""


def test_all_4_of_two_equal_cards_the_known_one_counts_as_played() -> None:
    state = play(at("10 8", "6t 8", "5"), "1 6t", "1 8", "2 draw")
    assert known(state, 1) == "8"
    play(state, "1 8")
    assert (known(state, 1), seen(state, "hand", owner=1, seat=1)) == ("", "8")


# ---- the total -------------------------------------------------------------------------------------------


def test_trop_8_example_a_total_of_7_and_one_of_minus_1() -> None:
    """TROP-8: The pictures of the booklet; a row may well be below zero."""
    state = at("5 -2", "4", "5")
    assert story(state, "1 4")[-1] == "Total of the row: 7."
    state = at("2 -1", "-2", "5")
    assert story(state, "1 -2")[-1] == "Total of the row: −1."
    assert get("trop").view(state, None).facts["total"] == -1


def test_trop_8_example_the_trop_player_scores_0_the_others_18_and_9() -> None:
    state = at("10 9", "7 12 8", "6 12", "4 5", totals=[3, 2, 1])
    told = story(state, "1 7")
    assert told == [
        "Player 1 plays: 7.",
        "Total of the row: 26.",
        "That is more than 21: Player 1 is trop.",
        "End of round 1.",
        "Player 1 is trop, so scores nothing. In hand: 8, 12.",
        "Player 2 holds: 6, 12. That is 18 points.",
        "Player 3 holds: 4, 5. That is 9 points.",
        "Player 1: 0 points this round, 3 in all.",
        "Player 2: 18 points this round, 20 in all.",
        "Player 3: 9 points this round, 10 in all.",
    ]
    assert [state.round_points(seat) for seat in range(3)] == [0, 18, 9]
    assert state.due()


def test_trop_8_21_is_not_too_much_22_is() -> None:
    assert not play(at("10 9", "2 5", "5"), "1 2").due()
    assert play(at("10 9", "3 5", "5"), "1 3").due()


def test_trop_8_the_total_is_counted_after_the_action() -> None:
    assert not play(at("9 9 3", "3s", "5"), "1 3s").due()
    assert not play(at("9 9", "5d", "5"), "1 5d").due()  # one face: a 9 goes at once
    state = play(at("9 10 2", "5d", "5"), "1 5d")
    assert state.row_total == 26
    assert state.waiting() == 0b01
    assert not play(state.clone(), "1 9").due()
    assert play(state, "1 2").due()


def test_trop_8_taking_a_card_below_zero_out_of_the_row_can_make_you_trop() -> None:
    state = at("12 12 -3", "6t", "5")
    play(state, "1 6t")
    told = [event.kind for choice in options(get("trop"), state, 0).choices for event in choice.effects]
    assert told == ["row_total", "row_total", "trop"]
    assert play(state, "1 -3").due()


def test_trop_8_a_hand_below_zero_counts_as_it_is() -> None:
    state = at("10 9", "7", "-3 1", "", totals=[0, 1, 0])
    told = story(state, "1 7", "cs")
    assert "Hráč 2 má v ruce: −3, 1. To jsou −2 body." in told
    assert "Hráč 3 má v ruce: nic. To je 0 bodů." in told
    assert [state.total(seat) for seat in range(3)] == [0, -1, 0]


def test_trop_9_a_card_that_makes_you_trop_may_be_played_unforced() -> None:
    """TROP-9"""
    state = at("10 9", "1 7", "5")
    assert choices(state, 1) == ["draw", "1", "7"]
    assert play(state, "1 7").due()


def test_all_7_all_hands_are_shown_when_a_round_is_scored() -> None:
    state = at("10 9", "7 12", "6 12", known=places("", "6"))
    assert seen(state, "hand", owner=2) == ""
    play(state, "1 7")
    for seat in (1, 2, None):
        assert seen(state, "hand", owner=1, seat=seat) == "12"
        assert seen(state, "hand", owner=2, seat=seat) == "6 12"
    deal("trop", state, {})
    assert get("trop").view(state, None).zone("hand", 1).hidden == 0


# ---- direction, empty deck, limits -----------------------------------------------------------------------


def test_trop_10_reverse_changes_the_direction_for_the_rest_of_the_round() -> None:
    """TROP-10"""
    state = at("", "4r", "5r 1", "6 2")
    assert "The direction of play changes; it is now counterclockwise." in story(state, "1 4r")
    assert state.turn == 2
    play(state, "3 draw")
    assert state.turn == 1
    assert "Směr hry se mění, teď se hraje po směru hodinových ručiček." in story(state, "2 5r", "cs")
    assert state.turn == 2


def test_trop_10_the_next_round_starts_clockwise_again() -> None:
    state = play(at("10 9", "4r 1", "1", "9"), "1 4r")
    assert state.due()
    deal("trop", state, {})
    assert get("trop").view(state, None).facts["direction"] == "clockwise"
    assert play(state, "1 draw").turn == 1


def test_trop_10_with_two_players_it_changes_nothing() -> None:
    state = at("", "4r", "5")
    assert story(state, "1 4r")[1] == "With two players a change of direction changes nothing."
    assert (state.turn, state.direction) == (1, 1)


def test_trop_11_nobody_draws_from_an_empty_deck() -> None:
    state = at("", "4 5", "5", drawn=90)
    assert choices(state, 1) == ["4", "5"]
    assert refusal(state, 1, "draw").startswith("TROP-11: The deck is empty, there is nothing to draw.")
    state = at("", "4 5", "5", drawn=89)
    assert story(state, "1 draw")[-1] == "That was the last card: the deck is empty."


def test_trop_11_who_has_no_card_is_skipped() -> None:
    state = at("", "4 5", "", "", "6", drawn=90)
    told = story(state, "1 4")
    assert told[2:] == [
        "Player 2 has no card and there is none to draw: the turn is skipped.",
        "Player 3 has no card and there is none to draw: the turn is skipped.",
    ]
    assert (state.turn, state.turns) == (3, 1)
    state = play(at("", "4 5", "", "", drawn=90), "1 4")
    assert state.turn == 0  # all the others are skipped


def test_trop_11_a_round_ends_when_nobody_holds_a_card() -> None:
    state = at("2", "4", "", "", drawn=90)
    told = story(state, "1 4")
    assert "The deck is empty and nobody holds a card: the round ends." in told
    assert state.due()
    assert state.limits == 0
    deal("trop", state, {})
    assert state.turn == 1


def test_trop_11_all_5_after_300_turns_the_round_ends_and_every_hand_counts() -> None:
    state = at("2", "4 5", "6", "-1 7", turns=298, direction=-1)
    assert story(state, "1 4")[-1] == "The limit is near: 1 turn left."
    assert state.turn == 2
    told = story(state, "3 -1")
    assert "The limit of turns is reached; the round ends." in told
    assert not [line for line in told if "nobody holds" in line]
    assert [state.round_points(seat) for seat in range(3)] == [5, 6, 7]
    assert state.limits == 1
    deal("trop", state, {})
    assert (state.turn, state.direction) == (1, 1)  # after seat 3, the other way round


def test_trop_11_choosing_a_card_of_the_row_is_no_turn_of_its_own() -> None:
    state = at("2 3", "4d 5", "6", turns=298)
    assert story(state, "1 4d") == ["Player 1 plays: 4 (discard)."]
    assert state.turns_left() == 2
    play(state, "1 2")
    assert state.turns_left() == 1
    state = play(at("10 9", "4", "6", turns=299), "1 4")
    assert (state.due(), state.limits) == (True, 0)  # a trop on the last turn is a trop


# ---- the game ----------------------------------------------------------------------------------------------


def test_trop_12_all_cards_are_shuffled_and_the_trop_player_starts() -> None:
    state = play(at("10 9", "1", "7", "8"), "1 1", "2 7")
    assert state.due()
    deal("trop", state, {"deck": "15"})
    assert state.turn == 1
    assert len(get("trop").census(state)) == 90
    assert seen(play(state, "2 draw"), "hand", owner=2, seat=2) == "15"


def test_trop_12_a_wrong_deal_is_refused() -> None:
    state = get("trop").new(3)
    outcome = state.draw(Rng(1))
    for wrong in ([*outcome[:-1], outcome[-2]], outcome[:-1], [*outcome, 0]):
        with pytest.raises(BadDeal, match="TROP-12"):
            state.deal(wrong)
    with pytest.raises(BadDeal, match="ALL-1"):
        state.deal([3, *outcome[1:]])
    with pytest.raises(BadDeal, match="ALL-1"):
        state.deal([])
    fixed = get("trop").new(3, {"starter": 2})
    assert fixed.draw(Rng(1))[0] == 1
    with pytest.raises(BadDeal, match="ALL-1"):
        fixed.deal([0, *outcome[1:]])


def test_trop_13_the_game_ends_when_someone_has_100_points() -> None:
    """TROP-13"""
    state = at("10 9", "7", "6 4", "5", totals=[0, 90, 99])
    assert story(state, "1 7")[-1] == "The winner: Player 3."
    assert state.over()
    assert seen(state, "hand", owner=3, seat=1) == "5"
    assert play(at("10 9", "7", "6 3", "", totals=[0, 90, 99]), "1 7").due()


def test_trop_13_all_6_a_tie_is_shared() -> None:
    state = at("10 9", "7", "6 4", "1", totals=[0, 90, 99])
    assert story(state, "1 7")[-1] == "The win is shared by: Player 2, Player 3."


def test_trop_13_a_table_may_set_another_target() -> None:
    state = get("trop").new(2, {"target": 5})
    deal("trop", state, {})
    state = edited(state, turn=0, row_total=21, hands=places("1", "5"))
    assert play(state, "1 1").winners() == 0b10
    for target in (0, 1001, None):
        with pytest.raises(OptionError, match="1 to 1000"):
            get("trop").new(2, {"target": target})


def test_all_5_after_a_hundred_rounds_the_game_ends() -> None:
    assert "That was the hundredth round: the game ends." in story(at("10 9", "7", "5", round=100), "1 7")
    assert play(at("10 9", "7", "5", round=99), "1 7").due()


# ---- words -----------------------------------------------------------------------------------------------


def test_notation_the_number_alone_will_do_where_it_is_clear() -> None:
    state = at("", "3s 4 4r", "5")
    assert choices(play(state.clone(), "1 3"), 2) == ["draw", "5"]
    assert play(state.clone(), "1 4").row[0] == codes("4")[0]
    assert play(state.clone(), "1 4 r").row[0] == codes("4r")[0]
    assert play(at("", "-2", "5"), "1 −2").row[0] == codes("-2")[0]
    assert play(at("", "-2", "5"), "1 d").turn == 1
    with pytest.raises(Ambiguous, match="3s, 3d"):
        play(at("", "3s 3d", "5"), "1 3")
    for text in ("16", "-4", "3x", "pass", "", "3 4"):
        with pytest.raises(Malformed):
            play(state, f"1 {text}")


def effects(state: State) -> dict[str, str]:
    tell = get("trop").teller(state, "en").say
    return {choice.notation: " ".join(map(tell, choice.effects)) for choice in options(get("trop"), state, 0).choices}


def test_effects_tell_what_is_certain() -> None:
    told = effects(at("10 9", "7 2s", "5"))
    assert told["draw"] == "You then hold 3 cards."
    assert told["2s"].endswith("it is ignored. Total of the row: 21.")
    assert told["7"] == "Total of the row: 26. That is more than 21: Player 1 is trop."
    assert effects(at("9 -3 8", "5d", "5"))["5d"].endswith("will then be 10 to 22.")
    assert effects(at("3 3 3 3 3 2 2 2", "5d", "5"))["5d"].endswith("23 to 24. That is more than 21: Player 1 is trop.")


def test_the_rules_pages_have_every_rule_in_both_languages() -> None:
    for language in ("cs", "en"):
        assert list(page(get("trop").folder, language).rules) == [f"TROP-{number}" for number in range(1, 14)]
