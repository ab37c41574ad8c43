"""Corners of the core that whole games seldom reach."""

from __future__ import annotations

import pickle

import pytest

from kartarna.bots.search import Tree
from kartarna.core import conform, cython
from kartarna.core.conform import Conformance, Nonconforming, require
from kartarna.core.deck import colour_names
from kartarna.core.errors import EntryFault, OptionError
from kartarna.core.events import game_end
from kartarna.core.history import events_of
from kartarna.core.options import Options, options
from kartarna.core.rng import Rng
from kartarna.core.step import Decided, Happened, TakenBack
from kartarna.core.verification import follow
from kartarna.core.words import Event, Seat
from kartarna.games import GAMES, get
from kartarna.games.gap.state import Gap
from tests.positions import dealt, edited, recorded


def test_a_game_has_its_numbers_of_players_and_no_others() -> None:
    for players in (1, 7, True):
        with pytest.raises(OptionError, match="GAP is for 2 to 6 players"):
            get("gap").new(players)
    with pytest.raises(OptionError, match="no seat 4 at a table of 3"):
        get("gap").new(3, {"starter": 4})
    with pytest.raises(OptionError, match="there is no game 'chess'"):
        get("chess")


def test_a_deck_has_a_name_and_its_colours_one_letter_each() -> None:
    assert get("gap").decks.standard.name == "GAP"
    with pytest.raises(EntryFault, match="wrong_letter"):
        colour_names({"colours": {"red": {}}}, "red")


def test_a_draw_is_told_as_one() -> None:
    state = edited(get("karma").new(2), stage=2, totals=[-5, -5])
    assert [event.kind for event in game_end(state)] == ["nobody_wins"]


def test_who_owes_no_decision_has_no_options() -> None:
    assert options(get("gap"), dealt("gap", 4, {"starter": "1"}), 1) == Options()


def test_a_state_survives_pickling() -> None:
    state = dealt("trop", 3, {})
    assert pickle.loads(pickle.dumps(state)).snapshot() == state.snapshot()  # noqa: S301


def test_a_replay_tells_take_backs_and_events() -> None:
    table = recorded("gap", 4, timed=True)
    table.deal_random(Rng(1))
    seat = table.state.turn
    table.decide(seat, table.state.legal_actions(seat)[0])
    table.take_back(seat)
    table.happen("last_round")
    steps = list(follow(table.game, table.record))
    assert [step.is_break() for step in steps] == [True, False, False, False]
    told = [(type(step.entry), [event.kind for event in events_of(table.game, step)]) for step in steps]
    assert [entry for entry, _ in told[1:]] == [Decided, TakenBack, Happened]
    assert [kinds for _, kinds in told[2:]] == [["taken_back"], ["last_round"]]


@pytest.mark.parametrize("game", GAMES)
def test_what_to_expect_is_a_share_for_every_seat(game: str) -> None:
    """In the middle of a round, after it and after the end: the search asks at all three moments."""
    state = get(game).new(2)
    rng = Rng(1)
    state.deal(state.draw(rng))
    for world in (state, edited(state, stage=0), edited(state, stage=2, totals=[3, 1])):
        tree = Tree(50, horizon=3, greedy_share=128)
        tree.start(world)
        tree.think(world, 0, 5, rng)
        assert all(0.0 <= total <= visits for _, _, visits, total, _ in tree.after([]))
    tree = Tree(500, greedy_share=256)
    seat = (state.waiting() & -state.waiting()).bit_length() - 1
    tree.start(state)
    tree.think(state, seat, 20, rng)
    found = tree.after([])
    assert sum(visits for _, _, visits, _, _ in found) == 20
    assert {actor for actor, *_ in found} == {seat}


def test_the_stand_in_for_cython_offers_what_is_used_of_it() -> None:
    assert not cython.compiled
    with cython.nogil:
        pass
    assert cython.final(Gap) is Gap


# ---- the checks themselves can fail ------------------------------------------------------------------------


def test_a_broken_promise_is_reported() -> None:
    with pytest.raises(Nonconforming, match="cards are lost"):
        require(False, "cards are lost or doubled")


def test_a_game_without_an_end_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conform, "LONGEST_GAME", 3)
    with pytest.raises(Nonconforming, match="ALL-5"):
        Conformance(get("gap"), 2, {}, 1).play_cheaply()


def test_a_sentence_about_a_player_without_a_second_person_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = {key: text for key, text in get("dnup").sentences()["takes"].items() if key != "cs_you_owner"}
    monkeypatch.setitem(get("dnup").sentences(), "takes", entry)
    taken = Event("takes", {"seat": Seat(0), "owner": Seat(1), "cards": ()})
    with pytest.raises(Nonconforming, match=r"words\.toml, \[takes\]: no cs_you_owner"):
        Conformance(get("dnup"), 3, {}, 1).check_sentences([taken])


class Lax(Gap):
    """Takes any decision."""

    def apply(self, seat: int, action: int) -> None:
        """Refuses nothing."""


def test_a_game_that_takes_illegal_decisions_is_found_out() -> None:
    state = Lax(2)
    state.deal(state.draw(Rng(1)))
    with pytest.raises(Nonconforming, match="illegal decision"):
        Conformance(get("gap"), 2, {}, 1).check_illegal_changes_nothing(state, state.turn)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_like_a_card_but_is_none_has_a_name_too(game: str) -> None:
    """Colours, bonus cards, the star: pictures and sentences show them beside cards."""
    found = get(game)
    for mark in found.words.marks(found.decks.standard):
        assert all(found.words.card_name(found.decks.standard, mark, language) for language in ("cs", "en"))


def test_a_flag_is_true_or_false() -> None:
    with pytest.raises(OptionError, match="premonition: true or false, not 1"):
        get("karma").new(2, {"premonition": 1})
