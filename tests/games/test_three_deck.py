"""The cards of Tři je moc!: the deck as data, and what is refused in a deck file."""

from __future__ import annotations

import pickle
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from kartarna.core.errors import DeckError
from kartarna.games import get
from kartarna.games.three.cards import DECKS, card_name
from tests.positions import dealt, edited

ORDER = "olbrtmg"  # THREE-2
HAND = [1 << 29 | 1 << 4 | 1 << 5 | 1 << 6]  # 29 and three more: playing it does not end with a refill


def test_three_1_ninety_cards_twelve_of_each_colour() -> None:
    cards = [str(card) for _, names in get("three").slots(get("three").new(4))[-1:] for card in names]
    assert len(cards) == 90
    assert [card for card in cards if card.isdigit()] == ["0", "15", "30", "45", "60", "75"]
    assert {letter: sum(card.endswith(letter) for card in cards) for letter in ORDER} == dict.fromkeys(ORDER, 12)


def test_three_2_colours_have_names_and_a_shape_each() -> None:
    colours = DECKS.standard.data["colours"]
    assert list(colours) == list(ORDER)
    assert len({colour["shape"] for colour in colours.values()}) == 7
    assert [card_name(DECKS.standard, card, "cs") for card in ("40t", "15", "30", "l", "+10")] == [
        "tyrkysová 40",
        "šedá 15",
        "startovní 30",
        "šeříková",
        "barevný bonus 10",
    ]


def test_three_3_the_colours_are_a_reconstruction_and_the_deck_says_so() -> None:
    """THREE-3"""
    assert DECKS.standard.reconstruction
    for letter, colour in DECKS.standard.data["colours"].items():
        assert [ORDER[(number - 1) % 7] for number in colour["numbers"]] == [letter] * 12
        assert [sum(number // 30 == row for number in colour["numbers"]) for row in range(3)] == [4, 4, 4]
        assert [sum(number // 15 == half for number in colour["numbers"]) for half in range(6)] == [2] * 6


def broken(change: Any) -> DeckError:
    """The error of a deck with one mistake in it."""
    data = deepcopy(DECKS.standard.data)
    change(data)
    with pytest.raises(DeckError) as caught:
        DECKS.add(data)
    return caught.value


def test_three_1_a_deck_with_a_mistake_is_refused_and_the_entry_is_named() -> None:
    def numbers(letter: str, place: int, number: Any) -> DeckError:
        return broken(lambda data: data["colours"][letter]["numbers"].__setitem__(place, number))

    assert str(numbers("l", 0, 1)) == "THREE-1: 1 stands in colour o already; write it once"
    assert numbers("l", 0, 1).path == ("colours", "l", "numbers")
    assert "THREE-1: 45 has no colour" in str(numbers("o", 0, 45))
    assert "THREE-1: 30 has no colour" in str(numbers("o", 0, 30))
    for wrong in (90, 0, True, "7", 7.0):
        assert "is not a number from 1 to 89" in str(numbers("g", 0, wrong))
    assert "twelve numbers" in str(broken(lambda data: data["colours"]["g"]["numbers"].pop()))
    assert "twelve numbers" in str(broken(lambda data: data["colours"]["g"].pop("numbers")))
    assert "seven colours are needed, here are 6" in str(broken(lambda data: data["colours"].pop("g")))
    assert "numbers = [15, 45, 75]" in str(broken(lambda data: data["grey"].update(numbers=[15, 45])))
    assert broken(lambda data: data["start"].pop("cs")).path == ("start", "cs")


def test_three_4_the_bonus_cards_are_10_7_5_3() -> None:
    assert get("three").view(dealt("three", 4, {}), None).zone("bonuses").cards == ("+10", "+7", "+5", "+3")
    fault = broken(lambda data: data["bonus"].update(numbers=[10, 7]))
    assert "THREE-4: these never change: numbers = [10, 7, 5, 3]" in str(fault)


def test_the_line_of_a_mistake_is_told(tmp_path: Path) -> None:
    text = DECKS.file.read_text(encoding="utf-8").replace("[4, 11,", "[4, 12,")
    file = tmp_path / "box.toml"
    file.write_text(text, encoding="utf-8")
    wrong = next(number for number, line in enumerate(text.splitlines(), 1) if "[5, 12," in line)  # the second 12
    with pytest.raises(DeckError, match=rf"line {wrong}: THREE-1: 12 stands in colour r already"):
        DECKS.read(file)


def test_two_decks_live_side_by_side() -> None:
    data = deepcopy(DECKS.standard.data)
    data["colours"]["o"]["numbers"][0], data["colours"]["l"]["numbers"][0] = 2, 1
    other = DECKS.add(data)
    assert other.number > 0
    for deck, colour in ((other, "l"), (DECKS.standard, "o")):
        state = edited(get("three").new(2, {}, deck), stage=1, rows=[0b1111, 1, 1], hands=HAND)
        state.apply(0, 29)
        assert get("three").view(state, None).zone("face_up", 0).cards == (colour,)
        assert state.deck == deck.number


def test_a_state_is_complete_in_a_fresh_process() -> None:
    state = edited(get("three").new(2), stage=1, rows=[0b1111, 1, 1], hands=HAND)
    program = "import pickle, sys; s = pickle.loads(bytes.fromhex(sys.argv[1])); s.apply(0, 29); print(list(s.taken))"
    told = subprocess.run(
        [sys.executable, "-c", program, pickle.dumps(state).hex()], capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == str([1] + [0] * 27)
