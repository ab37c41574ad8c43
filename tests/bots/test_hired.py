"""Bots from outside play from a process of their own. Whatever they do there, the game goes on."""

from __future__ import annotations

import re
import sys
from typing import Any

import pytest

from kartarna import COMPILED, bots
from kartarna.bots import gil, plugins
from kartarna.bots.baselines import Random
from kartarna.bots.processes import parent
from kartarna.core.errors import OptionError
from kartarna.core.history import History
from kartarna.core.python_state import PythonState
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.core.view import seats_of
from kartarna.games import get
from kartarna.lab.arena.entrants import CHEATER
from tests.bots.outside import outside

__all__ = ["outside"]


@pytest.fixture
def position() -> State:
    state: State = get("gap").new(3)
    state.deal(state.draw(Rng(5)))
    return state


def ask(name: str, state: State, **given: Any) -> bots.BotAnswer:
    (seat,) = seats_of(state.waiting())
    answer = bots.consult(bots.get(name), state, seat, Rng(9), **given)
    assert state.refusal(seat, answer.action) == 0
    return answer


@pytest.mark.usefixtures("outside")
class TestFound:
    def test_installed_bots_are_listed_behind_ours(self) -> None:
        names = list(bots.BOTS)
        assert names[: len(bots.OWN)] == list(bots.OWN)
        assert {"first", "polite"} <= set(names[len(bots.OWN) :])
        assert len(bots.BOTS) == len(names)

    def test_no_bot_takes_the_name_of_ours(self) -> None:
        assert bots.get("greedy") is bots.OWN["greedy"]
        assert "taken" in plugins.installed().refused["greedy"]

    def test_every_bot_of_ours_has_a_name_that_nobody_else_can_take(self) -> None:
        assert {*bots.OWN, CHEATER.name} == plugins.OURS

    def test_a_refused_name_says_why(self) -> None:
        with pytest.raises(OptionError, match="small letter"):
            bots.get("Strange Name")

    def test_an_unknown_name_lists_the_known_ones(self) -> None:
        with pytest.raises(OptionError, match=r"no bot 'nobody'.*greedy.*polite"):
            bots.get("nobody")

    def test_outside_code_is_never_imported_into_our_process(self, position: State) -> None:
        assert ask("first", position).forfeit == ""
        assert "outside_bots" not in sys.modules


@pytest.mark.usefixtures("outside")
class TestAsked:
    def test_a_function_and_a_class_decide(self, position: State) -> None:
        legal = position.legal_actions(*seats_of(position.waiting()))
        assert ask("first", position).action == min(legal)
        assert ask("polite", position).action == max(legal)

    def test_it_is_given_story_history_time_iterations_and_its_own_random_numbers(self) -> None:
        history, story = History(get("gap"), get("gap").new(3, {"starter": 1})), bots.Story(get("gap"), 3)
        story.add(history.deal_random(Rng(4)))
        position = history.state
        answers = [ask("told", position, account=story.account(0), seconds=2.5, iterations=77) for _ in range(2)]
        assert [answer.forfeit for answer in answers] == ["", ""]
        assert answers[0].action == answers[1].action

    def test_every_question_is_answered_by_a_fresh_copy(self, position: State) -> None:
        """Nothing is carried from one seat, game or rotation to another."""
        assert [ask("remembers", position).forfeit for _ in range(3)] == ["", "", ""]

    def test_our_own_bots_decide_the_same_in_either_process(self, position: State) -> None:
        elsewhere = parent.ProcessBot("random", 10)
        (seat,) = seats_of(position.waiting())
        for seed in range(5):
            here = bots.consult(bots.OWN["random"], position, seat, Rng(seed)).action
            assert bots.consult(elsewhere, position, seat, Rng(seed)).forfeit == ""
            assert bots.consult(elsewhere, position, seat, Rng(seed)).action == here

    def test_the_deck_of_the_table_is_known_there(self) -> None:
        game = get("gap")
        deck = game.decks.add({**game.decks.standard.data, "name": "Another deck"})
        state = game.new(3, {}, deck)
        state.deal(state.draw(Rng(1)))
        assert state.deck == deck.number > 0
        assert ask("first", state).forfeit == ""


@pytest.mark.usefixtures("outside")
class TestForfeits:
    @pytest.mark.parametrize(
        ("name", "reason"),
        [
            ("crash", r"it fails: ZeroDivisionError.*\(outside_bots.py, line \d+\)"),
            ("illegal", r"its decision is not allowed: \d+"),
            ("huge", "its decision is not allowed: it is none of this game"),
            ("word", "it fails: TypeError"),
            ("dies", "its process has ended"),
            ("garbage", "its answer is garbage"),
            ("flood", "its answer is garbage"),
            ("missing", "it cannot be loaded: AttributeError"),
        ],
    )
    def test_the_quick_player_decides_and_the_reason_is_noted(self, name: str, reason: str, position: State) -> None:
        assert re.search(reason, ask(name, position).forfeit)

    def test_a_bot_that_takes_too_long_is_ended(self, position: State) -> None:
        answer = ask("slow", position, seconds=0.1)
        assert answer.forfeit == "it does not answer: not within 0.6 s"
        assert bots.hire("slow", bots.PATIENCE).idle == []

    def test_a_bot_that_breaks_again_and_again_is_given_up(
        self, position: State, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        bot = parent.ProcessBot("missing", 1)
        monkeypatch.setattr(parent, "MOST_BROKEN", 2)
        (seat,) = seats_of(position.waiting())
        reasons = [bots.consult(bot, position, seat, Rng(1)).forfeit for _ in range(3)]
        assert reasons[0] == reasons[1]
        assert reasons[2].startswith("it is not asked any more: it failed 2 times in a row: it cannot be loaded")

    def test_a_bot_that_fails_is_asked_again_in_the_same_process(self, position: State) -> None:
        assert ask("crash", position).forfeit
        (child,) = bots.hire("crash", bots.PATIENCE).idle
        assert ask("crash", position).forfeit
        assert bots.hire("crash", bots.PATIENCE).idle == [child]


def test_without_compiled_rules_our_bots_that_think_have_a_process_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Thinker(Random):
        name = "thinker"

    thinker, rules, python = Thinker(), get("gap").new(2), PythonState(2)
    monkeypatch.setitem(bots.OWN, "thinker", thinker)
    assert bots.apart(thinker, rules) is (thinker if COMPILED else bots.hire("thinker", bots.OUR_PATIENCE))
    assert isinstance(bots.apart(thinker, python), parent.ProcessBot)
    monkeypatch.setattr(gil, "COMPILED", False)
    hired = bots.apart(thinker, rules)
    assert isinstance(hired, parent.ProcessBot)
    assert bots.apart(hired, rules) is hired
    assert bots.apart(bots.OWN["greedy"], python) is bots.OWN["greedy"]


def test_a_bot_of_ours_that_fails_forfeits_too(position: State) -> None:
    class Broken:
        name = "broken"

        def choose(self, observation: bots.Observation) -> int:
            raise RuntimeError(f"\x1b[31mbad\nnews of seat {observation.seat}")

    answer = bots.consult(Broken(), position, *seats_of(position.waiting()), Rng(1))
    assert re.fullmatch(r"it fails: RuntimeError: \[31mbad news of seat \d", answer.forfeit)
