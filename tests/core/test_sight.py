"""What can be seen in a state is made once, and anew only for another state."""

from __future__ import annotations

from kartarna.core.history import History
from kartarna.core.rng import Rng
from kartarna.core.step import Decided
from kartarna.games import get


def history() -> History:
    begun = History(get("karma"), get("karma").new(2))
    begun.deal_random(Rng(1))
    return begun


def test_views_and_options_are_those_of_the_game_and_made_once() -> None:
    played = history()
    sight, game, state = played.sight, played.game, played.state
    assert played.sight is sight
    assert sight.public == game.public(state)
    assert sight.public is sight.public
    assert {zone.known for zone in sight.public_without_known.zones} == {()}
    assert sight.own(0) == tuple(game.own(state, 0))
    assert sight.own(0) is sight.own(0)
    assert [choice.action for choice in sight.options(1).choices] == list(state.legal_actions(1))
    assert sight.options(1) is sight.options(1)


def test_another_state_is_looked_at_anew() -> None:
    played = history()
    before = played.sight
    step = played.advance(Decided(0, played.state.legal_actions(0)[0]))
    assert played.sight is not before
    assert played.sight.state is played.state
    assert played.told(step) is played.told(step)
    assert [event.kind for event in played.told(step)]
