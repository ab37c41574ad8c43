"""The examples in the rules of every game of ours: each can be played, and what its words claim happens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kartarna.core.rulebook import page
from kartarna.core.view import View
from kartarna.games import OWN, get
from kartarna.learn.examples import MINUTE, Example, Pair, examples


def all_examples() -> Iterator[tuple[str, Example]]:
    return ((name, example) for name in OWN for example in examples(get(name).folder))


def places(view: View) -> dict[str, tuple[tuple[str, ...], int]]:
    return {
        zone.name if zone.seat is None else f"{zone.name}:{zone.seat}": (tuple(zone.cards), zone.hidden)
        for zone in view.zones
    }


EXAMPLES = [pytest.param(name, example, id=f"{name}-{example.id}") for name, example in all_examples()]


@pytest.mark.parametrize("name", OWN)
def test_a_game_is_told_in_one_minute_and_has_more_examples(name: str) -> None:
    ids = [example.id for example in examples(get(name).folder)]
    assert [place for place in ids if place in MINUTE] == list(MINUTE)
    assert len(ids) >= len(MINUTE) + 3


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_what_an_example_claims_happens(name: str, example: Example) -> None:
    assert list(Pair(get(name), example).unproved()) == []


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_a_picture_shows_places_that_are_there_and_change(name: str, example: Example) -> None:
    game, pair = get(name), Pair(get(name), example)
    before, after = (places(game.view(state, example.seat)) for state in (pair.before, pair.after))
    assert set(example.show) <= set(before) | set(after)
    assert any(before.get(place) != after.get(place) for place in example.show) != bool(example.refused)


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_the_decision_shown_is_one_of_that_seat(name: str, example: Example) -> None:
    pair = Pair(get(name), example)
    shown = pair.options()
    own = (example.refused or example.then[0]).startswith(f"{example.seat + 1} ")
    assert (shown is not None) == own
    held = {card for zone in get(name).view(pair.before, example.seat).zones for card in zone.cards}
    for choice in shown.choices if shown else ():
        hidden = {card for card in choice.cards if card.startswith("?")}  # one that nobody has seen
        assert set(choice.cards) - hidden <= held


def test_a_picture_tells_what_else_could_be_played() -> None:
    """On an 8 the 9 is played, but the 13 may be, too: a picture that dims it teaches a wrong rule (KARMA-5)."""
    turn = next(example for example in examples(get("karma").folder) if example.id == "turn")
    shown = Pair(get("karma"), turn).options()
    assert shown
    assert [choice.cards for choice in shown.choices] == [("9",), ("13",)]


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_an_example_shows_rules_of_its_own_game(name: str, example: Example) -> None:
    assert set(example.rules) <= set(page(get(name).folder, "en").rules)
