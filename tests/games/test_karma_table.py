"""Karma beside its rules: what is known of hidden cards, decks, notation, previews, the quick player."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from kartarna.core.deck import Deck
from kartarna.core.errors import Ambiguous, DeckError, IllegalDecision, Malformed
from kartarna.core.options import options
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import get
from tests.games.karma_positions import FACES, faces, hand, known, pile, position, zone
from tests.positions import choices, dealt, play, refusal

# ---- what is known ---------------------------------------------------------------------------------------------


def test_all_4_a_card_picked_up_is_known_until_that_face_is_played() -> None:
    state = play(position(["9 12", "13 16"], pile="12 12 5"), "1 take", "2 16", "1 take")
    assert (hand(state, 1), known(state, 1)) == ("5 9 12 12 12 16", "5 12 12 16")
    play(state, "2 13")
    assert known(state, 2) == ""
    state = play(position(["9 12 12", "13 16"], seen=["12"]), "1 12")
    assert (hand(state, 1), known(state, 1)) == ("9 12", "")


def test_all_4_resampling_keeps_what_was_seen() -> None:
    state = position(["9 12 5", "13 16"], seen=["12 5"], stock="1 2 3 4", face_down=["6 7 8", "10 11 14"])
    for seed in range(20):
        world = state.clone()
        world.resample(1, Rng(seed))
        assert {"5", "12"} <= set(hand(world, 1).split())
        assert hand(world, 2) == "13 16"


@pytest.mark.parametrize("premonition", [False, True])
def test_resampling_loses_no_card(premonition: bool) -> None:
    game = get("karma")
    state = dealt("karma", 4, {}, premonition=premonition)
    rng = Rng(8)
    for _ in range(200):
        for seat in range(4):
            world = state.clone()
            world.resample(seat, rng)
            assert sorted(game.census(world)) == sorted(game.census(state))
        waiting = [seat for seat in range(4) if state.waiting() >> seat & 1]
        if waiting:
            state.apply(waiting[-1], state.greedy(waiting[-1], rng))
    assert state.over()


def chi_squared(observed: dict[Any, int], expected: dict[Any, float]) -> float:
    assert set(observed) <= set(expected)
    return sum((observed.get(case, 0) - wanted) ** 2 / wanted for case, wanted in expected.items())


def worlds(state: State, seat: int, of: Any, count: int = 6000) -> dict[Any, int]:
    """How often what shows up in worlds that the seat (counted from 1) imagines."""
    seen: dict[Any, int] = {}
    world = state.clone()
    for seed in range(count):
        world.copy_from(state)
        world.resample(seat - 1, Rng(seed))
        seen[of(world)] = seen.get(of(world), 0) + 1
    return seen


def test_resampling_is_uniform_over_physical_cards() -> None:
    """Unseen are 4, 4, 5, up: two in the hand beside a 9 that was seen, one face down, one in the draw pile."""
    state = position(["9 4 4", "1"], seen=["9"], stock="5", face_down=["- up -"])
    found = worlds(state, 2, lambda world: (hand(world, 1), world.face_down[1], world.stock[0]))
    expected: dict[Any, float] = {}
    for one, two, covered, drawn in permutations(faces("4 4 5 up")):
        held = " ".join(FACES[face] for face in sorted([one, two, FACES.index("9")]))
        expected[held, covered, drawn] = expected.get((held, covered, drawn), 0) + 6000 / 24
    assert len(expected) == 7
    assert chi_squared(found, expected) < 22.46  # 6 degrees of freedom, p = 0.001


def test_karma_4_resampling_mixes_the_own_face_down_cards_uniformly_over_the_places_left() -> None:
    hidden = ["3 4 4", "7 8 9"]
    state = position(["", "1"], stock="5", face_down=hidden, options={"premonition": True})
    found = worlds(state, 1, lambda world: tuple(world.face_down[:3]))
    assert chi_squared(found, dict.fromkeys([(3, 4, 4), (4, 3, 4), (4, 4, 3)], 2000.0)) < 13.82  # 2, p = 0.001
    state = position(["", "1"], stock="5", face_down=["3 - 4", "7 8 9"], options={"premonition": True})
    found = worlds(state, 1, lambda world: tuple(world.face_down[:3]))
    assert chi_squared(found, dict.fromkeys([(3, 0, 4), (4, 0, 3)], 3000.0)) < 10.83  # 1, p = 0.001
    others = worlds(state, 1, lambda world: world.face_down[4])
    assert chi_squared(others, dict.fromkeys([1, 5, 7, 8, 9], 1200.0)) < 18.47  # 4, p = 0.001


def test_karma_3_resampling_imagines_what_others_have_chosen() -> None:
    """Seat 2 has chosen three of six cards that seat 1 has never seen: each of 54 is as likely there."""
    state = play(dealt("karma", 2, {"hand 1": "1 1 1 2 2 2", "hand 2": "16 15 14 13 12 11"}), "2 14 15 16")
    counts: dict[str, int] = {}
    for seed in range(3000):
        world = state.clone()
        world.resample(0, Rng(seed))
        assert len(zone(world, "face_up", 2)) == len(hand(world, 2).split()) == 3
        for card in zone(world, "face_up", 2):
            counts[card] = counts.get(card, 0) + 1
    assert chi_squared(counts, dict.fromkeys(FACES[3:], 500.0)) < 40.79  # 17 degrees of freedom, p = 0.001


# ---- decks ------------------------------------------------------------------------------------------------------


def changed(tmp_path: Path, old: str, new: str) -> Deck:
    """The standard deck with one change, read from a file."""
    decks = get("karma").decks
    text = decks.file.read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "deck.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    return decks.read(tmp_path / "deck.toml")


def test_karma_1_two_decks_live_side_by_side(tmp_path: Path) -> None:
    many_ones = changed(tmp_path, "1 = 3\n2 = 3", "1 = 5\n2 = 1")
    game = get("karma")
    other, standard = game.new(7, deck=many_ones), game.new(7)
    for state in (other, standard):
        state.deal(state.draw(Rng(1)))
    assert (game.census(other).count("1"), game.census(other).count("2")) == (10, 2)
    assert (game.census(standard).count("1"), game.census(standard).count("2")) == (6, 6)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("7 = 3", "7 = 4", 7, "KARMA-1: a deck has 60 cards, this one has 61"),
        ("7 = 3", "7 = 8", 14, "KARMA-1: of each card there are 1 to 7 copies, not 8"),
        ("7 = 3", "7 = true", 14, "KARMA-1: of each card there are 1 to 7 copies, not True"),
        ("7 = 3\n", "", 7, "KARMA-1: card 7 is missing"),
        ("16 = 3", "16 = 3\n17 = 3", 24, "KARMA-1: there is no card '17'"),
        ("kinds.up", "kinds.down", 30, "KARMA-1: there is no card 'down'"),
        ("copies = 3", "copies = 0", 28, "KARMA-1: of each card"),
        ('cs = "Spodní nahoru"', "cs = 1", 31, '[kinds.up] needs cs = "…"'),
    ],
)
def test_karma_1_a_mistake_in_a_deck_is_found_by_its_line(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    with pytest.raises(DeckError, match=f"line {line}: {re.escape(message)}"):
        changed(tmp_path, old, new)


def test_a_state_can_be_played_in_a_process_that_has_only_unpickled_it() -> None:
    program = """
import pickle, sys
state = pickle.load(sys.stdin.buffer)
from kartarna.core.rng import Rng
state.playout(0, Rng(1))
print(state.over(), sum(state.hands[:8]) > 0)
"""
    found = subprocess.run(
        [sys.executable, "-c", program], input=pickle.dumps(get("karma").new(4)), capture_output=True, check=True
    )
    assert found.stdout.split() == [b"True", b"True"]


# ---- notation --------------------------------------------------------------------------------------------------


def test_notation_may_be_cut_short_unless_it_is_ambiguous() -> None:
    state = position(["table give 9", "1 2", "3"], pile="5", face_up=["8 7"])
    assert pile(play(state.clone(), "1 TAB")) == "table 5"
    assert hand(play(state.clone(), "1 tak"), 1) == "5 9 table give"
    with pytest.raises(Ambiguous, match="table, take"):
        play(state.clone(), "1 ta")
    assert hand(play(state.clone(), "1 g", "1 > 2"), 2) == "1 2 5"


@pytest.mark.parametrize("text", ["", "17", "0", "9 10", "?0", "?4", ">0", ">13", "x", "9 x", "9 " * 15, "1 2 3 4"])
def test_notation_that_no_decision_is_written_in_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        play(position(["9 10", "1"]), f"1 {text}")


def test_the_threes_of_the_set_up_are_numbered_without_gaps() -> None:
    words = get("karma").words
    state = dealt("karma", 2, {})
    notations = {words.notation(state, 0, action) for action in range(296, state.ACTIONS)}
    assert len(notations) == 1540
    assert refusal(state, 1, "give give give").startswith("KARMA-3")
    for table in (state, position(["9", "1"])):
        for action in (-(2**31), -1, state.ACTIONS):
            refused = get("karma").refusal(table, 0, action)
            assert refused is not None
            assert refused.kind == "no_such_decision"


# ---- previews ----------------------------------------------------------------------------------------------------


def preview(state: State, text: str) -> list[str]:
    game = get("karma")
    action = next(a for a in state.legal_actions(state.turn) if game.words.notation(state, state.turn, a) == text)
    return [game.teller(state, "en").say(event) for event in game.words.effects(state, state.turn, action)]


def test_a_preview_tells_what_is_certain_and_nothing_hidden() -> None:
    state = position(["up 9 9", "1"], pile="9 3", stock="4 5 6", face_down=["2 2 2"])
    assert preview(state, "9 9") == [
        "3 cards alike on top of each other: the whole pile (4 cards) leaves the game.",
        "Player 1 starts a new pile at once.",
    ]
    assert preview(state, "up") == [
        "The bottom card comes up: 3.",
        "Player 1 draws 1 card.",
        "The next player then needs a number of at least 3, or a Karma card.",
    ]
    assert preview(position(["", "1"], face_down=["2 - -"]), "?1") == []
    covered = position(["table", "1"], pile="9", face_down=["2 - -"])
    assert preview(covered, "table") == [
        "Player 1 plays one more card, from the table.",
        "Player 1 turns up the face-down card at place 1.",
    ]
    bare = position(["table", "1"], pile="9", stock="4 5 6")
    assert preview(bare, "table")[-1] == "The next player may then play anything."


def test_the_options_name_the_cards_a_decision_uses_and_why_the_others_must_wait() -> None:
    state = position(["9 9 3", "1"], pile="5", face_up=["12"], face_down=["2 - 4"])
    found = options(get("karma"), state, 0)
    assert [choice.cards for choice in found.choices] == [("9",), ("9", "9"), ()]
    assert [(item.card, item.reason.kind) for item in found.refused] == [
        ("3", "too_low"),
        ("12", "hand_first"),
        ("?1", "hand_first"),
        ("?3", "hand_first"),
    ]
    covered = options(get("karma"), position(["", "1"], face_down=["2 - 4"]), 0)
    assert [choice.cards for choice in covered.choices] == [("?1",), ("?3",)]
    choosing = options(get("karma"), dealt("karma", 2, {"hand 1": "1 2 3 4 5 6"}), 0)
    assert choosing.choices[0].cards == ("1", "2", "3")
    assert choosing.choices[0].effects == choosing.refused == ()


def test_a_story_is_told_of_legal_steps_only() -> None:
    with pytest.raises(IllegalDecision):
        position(["9", "1"]).act(0, 5000)


# ---- limits of the interface ---------------------------------------------------------------------------------------


def test_max_legal_a_hand_of_all_cards_but_one_offers_that_many_decisions() -> None:
    """Each card of a hand adds one decision, and so does a pile; another player must have a card (KARMA-16)."""
    cards = " ".join(FACES[1:] * 6).removesuffix(" give")
    assert len(position([cards, "give", *[""] * 5]).legal_actions(0)) == 119 == get("karma").new(7).MAX_LEGAL
    with_pile = position([cards.removeprefix("1 "), "give", *[""] * 5], pile="1")
    assert len(with_pile.legal_actions(0)) == 119
    assert len(dealt("karma", 2, {"hand 1": "1 2 3 4 5 6"}).legal_actions(0)) == 20


@pytest.mark.parametrize("top", ["", *FACES[1:20]])
def test_karma_6_and_14_a_card_by_itself_and_the_list_of_all_plays_agree(top: str) -> None:
    """What may be played from a hand stays when it is turned up, what may not is taken (KARMA-9)."""
    offered = choices(position([" ".join(FACES[1:]), "1"], pile=top), 1)
    for card in FACES[1:]:
        state = play(position(["", "1", "1"], pile=top, face_down=[f"{card} - -"]), "1 ?1")
        stays = "take" not in offered or not hand(state, 1)
        assert stays == (card in offered)


# ---- the quick player ------------------------------------------------------------------------------------------------


def quick(state: State, seat: int = 1) -> str:
    return get("karma").words.notation(state, seat - 1, state.greedy(seat - 1, Rng(1)))


def test_the_quick_player_lays_high_cards_on_the_table_and_plays_low_numbers_first() -> None:
    assert quick(dealt("karma", 2, {"hand 1": "4 16 9 give 12 1"})) == "12 16 give"
    assert quick(position(["3 3 9 up", "1"], pile="2", stock="5")) == "3 3"
    assert quick(position(["3 9 9 up", "1"], pile="9", stock="5")) == "9 9"
    assert quick(position(["3 up give", "1"], pile="9", stock="5")) == "up"
    assert quick(position(["3", "1"], pile="9")) == "take"
    assert quick(play(position(["give 9", "1 1", "2", "3 3"], pile="9 8"), "1 give")) == ">3"


def likes(state: Any, text: str) -> int:
    """How the quick player likes a play: three of a kind, then low numbers, then Karma cards; taking the pile least."""
    if text == "take":
        return -1000
    cards = text.split()
    card, copies = cards[0], len(cards)
    if card == "give":
        return state.height - 42 * copies if state.height else -99 * copies
    if copies + (state.run() if pile(state).split()[:1] == [card] else 0) >= 3:
        return 50 - FACES.index(card)
    if not card.isdigit():
        return -40 * copies if state.left else copies - 40
    return copies - 2 * int(card)


@pytest.mark.parametrize("players", [2, 4, 9])
def test_the_quick_player_takes_what_it_likes_best_without_writing_a_list(players: int) -> None:
    words = get("karma").words
    state: Any = dealt("karma", players, {})
    rng, asked = Rng(players), 0
    while not state.over():
        seat = next(seat for seat in range(players) if state.waiting() >> seat & 1)
        plays = {action: words.notation(state, seat, action) for action in state.legal_actions(seat)}
        if not state.choosing and not any(text[0] in ">?" for text in plays.values()) and state.step == 0:
            best = max(likes(state, text) for text in plays.values())
            assert likes(state, plays[state.greedy(seat, rng)]) == best
            asked += 1
        state.apply(seat, list(plays)[rng.below(len(plays))])
    assert asked > 50


@pytest.mark.parametrize("players", [2, 4, 7, 12])
def test_games_of_quick_players_end_by_the_rules_and_not_by_the_limit(players: int) -> None:
    for stream in range(20):
        state = get("karma").new(players)
        state.playout((1 << players) - 1, Rng(7, stream))
        assert state.limits == 0
        assert state.winners().bit_count() == players - 1


def test_the_quick_player_seldom_loses_to_random_ones() -> None:
    lost = 0
    for stream in range(60):
        state = get("karma").new(3)
        state.playout(0b001, Rng(3, stream))
        lost += not state.winners() & 1
    assert lost < 6
