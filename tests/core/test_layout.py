"""The layout of a deal: what it draws, what it refuses, and how it is told to other programs."""

from __future__ import annotations

import copy
from itertools import count
from typing import Any

import pytest

from kartarna.core.deal import read_deal, spell_deal
from kartarna.core.layout import CARD, Layout, Lot, by_seat, describe, draw, fault, starter
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.tape import Tape
from kartarna.games import get
from tests.variants import VARIANTS, name

COLOURS = Lot("colour", range(3), [("left_out", 1)], "X-1: one colour must be left out")
CARDS = Lot(
    CARD,
    range(6),
    [*by_seat("hand", 2, 1), ("deck", 2)],
    "X-2: these are not the cards",
    without={colour: (colour, colour + 3) for colour in range(3)},
)
TURNED = Lot(CARD, range(4), by_seat("hand", 2, 2), "X-3: these are not the cards", sides=2)


class Drawn(State):
    """A game that leaves the drawing to its layout."""

    def layout(self) -> Layout:
        return [starter(self.players, -1), COLOURS, CARDS]


def tape() -> Tape:
    return Tape(iter(Rng(seed).word() for seed in count()))


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_a_game_draws_as_its_layout_says(variant: tuple[str, int, dict[str, Any]]) -> None:
    game, players, options = variant
    state = get(game).new(players, options)
    assert state.draw(Rng(3)) == draw(state.layout(), Rng(3))
    assert state.draw(tape()) == draw(state.layout(), tape())


def test_a_game_without_a_drawing_of_its_own_is_drawn_by_its_layout() -> None:
    state = Drawn(3)
    assert state.draw(Rng(3)) == draw(state.layout(), Rng(3))
    assert fault(state.layout(), state.draw(Rng(4))) == ""


def test_all_1_of_a_fixed_starter_nothing_is_drawn() -> None:
    rng, other = Rng(3), Rng(3)
    assert draw([starter(4, 2)], rng) == [2]
    assert rng.word() == other.word()


def test_what_the_lot_before_gave_leaves_some_cards_out() -> None:
    for seed in range(20):
        colour, *cards = draw([COLOURS, CARDS], Rng(seed))
        assert len(cards) == 4
        assert not [card for card in cards if card % 3 == colour]


@pytest.mark.parametrize(
    ("outcome", "wrong"),
    [
        ([0, 1, 4, 2, 5], ""),
        ([], "X-1"),
        ([3, 1, 4, 2, 5], "X-1"),
        ([0, 1, 4, 2], "X-2"),  # one is missing
        ([0, 1, 4, 2, 2], "X-2"),  # one is there twice
        ([0, 1, 4, 2, 3], "X-2"),  # one was left out
        ([0, 1, 4, 2, 5, 5], "X-2"),  # there is one more
    ],
)
def test_a_deal_of_other_things_is_refused_with_the_rule(outcome: list[int], wrong: str) -> None:
    assert fault([COLOURS, CARDS], outcome)[:3] == wrong


def test_of_a_card_with_two_sides_only_one_is_up() -> None:
    assert fault([TURNED], [0, 3, 4, 7]) == ""
    assert fault([TURNED], [0, 1, 4, 7]).startswith("X-3")
    sides = {number % 2 for seed in range(9) for number in draw([TURNED], Rng(seed))}
    assert sides == {0, 1}


def test_copies_of_a_card_are_dealt_each_once() -> None:
    """A record names faces: 1/5 and 5/1 may be two copies of one pair, each another way up."""
    game = get("dnup")
    data = copy.deepcopy(game.decks.standard.data)
    pairs = data["cards"]["base"]
    spare = next(place for place, pair in enumerate(pairs) if pair != data["star"] and place > 0)
    pairs[spare] = pairs[0] if pairs[0] != data["star"] else pairs[1]
    state = game.new(2, deck=game.decks.add(data))
    for seed in range(5):
        outcome = state.draw(Rng(seed))
        read = read_deal(game, state, spell_deal(game, state, outcome))
        assert sorted(number // 2 for number in read) == list(range(26))


def test_other_programs_are_told_names_and_places() -> None:
    names = {"colour": "rgb", CARD: ["1r", "1g", "1b", "2r", "2g", "2b"]}
    colours, cards = describe([COLOURS, CARDS], names)
    assert colours == {"things": [["r"], ["g"], ["b"]], "zones": [["left_out", 1]], "without": {}, "single": False}
    assert cards["without"] == {"r": [0, 3], "g": [1, 4], "b": [2, 5]}
    (turned,) = describe([TURNED], {CARD: "aAbBcCdD"})
    assert turned["things"] == [["a", "A"], ["b", "B"], ["c", "C"], ["d", "D"]]
