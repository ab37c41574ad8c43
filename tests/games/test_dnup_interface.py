"""dnup: its deck, its notation, what stays hidden, and the limits of the interface."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from copy import deepcopy
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from kartarna.core.deal import read_deal, spell_deal
from kartarna.core.errors import Ambiguous, BadDeal, DeckError, Malformed
from kartarna.core.notation import understand
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import get
from kartarna.games.dnup.cards import DECKS, MOST_SETS, STAR, card_name, most_sets
from tests.games.dnup_positions import rows, table
from tests.positions import choices, dealt, story

GAME = get("dnup")
REST = "10/1 9/2 8/4"

# ---- the deck ----------------------------------------------------------------------------------------------

PAGE = """1/5 1/6 1/6 1/7 1/7 1/8 1/9 2/4 2/4 2/5 2/5 2/6 2/9 2/10 3/4 3/5 3/6 3/7 3/8 3/9 4/6 4/7 4/8 5/7 5/8 6/7
1/10 2/8 3/6 4/5  1/8 1/9 2/6 2/7 3/4 3/5  3/10 4/9 5/8 6/7"""


def test_dnup_2_the_cards_are_those_of_the_page() -> None:
    assert sorted(GAME.census(dealt("dnup", 5, {}))) == sorted(PAGE.split())
    assert GAME.decks.standard.data["star"] == "1/5"


def test_dnup_2_the_star_card_is_marked_in_its_name() -> None:
    deck = GAME.decks.standard
    assert [card_name(deck, card, "cs") for card in ("1/5", "5/1", "5/3", STAR)] == ["1/5★", "5/1★", "5/3", "1/5★?"]


def changed(path: str, value: Any) -> dict[str, Any]:
    """The standard deck with one entry replaced."""
    data = deepcopy(GAME.decks.standard.data)
    *tables, key = path.split(".")
    inner = data
    for name in tables:
        inner = inner[name]
    inner[key] = value
    return data


FIVES = ["3/5"] * 2 + ["5/9", "5/10"]
CROWD = ["1/5", "3/4"] + [f"1/{other}" for other in range(6, 11)] * 2 + [f"2/{other}" for other in range(4, 11)] * 2


@pytest.mark.parametrize(
    ("path", "value", "rule"),
    [
        ("cards.symbol_3", ["1/10", "2/8", "3/6"], "DNUP-3: group symbol_3 is a list of 4 cards"),
        ("cards.symbol_3", "1/10", "DNUP-3"),
        ("cards.symbol_3", ["1/10", "2/8", "3/6", "4/4"], "DNUP-1: a card has two different values"),
        ("cards.symbol_3", ["1/10", "2/8", "3/6", "4/11"], "DNUP-1"),
        ("cards.symbol_3", ["1/10", "2/8", "3/6", 45], "DNUP-1"),
        ("cards.symbol_5", FIVES, "DNUP-2: 3/5 is there more than 3 times"),
        ("cards.symbol_5", ["3/10", "4/9", "5/8", "5/1"], "DNUP-5: exactly one card of the base is 1/5"),
        ("star", "4/9", "DNUP-5"),
        ("star", 15, "DNUP-1"),
        ("cards.base", CROWD, r"DNUP-8: a hand of these cards could offer \d+ different sets"),
    ],
)
def test_dnup_a_deck_with_a_mistake_is_refused(path: str, value: Any, rule: str) -> None:
    with pytest.raises(DeckError, match=rule):
        DECKS.add(changed(path, value))


def test_dnup_a_mistake_in_a_deck_file_is_found_by_its_line(tmp_path: Path) -> None:
    text = (GAME.folder / "deck.toml").read_text(encoding="utf-8")
    file = tmp_path / "deck.toml"
    file.write_text(text.replace('"3/6", "4/5"', '"3/6", "4/4"'), encoding="utf-8")
    line = next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith("symbol_3"))
    with pytest.raises(DeckError, match=f"line {line}: DNUP-1"):
        DECKS.read(file)


def test_dnup_two_decks_live_side_by_side() -> None:
    other = DECKS.add(changed("cards.symbol_5", ["3/10", "4/9", "9/10", "9/10"]))
    one, two = GAME.new(5), GAME.new(5, deck=other)
    for state in (one, two):
        state.deal(state.draw(Rng(1)))
    assert GAME.census(one).count("9/10") == 0
    assert GAME.census(two).count("9/10") == 2
    assert two.clone().deck == other.number


def test_dnup_3_a_deal_with_wrong_cards_is_refused() -> None:
    state = GAME.new(4)
    outcome = state.draw(Rng(1))
    for wrong in ([*outcome[:-1], outcome[0]], outcome[:-1], [*outcome[:-1], 79], [*outcome[:-1], -1]):
        with pytest.raises(BadDeal, match="DNUP-3: these are not the 36 cards of a game of 4"):
            state.deal(wrong)


def test_dnup_4_copies_dealt_different_ways_up_are_told_apart_by_their_face() -> None:
    state = GAME.new(2)
    zones = spell_deal(GAME, state, sorted(state.draw(Rng(1))))
    zones["hand 1"][1:3] = ["1/6", "6/1"]
    state.deal(read_deal(GAME, state, zones))
    assert sorted(card for zone in zones.values() for card in zone) == sorted(
        card for seat in (0, 1) for card in GAME.view(state, seat).zone("hand", seat).cards
    )


def test_dnup_a_state_works_in_a_fresh_process() -> None:
    imports = "from kartarna.games.dnup.state import Dnup; from kartarna.core.rng import Rng"
    code = f"{imports}; print(Dnup(3).playout(7, Rng(1)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    state = GAME.new(3)
    assert int(run.stdout) == state.playout(7, Rng(1)) > 10


# ---- notation ----------------------------------------------------------------------------------------------


def meant(state: State, text: str) -> str:
    """The decision that seat 1 means, in full."""
    return GAME.words.notation(state, 0, understand(GAME, state, 0, text, GAME.teller(state, "en")))


@pytest.mark.parametrize(
    ("typed", "full"),
    [
        ("5/7 5/3", "5/3 5/7"),
        ("5 5 5", "5/3 5/3 5/7"),
        ("5/7 5 5", "5/3 5/3 5/7"),
        ("5/3 5/3", "5/3 5/3"),
        ("5/7 5", "5/3 5/7"),
        ("10", "10/1"),
        ("+6", "+6/2 >3"),
        ("+6/2", "+6/2 >3"),
        ("+ 6/2>3", "+6/2 >3"),
        ("+6 >3", "+6/2 >3"),
        ("TAKE 3", "take 3"),
        ("turn", "turn"),
    ],
)
def test_dnup_abbreviations_that_are_clear_are_understood(typed: str, full: str) -> None:
    assert meant(table(["5/3 5/3 5/7 6/2 10/1", REST, REST], ["", "8/1 8/2 8/3 8/4", "6/4"]), typed) == full


def test_dnup_abbreviations_with_two_players_name_a_seat_or_an_area() -> None:
    state = table(["5/3 6/2", REST], ["", "", "6/4 6/7", "5/1 5/2 5/4"], turn=1, area=1)
    assert [meant(state, text) for text in ("+5", "+6/2 >2", "take 2.2")] == ["+5/3 >2.2", "+6/2 >2.1", "take 2.2"]
    with pytest.raises(Ambiguous, match=r"take 2\.1, take 2\.2"):
        meant(state, "take 2")


def test_dnup_what_is_not_clear_is_asked_back() -> None:
    state = table(["5/3 5/7 6/2", REST, REST], ["", "8/1", "6/4 6/7"])
    with pytest.raises(Ambiguous, match="take 2, take 3"):
        meant(state, "take")
    state = table(["5/3 5/7 6/2", REST, REST])
    with pytest.raises(Ambiguous, match="5/3, 5/7"):
        meant(state, "5")


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "5/3 6/2",
        "5/5",
        "11",
        "5/11",
        "0",
        "5/3 5/3 5/3 5/3",
        "5 " * 28,
        "take 9",
        "take 2.1",
        "+5/5",
        "+11",
        "pass",
    ],
)
def test_dnup_what_no_decision_is_written_like_is_malformed(typed: str) -> None:
    with pytest.raises(Malformed):
        meant(table(["5/3 5/7 6/2", REST, REST]), typed)


# ---- what a seat cannot know ---------------------------------------------------------------------------------


def worlds(unseen: list[str], places: int) -> Counter[tuple[str, ...]]:
    """Every way to deal these cards, either way up, to two hands, the first with so many places; all as likely."""
    found: Counter[tuple[str, ...]] = Counter()
    for order in permutations(unseen):
        for turned in product((False, True), repeat=len(order)):
            faces = [
                "/".join(card.split("/")[::-1]) if turn else card for card, turn in zip(order, turned, strict=True)
            ]
            found[" ".join(sorted(faces[:places])), " ".join(sorted(faces[places:]))] += 1
    return found


def test_all_4_resample_is_uniform_over_physical_cards_and_orientations() -> None:
    """Seat 2 has one unseen card, seat 3 two and the star card; 28 different worlds, χ² with 27 degrees of freedom."""
    state = table(["9/2", "1/6 3/7", "6/1 4/2 5/1"], star=2, known=["", "3/7"])
    expected = {
        (" ".join(sorted([one, "3/7"])), " ".join(sorted([*other.split(), star]))): ways / 2
        for (one, other), ways in worlds(["1/6", "1/6", "2/4"], 1).items()
        for star in ("1/5", "5/1")
    }
    seen: Counter[tuple[str, str]] = Counter()
    rng, tries = Rng(7), 6_000
    for _ in range(tries):
        world = state.clone()
        world.resample(0, rng)
        one, other = (" ".join(sorted(GAME.view(world, seat).zone("hand", seat).cards)) for seat in (1, 2))
        seen[one, other] += 1
    scale = tries / sum(expected.values())
    assert len(expected) == 28
    assert set(seen) == set(expected)
    assert sum((seen[key] - ways * scale) ** 2 / (ways * scale) for key, ways in expected.items()) < 55.48  # p = 0.001


def test_all_4_the_star_holder_knows_which_way_up_it_is() -> None:
    state = dealt("dnup", 4, {})
    own = GAME.view(state, state.first).zone("hand", state.first).cards
    for seed in range(20):
        state.resample(state.first, Rng(seed))
        assert GAME.view(state, state.first).zone("hand", state.first).cards == own


def test_all_4_a_star_card_that_was_seen_stays_where_everyone_saw_it_go() -> None:
    state = table(["9/2 9/3", "1/6 1/5", "6/1 4/2"], known=["", "1/5"])
    for seed in range(20):
        state.resample(0, Rng(seed))
        assert "1/5" in GAME.view(state, 1).zone("hand", 1).cards


# ---- limits of the interface -----------------------------------------------------------------------------------


def test_max_legal_no_hand_of_the_standard_deck_offers_more() -> None:
    """`most_sets` is the proof, for it finds the best of all hands. B, C and D add at most 9 · 4 + 4 + 1."""
    most = most_sets(Counter(tuple(map(int, card.split("/"))) for card in PAGE.split()))
    assert most == 1223
    assert most + 41 <= MOST_SETS + 41 + 1 <= GAME.new(5).MAX_LEGAL  # one place more to work in


def test_max_legal_the_largest_hand_there_is() -> None:
    """All 40 cards with the lower value active: 1, 2 and 3 have no card in common."""
    state = table([PAGE, REST, REST, REST, REST])
    assert len(state.legal_actions(0)) == 1223 + 1
    assert len(set(state.legal_actions(0))) == 1224


def test_most_sets_leaves_no_room_for_16_cards_of_one_value() -> None:
    """Sizes have four bits. Three copies of each pair make the fewest sets."""
    assert most_sets({(1, other): 3 for other in range(2, 7)} | {(1, 7): 1}) == 2047 > MOST_SETS


def test_most_sets_agrees_with_trying_every_way_up() -> None:
    cards = ["1/2", "1/2", "1/3", "2/3", "2/4", "3/4", "3/4", "4/5"]
    tried = []
    for turned in product((False, True), repeat=len(cards)):
        faces = ["/".join(card.split("/")[::-1]) if turn else card for card, turn in zip(cards, turned, strict=True)]
        state = table([" ".join(faces), REST, REST])
        tried.append(len(state.legal_actions(0)) - 1)
    assert max(tried) == most_sets(Counter(tuple(map(int, card.split("/"))) for card in cards))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_refusal_and_legal_agree_on_every_b_c_and_d_and_on_sets_of_the_hand(players: int) -> None:
    rng = Rng(3)
    state = GAME.new(players)
    state.deal(state.draw(rng))
    for _ in range(40):
        if state.stage != 1:
            break
        seat = state.turn
        legal = set(state.legal_actions(seat))
        hand = [state.hands[10 * seat + value - 1] for value in range(1, 11)]
        subsets = {value << 20 | hand[value - 1] & mask for value in range(1, 11) for mask in range(0, 1 << 20, 997)}
        for action in {*range(-1, 1700), state.ACTIONS, *subsets, *(action ^ 1 << 4 for action in legal)}:
            assert (state.refusal(seat, action) == 0) == (action in legal), action
        state.apply(seat, sorted(legal)[rng.below(len(legal))])


def test_the_quick_player_beats_random_players_and_ends_its_rounds() -> None:
    won = 0
    for seed in range(40):
        state = GAME.new(3)
        state.playout(0b001, Rng(seed))
        won += state.winners() & 1
    assert won > 30
    for seed in range(40):
        state = GAME.new(2)
        state.playout(0b11, Rng(seed))
        assert state.limits == 0


def test_dnup_positions_are_written_as_the_state_holds_them() -> None:
    state = dealt("dnup", 3, {})
    hand = " ".join(GAME.view(state, 1).zone("hand", 1).cards)
    assert rows(hand) == state.hands[10:20]
    assert choices(table([hand, REST, REST]), 1)


def test_dnup_15_nobody_is_told_to_have_five_of_four_tokens() -> None:
    told = story(table(["7/1", "1/6 2/4", "3/4 4/6"], totals=[3, 3, 3]), "1 7/1")
    assert "Player 1: 1 token this round, 4 in all." in told
