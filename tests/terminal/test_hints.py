"""`hint` and the coach in plain lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from kartarna.core.record import Happening
from kartarna.core.verification import verify
from kartarna.games import get
from kartarna.terminal.arguments import games
from tests.terminal.command import ALWAYS_FIRST, kartarna, lines, saved

GAMES = [game.id for game in games()]
LAST_MOVES = {"cs": "Nejlepší je", "en": "Best:"}


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_hint_again_tells_more_and_is_kept_in_the_record(game: str, language: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    typed = lines("#1", "hint", "hint", "napoveda", "quit")
    run = kartarna("play", game, "--lang", language, "--seed", 3, "--save", file, typed=typed)
    assert run.code == 0, run.err
    assert len({line for line in run.out.splitlines() if LAST_MOVES[language] in line}) == 1  # the same, if told again
    assert "{" not in run.out
    record = saved(file)
    assert record.practice
    assert [line for line in record.rounds[-1].play if line == Happening("hinted", 0)] == [Happening("hinted", 0)]
    verify(get(game), record)


def test_a_game_with_a_hint_goes_on_from_its_record_as_it_would_have(tmp_path: Path) -> None:
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    kartarna("play", "gap", "--rounds", 1, "--seed", 5, "--save", one, typed=lines("hint", "#1", "hint", "quit"))
    run = kartarna("play", "--resume", one, "--seed", 5, typed=ALWAYS_FIRST)
    assert run.code == 0, run.err
    kartarna("play", "gap", "--rounds", 1, "--seed", 5, "--save", other, typed=ALWAYS_FIRST)
    assert saved(one).practice
    assert not saved(other).practice
    assert saved(one).totals == saved(other).totals


def test_the_coach_asks_before_a_costly_decision(tmp_path: Path) -> None:
    """Whoever always plays the first card makes a costly decision somewhere in the game."""
    file = tmp_path / "game.json"
    coached = kartarna("play", "three", "--coach", "--seed", 1, "--save", file, "--lang", "en", typed=answers())
    assert coached.code == 0, coached.err
    assert "Sure?" in coached.out
    assert "Play anyway?" in coached.out
    assert saved(file).practice


def answers() -> str:
    """The first choice each time, played anyway."""
    return lines(*["#1", "yes"] * 60)


def test_the_coach_can_be_silenced_and_called(tmp_path: Path) -> None:
    run = kartarna("play", "gap", "--lang", "en", "--save", tmp_path / "g.json", typed=lines("coach", "coach", "quit"))
    assert "The coach will speak" in run.out
    assert "The coach is silent" in run.out
