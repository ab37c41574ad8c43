"""Tři je moc!: its rules one by one (THREE-11, THREE-13, THREE-14 and THREE-15 too), and the booklet's examples."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from kartarna.core.errors import BadDeal, Malformed
from kartarna.core.options import options
from kartarna.core.rng import Rng
from kartarna.core.rulebook import page
from kartarna.core.state import State
from kartarna.games import get
from tests.positions import choices, dealt, edited, play, refusal, story

ORDER = "olbrtmg"  # THREE-2
NOTHING = [0] * 28


def masks(*cards: int) -> list[int]:
    """A set of cards, one mask for each row."""
    return [sum(1 << card % 30 for card in cards if card // 30 == row) for row in range(3)]


def counts(*collections: str) -> list[int]:
    """`rrm`: two red cards and a magenta one ever taken, seat by seat."""
    return [collection.count(letter) for collection in collections for letter in ORDER]


def at(row: list[int], hand: list[int], *collections: str, **fields: Any) -> State:
    """Two players, seat 1 to play from this hand; one row as given, the others empty."""
    rows = [start | cards for start, cards in zip(masks(0, 30, 60), masks(*row), strict=True)]
    spare = [card for card in (2, 3, 32, 33, 62, 63, 5, 35) if card not in (*row, *hand)]
    held = [*hand, *spare[: 4 - len(hand)]]  # not three: the turn does not end with a refill
    return edited(
        dealt("three", 2, {"starter": "1"}),
        rows=rows,
        gone=[0] * 3,
        hands=[*masks(*held), *masks(80, 81, 82, 83, 84, 86, 87, 88)],
        taken=counts(*collections),
        **fields,
    )


def row_of(state: State, row: int) -> list[str]:
    return list(get("three").view(state, None).zone(f"row_{row}").cards)


def zone(state: State, name: str, seat: int) -> str:
    """Cards of a collection, colour by colour."""
    found = get("three").view(state, None).zone(name, seat - 1)
    return "".join((*found.cards, *found.known))


# ---- the deal ------------------------------------------------------------------------------------------


def test_three_5_three_cards_are_placed_and_may_all_land_in_one_row() -> None:
    state = dealt("three", 3, {"starter": "2", "rows": "57o 45 31b"})
    assert [row_of(state, row) for row in (1, 2, 3)] == [["0"], ["30", "31b", "45", "57o"], ["60"]]
    assert list(state.taken) == NOTHING
    assert state.turn == 1


@pytest.mark.parametrize(("players", "left_over"), [(2, 44), (3, 24), (4, 4)])
def test_three_6_twenty_cards_each_eight_of_them_in_hand(players: int, left_over: int) -> None:
    """THREE-6"""
    view = get("three").view(dealt("three", players, {}), 0)
    assert len(view.zone("hand", 0).cards) == view.zone("hand", 1).hidden == 8
    assert [view.zone("pile", seat).hidden for seat in range(players)] == [12] * players
    assert view.zone("out").hidden == left_over
    assert not any(zone.cards for zone in view.zones if zone.name in ("pile", "out"))


def test_three_6_before_the_deal_nothing_lies_anywhere() -> None:
    view = get("three").view(get("three").new(4), 0)
    assert sum(len(zone.cards) + zone.hidden for zone in view.zones if zone.name != "bonuses") == 0


def test_three_1_a_deal_with_a_wrong_card_is_refused() -> None:
    state = get("three").new(4, {"starter": 2})
    outcome = state.draw(Rng(1))
    assert outcome[0] == 1
    with pytest.raises(BadDeal, match="THREE-1"):
        state.deal([*outcome[:-1], outcome[-2]])
    with pytest.raises(BadDeal, match="THREE-1"):
        state.deal([*outcome[:-1], 30])
    with pytest.raises(BadDeal, match="ALL-1"):
        state.deal([0, *outcome[1:]])


# ---- a turn --------------------------------------------------------------------------------------------


def test_three_7_example_40_goes_between_30_and_46_and_nothing_is_taken() -> None:
    state = at([46, 57], [40])
    told = story(state, "1 40")
    assert row_of(state, 2) == ["30", "40t", "46r", "57o"]
    assert list(state.taken) == NOTHING
    assert told == ["Player 1 plays: turquoise 40.", "Row 2: start 30, turquoise 40, red 46, orange 57."]


def test_three_7_exactly_one_card_of_the_hand_is_played() -> None:
    state = at([46, 57], [40, 1, 2, 89])
    assert choices(state, 1) == ["1", "2", "40", "89"]
    assert refusal(state, 1, "3") == (
        "THREE-7: You do not hold light blue 3. "
        "Play one card of your hand: orange 1, lilac 2, turquoise 40, turquoise 89."
    )
    play(state, "1 40")
    assert choices(state, 1) == []
    assert refusal(state, 1, "1") == "ALL-1: Player 1 has nothing to decide now."


def test_three_7_a_card_on_the_table_a_taken_one_and_a_start_card_are_refused_by_name() -> None:
    state = edited(at([46, 57], [40]), gone=masks(12))
    assert refusal(state, 1, "46").startswith("THREE-7: This card lies on the table already (row 2): red 46.")
    assert refusal(state, 1, "12").startswith(
        "THREE-9: Somebody has taken this card from its row already: turquoise 12."
    )
    assert refusal(state, 1, "60").startswith("THREE-5: This card stands at the head of row 3")
    assert refusal(state, 1, "60", "cs").startswith("THREE-5: Tato karta stojí celou hru na začátku 3. řady")


def test_notation_is_the_number_with_or_without_its_colour() -> None:
    state = at([46, 57], [40])
    play(state.clone(), "1 40t")
    for text in ("40r", "90", "x", "40 40", "140", "-1"):
        with pytest.raises(Malformed):
            play(state.clone(), f"1 {text}")
    for action in (-1, 90):
        reason = get("three").refusal(state, 0, action)
        assert reason is not None
        assert reason.kind == "no_such_decision"


def test_three_8a_example_28_is_the_highest_and_takes_10() -> None:
    state = at([10, 19, 24], [28])
    told = story(state, "1 28")
    assert row_of(state, 1) == ["0", "19t", "24b", "28g"]
    assert zone(state, "face_up", 1) == "b"
    assert told[1] == (
        "It is the fifth card in the row and the highest. Player 1 takes the one next to the start card: light blue 10."
    )


def test_three_8b_example_37_takes_40_46_and_57() -> None:
    state = at([40, 46, 57], [37])
    told = story(state, "1 37")
    assert row_of(state, 2) == ["30", "37l"]
    assert zone(state, "face_up", 1) == "ort"
    assert told[1] == (
        "It is the fifth card in the row. Player 1 takes 3 higher cards: turquoise 40, red 46, orange 57."
    )


@pytest.mark.parametrize(("card", "left"), [(61, "61t"), (71, "70g 71o"), (79, "70g 78o 79l"), (89, "78o 86l 89t")])
def test_three_8_the_place_of_the_fifth_card_decides_what_is_taken(card: int, left: str) -> None:
    state = play(at([70, 78, 86], [card]), f"1 {card}")
    assert row_of(state, 3) == ["60", *left.split()]


def test_three_8_the_first_and_last_card_of_a_row() -> None:
    assert row_of(play(at([27, 28, 29], [1]), "1 1"), 1) == ["0", "1o"]
    assert row_of(play(at([1, 2, 3], [29]), "1 29"), 1) == ["0", "2l", "3b", "29o"]


def test_three_9_collections_lie_by_colour_in_sight_of_all_and_numbers_stay_known() -> None:
    state = play(at([40, 46, 57], [37]), "1 37")
    for seat in (0, 1, None):
        view = get("three").view(state, seat)
        assert view.zone("face_up", 0).cards == ("o", "r", "t")
        assert view.zone("gone").known == ("40t", "46r", "57o")


def test_three_9_grey_cards_go_out_of_play() -> None:
    state = at([13, 15, 20], [1])
    told = story(state, "1 1")
    assert zone(state, "face_up", 1) == "mm"
    assert "Out of play: grey 15." in told
    assert state.score(0) == 5


def test_three_10_example_the_third_green_card_turns_all_three_and_a_fourth_is_a_first() -> None:
    state = at([14, 20, 26], [28], "gg")
    told = story(state, "1 28")
    assert (zone(state, "face_up", 1), zone(state, "face_down", 1)) == ("", "ggg")
    assert told[-1] == "A third card of one colour: Player 1 turns all three face down: olive."
    state = play(at([7, 20, 26], [28], "ggg"), "1 28")
    assert (zone(state, "face_up", 1), zone(state, "face_down", 1)) == ("g", "ggg")


def test_three_10_several_colours_can_turn_in_one_turn() -> None:
    told = story(at([13, 14, 20], [1], "mmgg"), "1 1")
    assert told[-2:] == [
        "A third card of one colour: Player 1 turns all three face down: magenta.",
        "A third card of one colour: Player 1 turns all three face down: olive.",
    ]


def test_three_10_the_order_of_taking_never_matters() -> None:
    at_once = play(at([13, 20, 27], [1], "mm"), "1 1")
    assert (zone(at_once, "face_up", 1), zone(at_once, "face_down", 1)) == ("mm", "mmm")


def test_three_11_all_seven_colours_face_up_earn_the_top_bonus_card() -> None:
    state = at([14, 20, 26], [28], "olbrtm", "olbrtm")
    told = story(state, "1 28")
    assert told[-1] == "Player 1 has all seven colours face up and gets the colour bonus: 10 points."
    assert zone(state, "bonus", 1) == "+10"
    assert get("three").view(state, None).zone("bonuses").cards == ("+7", "+5", "+3")
    state = edited(state, rows=[1, 1, *masks(60, 70, 71, 72)[2:]])
    play(state, "2 80")
    assert zone(state, "bonus", 2) == "+7"


def test_three_11_only_once_a_game_and_kept_when_a_colour_is_lost() -> None:
    state = play(at([14, 20, 26], [28], "olbrtm", bonus=[10], claimed=1), "1 28")
    assert list(state.bonus) == [10, 0, 0, 0]
    assert state.claimed == 1
    state = play(at([14, 20, 26], [28], "olbrtmgg", bonus=[10], claimed=1), "1 28")
    assert zone(state, "face_down", 1) == "ggg"
    assert zone(state, "bonus", 1) == "+10"


def test_three_11_a_colour_lost_in_the_same_turn_earns_nothing() -> None:
    state = play(at([13, 14, 20], [1], "olbrtm"), "1 1")
    assert zone(state, "face_up", 1) == "olbrtg"
    assert list(state.bonus) == [0] * 4


def test_three_12_with_two_cards_left_six_are_drawn_at_once() -> None:
    state = dealt("three", 2, {"starter": "1", "rows": "1o 31b 61t", "pile 1": "2l 3b 32r 33t 62m 63g"})
    hand = get("three").view(state, 0).zone("hand", 0).cards
    for plays in range(6):
        assert get("three").view(state, None).zone("hand", 0).hidden == 8 - plays
        assert get("three").view(state, None).zone("pile", 0).hidden == 12
        before = state.clone()
        state.apply(0, state.legal_actions(0)[0])
        told = get("three").words.narrate(before, 0, before.legal_actions(0)[0], state)
        state.apply(1, state.legal_actions(1)[0])
    assert get("three").view(state, 0).zone("pile", 0).hidden == 6
    drawn = ("2l", "3b", "32r", "33t", "62m", "63g")
    assert sorted(get("three").view(state, 0).zone("hand", 0).cards) == sorted((*hand[-2:], *drawn))
    own, others = told[-2:]
    assert own.facts["cards"] == drawn
    assert (own.seen_by(0), own.seen_by(1), own.seen_by(None)) == (True, False, False)
    assert "cards" not in others.facts
    assert (others.seen_by(0), others.seen_by(1), others.seen_by(None)) == (False, True, True)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_12_and_13_everyone_plays_18_cards_and_keeps_two_hidden(players: int) -> None:
    state = dealt("three", players, {"starter": "2"})
    plays: Counter[int] = Counter()
    rng = Rng(players)
    while not state.over():
        seat = state.turn
        plays[seat] += 1
        legal = state.legal_actions(seat)
        state.apply(seat, legal[rng.below(len(legal))])
    assert plays == dict.fromkeys(range(players), 18)
    view = get("three").view(state, 0)
    assert len(view.zone("hand", 0).cards) == 2
    assert [(view.zone("hand", seat).cards, view.zone("hand", seat).hidden) for seat in range(1, players)] == [
        ((), 2)
    ] * (players - 1)  # ALL-7
    assert view.totals == tuple(state.score(seat) for seat in range(players))
    collected = sum(state.taken) + sum(card.isdigit() for card in view.zone("gone").known)
    assert collected == view.zone("gone").hidden


def test_effects_tell_what_is_certain() -> None:
    state = edited(at([14, 20, 26], [28], "olbrtm"), hands=[*masks(28, 2, 62), *masks(80, 81, 82, 83, 84)])
    choice = next(choice for choice in options(get("three"), state, 0).choices if choice.notation == "28")
    teller = get("three").teller(state, "en")
    assert [teller.say(event) for event in choice.effects] == [
        "Your collection would then be worth 27 points.",
        "It is the fifth card in the row and the highest. Player 1 takes the one next to the start card: olive 14.",
        "Row 1: start 0, magenta 20, turquoise 26, olive 28.",
        "Player 1 has all seven colours face up and gets the colour bonus: 10 points.",
        "Player 1 draws 6 cards from their pile.",
    ]


# ---- end and score ---------------------------------------------------------------------------------------


def worth(collection: str, bonus: int = 0) -> int:
    return edited(dealt("three", 2, {}), taken=counts(collection), bonus=[bonus]).score(0)


def test_three_15_example_4_and_10_minus_6_plus_7_plus_5_is_20() -> None:
    assert worth("olbrttmm" + "oooggg", bonus=7) == 4 + 10 - 6 + 7 + 5 == 20


def test_three_14_six_colours_give_5_seven_give_10() -> None:
    assert worth("olbrt") == 5
    assert worth("olbrtm") == 6 + 5
    assert worth("olbrtmg") == 7 + 10
    assert worth("olbrtmggg") == 6 - 3 + 5


def test_three_15_one_card_1_two_5_each_face_down_minus_1() -> None:
    assert [worth("r" * count) for count in range(8)] == [0, 1, 5, -3, -2, 2, -6, -5]


def last_turn(*collections: str, bonus: int = 0) -> tuple[State, list[str]]:
    """The last turn of a game: what follows, and its story."""
    state = edited(
        dealt("three", 2, {"starter": "1"}),
        rows=[1, 1, 1],
        hands=[*masks(2, 3), *masks(4, 5, 6)],
        next_six=[0] * 12,
        last_six=[0] * 12,
        turn=1,
        taken=counts(*collections),
        bonus=[bonus],
    )
    told = story(state, "2 4")
    return state, told


def test_three_13_the_game_ends_when_everyone_holds_two_cards_and_no_pile_is_left() -> None:
    state, told = last_turn("r", "")
    assert state.over()
    assert "The game ends: everyone holds the last two cards." in told
    assert (state.round_points(0), state.total(0), state.total(1)) == (1, 1, 0)
    assert state.winners() == 0b01


def test_three_15_the_score_is_explained_line_by_line() -> None:
    _, told = last_turn("olbrttmmoooggg", "rrr", bonus=7)
    assert told[3:] == [
        "Player 1: single cards: orange, lilac, light blue, red (+4).",
        "Player 1: pairs: turquoise, magenta (+10).",
        "Player 1: 6 cards face down (−6).",
        "Player 1: colour bonus (+7).",
        "Player 1: end bonus for 6 colours face up (+5).",
        "Player 1: 20 points.",
        "Player 2: 3 cards face down (−3).",
        "Player 2: −3 points.",
        "The winner: Player 1.",
    ]
    assert "Player 1: end bonus for 7 colours face up (+10)." in last_turn("olbrtmg", "")[1]


def test_three_15_a_tie_is_a_shared_win() -> None:
    state, told = last_turn("rr", "oo")
    assert state.winners() == 0b11
    assert told[-1] == "The win is shared by: Player 1, Player 2."


# ---- the whole game, told a second time -------------------------------------------------------------------


def retold(rows: list[list[int]], card: int) -> list[int]:
    """THREE-7, THREE-8 with lists: places the card, returns what is taken."""
    row = rows[card // 30]
    row.append(card)
    row.sort()
    if len(row) < 5:
        return []
    taken = row[1:2] if row[-1] == card else row[row.index(card) + 1 :]
    rows[card // 30] = [other for other in row if other not in taken]
    return taken


def turned_over(up: list[str], down: list[str], colour: str) -> None:
    """THREE-10 card by card."""
    up.append(colour)
    if up.count(colour) == 3:
        up[:] = [other for other in up if other != colour]
        down += [colour] * 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_7_to_15_a_plain_retelling_gives_the_same_games(players: int) -> None:
    for seed in range(40):
        state, rng = get("three").new(players), Rng(seed)
        state.deal(state.draw(rng))
        rows = [[int(card.rstrip(ORDER)) for card in row_of(state, row)] for row in (1, 2, 3)]
        up: list[list[str]] = [[] for _ in range(players)]
        down: list[list[str]] = [[] for _ in range(players)]
        bonus = [0] * players
        bonuses = [10, 7, 5, 3]
        while not state.over():
            seat = state.turn
            legal = state.legal_actions(seat)
            card = legal[rng.below(len(legal))] if seed % 2 else state.greedy(seat, rng)
            state.apply(seat, card)
            for taken in retold(rows, card):
                if taken % 15:
                    turned_over(up[seat], down[seat], ORDER[(taken - 1) % 7])
            if len(set(up[seat])) == 7 and not bonus[seat]:
                bonus[seat] = bonuses.pop(0)
            assert [[int(name.rstrip(ORDER)) for name in row_of(state, row)] for row in (1, 2, 3)] == rows
            assert Counter(zone(state, "face_up", seat + 1)) == Counter(up[seat])
            assert Counter(zone(state, "face_down", seat + 1)) == Counter(down[seat])
        for seat in range(players):
            points = sum({1: 1, 2: 5}[count] for count in Counter(up[seat]).values()) - len(down[seat])
            points += bonus[seat] + {6: 5, 7: 10}.get(len(set(up[seat])), 0)
            assert state.total(seat) == points


# ---- limits of the interface -----------------------------------------------------------------------------


def test_max_legal_a_full_hand_offers_eight_decisions() -> None:
    state = dealt("three", 4, {"starter": "1"})
    assert len(state.legal_actions(0)) == state.MAX_LEGAL == 8  # THREE-12: a hand is filled up from 2 to 8


def test_the_quick_player_takes_what_scores_most() -> None:
    state = at([14, 20, 26], [28, 40, 50, 70], "olbrtm")
    assert state.greedy(0, Rng(1)) == 28  # the seventh colour, with both bonuses
    assert at([14, 20, 26], [28, 40, 50, 70], "gg").greedy(0, Rng(1)) != 28


def test_all_3_resampling_is_uniform_over_what_a_seat_cannot_see() -> None:
    """Five cards unseen: two in the other hand, one in the own pile, two left over: 10 · 3 worlds."""
    unseen = [11, 12, 41, 71, 72]
    own, other, pile = [1, 2, 3], unseen[:2], unseen[2:3]
    gone = [card for card in range(90) if card % 30 and card not in (*unseen, *own)]
    state = edited(
        dealt("three", 2, {"starter": "1"}),
        rows=[1, 1, 1],
        gone=masks(*gone),
        hands=[*masks(*own), *masks(*other)],
        next_six=masks(*pile),
        last_six=[0] * 12,
    )
    worlds: Counter[tuple[Any, ...]] = Counter()
    rng = Rng(7)
    for _ in range(6000):
        world = state.clone()
        world.resample(0, rng)
        assert list(world.hands[:3]) == masks(*own)
        worlds[tuple(world.hands[3:6]), tuple(world.next_six[:3])] += 1
    expected = 6000 / 30
    assert len(worlds) == 30
    assert sum((count - expected) ** 2 / expected for count in worlds.values()) < 58.3  # χ², 29 degrees, p = 0.001


def test_the_rules_pages_have_every_rule_in_both_languages() -> None:
    for language in ("cs", "en"):
        rules = page(get("three").folder, language).rules
        assert list(rules) == [f"THREE-{number}" for number in range(1, 16)]
