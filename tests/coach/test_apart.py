"""The coach in a process of its own says the same, and what goes wrong there is no more than a hint that fails."""

from __future__ import annotations

import pytest

from kartarna import COMPILED, bots
from kartarna.bots import gil
from kartarna.bots.consult import observe
from kartarna.bots.processes import parent
from kartarna.bots.slices import finish
from kartarna.coach import apart
from kartarna.coach.apart import AdvisorApart, CoachProcesses, advisor_among_others
from kartarna.coach.hint import Advisor
from kartarna.core.python_state import PythonState
from kartarna.core.rng import Rng
from kartarna.core.state import State
from kartarna.games import get
from kartarna.learn.course import course
from kartarna.learn.position import position
from kartarna.local.thinkers import LocalThinkers


def step_of(game: str, step: str) -> tuple[State, int]:
    lesson = course(get(game).folder).lesson(step)
    assert lesson
    return position(get(game), lesson).state, lesson.seat


@pytest.mark.parametrize(("game", "step"), [("trop", "trop"), ("dnup", "beat")])
def test_it_gives_the_same_advice(game: str, step: str) -> None:
    state, seat = step_of(game, step)
    here, there = (kind(observe(state, seat, Rng(5))) for kind in (Advisor, AdvisorApart))
    assert here.reason is not None
    for depth in (1, 2, 3):
        assert there.hint(depth) == here.hint(depth)
    worst = here.ranking.choices[-1].action
    assert there.risk(worst) == here.risk(worst)


def test_rules_in_python_are_thought_about_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    state, seat = step_of("trop", "trop")
    assert isinstance(advisor_among_others(state, seat, Rng(1)), AdvisorApart) is not COMPILED
    assert gil.holds_gil(PythonState(2))
    monkeypatch.setattr(gil, "COMPILED", False)
    assert isinstance(advisor_among_others(state, seat, Rng(1)), AdvisorApart)
    assert not isinstance(LocalThinkers().advisor(state, seat, Rng(1)), AdvisorApart)  # it has no processes


def test_a_process_that_does_not_answer_gives_no_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parent, "GRACE", 0.0)
    slow = CoachProcesses("coach", patience=0.0)
    monkeypatch.setattr(apart, "coach_processes", lambda: slow)
    state, seat = step_of("trop", "trop")
    with pytest.raises(bots.Forfeited, match="does not answer"):
        finish(AdvisorApart(observe(state, seat, Rng(5))).ponder())
    assert slow.idle == []
