"""The cards of TROP: the deck as data, and what is refused in a deck file."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from kartarna.core.errors import DeckError
from kartarna.core.rng import Rng
from kartarna.games import get
from kartarna.games.trop.cards import DECKS, card_name, names

LOW_TO_HIGH = [str(number) for number in range(-3, 16)]


def test_trop_1_ninety_cards_from_minus_3_to_15_the_low_ones_more_often() -> None:
    counts = Counter(card.rstrip("srdt") for card in names(0))
    assert counts.total() == 90
    assert list(counts) == LOW_TO_HIGH
    assert sorted(counts.values(), reverse=True) == list(counts.values())


def test_trop_2_the_counts_are_a_reconstruction_and_the_deck_says_so() -> None:
    """TROP-2"""
    assert DECKS.standard.reconstruction
    counts = Counter(card.rstrip("srdt") for card in names(0))
    assert list(counts.values()) == [7] * 4 + [6] * 4 + [5] * 3 + [4] * 3 + [3] * 2 + [2] * 2 + [1]


def test_trop_3_twenty_six_cards_with_an_action_and_of_every_number_a_plain_one() -> None:
    counts = Counter(card for card in names(0) if card[-1] in "srdt")
    threes, twos, ones = ("1s", "2s"), ("3s", "1r", "2r", "4r", "5r", "3d", "4d", "5d"), ("3t", "4t", "6t", "7t")
    assert counts == {**dict.fromkeys(threes, 3), **dict.fromkeys(twos, 2), **dict.fromkeys(ones, 1)}
    assert counts.total() == 26
    assert set(LOW_TO_HIGH) <= set(names(0))


def test_cards_are_named_by_number_and_action() -> None:
    cards = ("-3", "0", "15", "3s", "4r", "5d", "6t")
    assert [card_name(DECKS.standard, card, "cs") for card in cards] == [
        "−3",
        "0",
        "15",
        "3 (stejná čísla pryč)",
        "4 (změna směru)",
        "5 (odhodit z řady)",
        "6 (vzít z řady)",
    ]


# ---- deck files ------------------------------------------------------------------------------------------


def broken(*path: str, to: Any) -> tuple[str, tuple[str, ...]]:
    """What is said of a deck with one entry changed, and where the mistake is; `...` takes the entry out."""
    data = deepcopy(DECKS.standard.data)
    table = data
    for key in path[:-1]:
        table = table[key]
    if to is ...:
        del table[path[-1]]
    else:
        table[path[-1]] = to
    with pytest.raises(DeckError) as caught:
        DECKS.add(data)
    return str(caught.value), caught.value.path


SHORT = {
    "game": "trop",
    "name": "Four cards",
    "short": True,
    "copies": {"2": 1, "6": 1, "9": 1, "13": 1},
    "actions": {},
}


def test_a_short_deck_is_for_study_and_is_played_to_its_last_card() -> None:
    deck = DECKS.add(SHORT)
    game = get("trop")
    state, rng = game.new(2, {"target": 1}, deck), Rng(3)
    assert names(deck.number) == ("2", "6", "9", "13")
    last = 0
    for number in range(200):
        if state.over():
            assert state.leaders() == state.winners()
            state = game.new(2, {"target": 1}, deck)
        if state.due():
            assert state.leaders() == 3, "nobody has a point yet"
            state.deal_random(rng)
            assert game.view(state, 0).zone("deck").hidden == 4
        assert sorted(game.census(state)) == ["13", "2", "6", "9"]
        seat = state.waiting().bit_length() - 1
        legal = state.legal_actions(seat)
        state.apply(seat, legal[rng.below(len(legal))])
        state.resample(number % 2, rng)
        last += not state.due() and not game.view(state, 0).zone("deck").hidden
    assert last


def test_a_short_deck_that_is_none_is_refused() -> None:
    for change, told in (
        ({"short": 1}, "true (a short deck, for study) or false is needed"),
        ({"copies": {"2": 1}}, "a short deck has 2 to 90 cards, these copies make 1"),
        ({"copies": {"2": 60, "9": 31}}, "a short deck has 2 to 90 cards, these copies make 91"),
        ({"short": False}, "TROP-1: at least one card has the number −3"),
        ({"actions": {"take": {"9": 1}}}, "TROP-3: of the 1 cards numbered 9, 1 would have an action"),
    ):
        with pytest.raises(DeckError) as caught:
            DECKS.add({**SHORT, **change})
        assert str(caught.value).startswith(told)


def test_trop_1_wrong_counts_are_refused_and_the_entry_is_named() -> None:
    assert broken("copies", "15", to=2) == ("TROP-1: a deck has 90 cards, these copies make 91", ("copies",))
    for gone in (0, ...):
        assert broken("copies", "9", to=gone) == ("TROP-1: at least one card has the number 9", ("copies", "9"))
    message, path = broken("copies", "9", to=5)
    assert message == "TROP-1: low numbers are more frequent; of 9 there are more cards than of 8"
    assert path == ("copies", "9")
    assert broken("copies", "16", to=1) == ("TROP-1: the numbers are −3 to 15, not '16'", ("copies", "16"))
    for wrong in (-1, 91, True, "7", 7.0, None):
        message, path = broken("copies", "-3", to=wrong)
        assert message == "a number of cards is needed, such as -3 = 2"
        assert path == ("copies", "-3")
    assert broken("copies", to=...)[0] == "a table [copies] is needed"


def test_trop_3_wrong_actions_are_refused_and_the_entry_is_named() -> None:
    message, path = broken("actions", "jump", to={"3": 1})
    assert message == "TROP-3: no card has the action 'jump'; there are: same, reverse, discard, take"
    assert path == ("actions", "jump")
    message, path = broken("actions", "take", "3", to=2)
    assert message.startswith("TROP-3: of the 6 cards numbered 3, 6 would have an action; at least one must be plain")
    assert path == ("actions", "take", "3")
    assert broken("actions", "same", "x", to=1)[1] == ("actions", "same", "x")
    assert broken("actions", "same", to=3) == ("a table [actions.same] is needed", ("actions",))
    assert broken("actions", to=...)[0] == "a table [actions] is needed"


def test_the_line_of_a_mistake_is_told(tmp_path: Path) -> None:
    text = DECKS.file.read_text(encoding="utf-8")
    for line, wrong in (("-1 = 7", "-1 = 8"), ("7 = 1", "7 = 5")):
        file = tmp_path / "box.toml"
        file.write_text(text.replace(f"\n{line}\n", f"\n{wrong}\n"), encoding="utf-8")
        with pytest.raises(DeckError, match=rf"line {text.splitlines().index(line) + 1}: TROP-[13]: "):
            DECKS.read(file)


def test_two_decks_live_side_by_side() -> None:
    data = deepcopy(DECKS.standard.data)
    data["actions"]["reverse"] = {"1": 1, "-3": 6, "4": 0}
    other = DECKS.add(data)
    assert other.number > 0
    assert Counter(names(other.number))["-3r"] == 6
    assert len(names(other.number)) == len(names(0)) == 90
    for deck, cards in ((other, "-3r"), (DECKS.standard, "-3")):
        state = get("trop").new(2, {}, deck)
        state.deal([0, *reversed(range(7)), *range(7, 90)])
        state.apply(0, 0)
        assert get("trop").view(state, 0).zone("hand", 0).cards == (cards,)


def test_a_state_is_complete_in_a_fresh_process() -> None:
    state = get("trop").new(2)
    program = (
        "import pickle, sys; from kartarna.core.rng import Rng; s = pickle.loads(bytes.fromhex(sys.argv[1]));"
        "print(s.playout(0, Rng(5)), *s.totals[:2])"
    )
    told = subprocess.run(
        [sys.executable, "-c", program, pickle.dumps(state).hex()], capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == [str(value) for value in (state.playout(0, Rng(5)), *state.totals[:2])]
