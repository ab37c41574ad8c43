"""Events say where cards go: what is told to anyone explains what they see, and names nothing they must not know."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from kartarna import games
from kartarna.core.game import Game
from kartarna.core.history import History, events_of
from kartarna.core.places import Places, unexplained
from kartarna.core.rng import Rng
from kartarna.core.step import Step
from kartarna.core.view import View
from kartarna.core.words import Card, CardMove, Event, all_but, only, openly, seen


def played(game: Game[Any], players: int, seed: int) -> list[Step[Any]]:
    """A game by the quick player."""
    rng = Rng(seed)
    history = History(game, game.new(players))
    steps = []
    while not history.state.over():
        if history.state.due():
            steps.append(history.deal_random(rng))
        seat = next(seat for seat in range(players) if history.state.waiting() >> seat & 1)
        steps.append(history.decide(seat, history.state.greedy(seat, rng)))
    return steps


def views(game: Game[Any], step: Step[Any], eyes: int | None) -> tuple[View | None, View]:
    return game.view(step.before, eyes) if step.before.round else None, game.view(step.after, eyes)


@pytest.mark.parametrize("game", games.GAMES)
def test_a_move_left_out_or_misdirected_is_found_out(game: str) -> None:
    found = games.get(game)
    moved = 0
    for step in played(found, 3, 5)[:40]:
        before, after = views(found, step, None)
        told = seen(events_of(found, step), None)
        assert unexplained(before, told, after, found.mirrors) == []
        for place, event in enumerate(told):
            if not event.moves or event.moves[-1].source == event.moves[-1].target:
                continue  # what is shown or turned in its place may change nothing that these eyes see
            astray = (*event.moves[:-1], event.moves[-1]._replace(target="nowhere"))
            for moves in (event.moves[:-1], astray):
                wrong = [*told[:place], event._replace(moves=moves), *told[place + 1 :]]
                if event.moves[-1].target not in found.mirrors:
                    assert unexplained(before, wrong, after, found.mirrors) != []
            moved += 1
    assert moved > 10


def named(view: View | None) -> set[str]:
    return {card for zone in (view.zones if view else ()) for card in (*zone.cards, *zone.known)}


def told_in_words(events: tuple[Event, ...]) -> set[str]:
    facts = [fact for event in events for fact in event.facts.values()]
    return {str(card) for fact in facts for card in (fact if isinstance(fact, tuple) else (fact,))}


@pytest.mark.parametrize("game", games.GAMES)
def test_all_3_no_move_names_a_card_that_neither_views_nor_words_tell(game: str) -> None:
    found = games.get(game)
    for step in played(found, 3, 8):
        for eyes in (None, 0, 1, 2):
            before, after = views(found, step, eyes)
            told = seen(events_of(found, step), eyes)
            moved = {card for event in told for move in event.moves for card in move.cards}
            assert moved <= named(before) | named(after) | told_in_words(told)


def test_a_spectator_and_each_seat_are_told_their_own_moves() -> None:
    own = CardMove("deck", "hand:1", (Card("7"),), to=only(1))
    others = CardMove("deck", "hand:1", hidden=1, to=all_but(1))
    event = Event("draw", moves=(own, others))
    assert event.as_seen_by(1).moves == (own,)
    assert event.as_seen_by(0).moves == event.as_seen_by(None).moves == (others,)
    assert [told.moves for told, _ in openly([event], 2)] == [(own,)]


def test_an_event_that_all_see_alike_stays_the_same_object() -> None:
    event = Event("play", moves=(CardMove("hand:1", "row", (Card("7"),)),))
    assert event.as_seen_by(0) is event


def test_cards_may_be_covered_turned_or_shown_in_their_place() -> None:
    places = Places()
    places.cards = {"set:0": Counter({"3/8": 1}), "hand:1": Counter({"1/2": 1})}
    places.hidden["hand:0"] = 2
    beaten = CardMove("set:0", "hand:0", (Card("3/8"),), covered=True)
    turned = CardMove("hand:1", "hand:1", (Card("1/2"),), becomes=(Card("2/1"),))
    places.follow([Event("beaten", moves=(beaten, turned))])
    assert places.lying_at("set:0") == ({}, 0)
    assert places.lying_at("hand:0") == ({}, 3)
    assert places.lying_at("hand:1") == ({"2/1": 1}, 0)
    places.follow([Event("score", moves=(CardMove("hand:0", "hand:0", (Card("8/3"), Card("4/5"))),))])
    assert places.lying_at("hand:0") == ({"8/3": 1, "4/5": 1}, 1)
