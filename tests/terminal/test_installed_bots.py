"""Bots that somebody else has written sit down at a table like ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bots.outside import outside
from tests.terminal.command import ALWAYS_FIRST, kartarna, lines, saved, the_only_game

__all__ = ["outside"]


@pytest.mark.usefixtures("outside")
def test_an_installed_bot_plays_a_game_to_its_end(home: Path) -> None:
    run = kartarna("play", "gap", "--players", 2, "--rounds", 1, "--bots", "first", typed=ALWAYS_FIRST)
    assert run.code == 0, run.err
    record = saved(the_only_game(home))
    assert record.finished
    assert [person.bot for person in record.seats] == [None, "first"]


@pytest.mark.usefixtures("outside")
def test_installed_bots_are_offered_too(home: Path) -> None:
    run = kartarna("play", typed=lines("gap", "2", "polite", "Eva", "quit"))
    assert run.code == 0, run.err
    assert "polite was added from elsewhere" in run.out
    assert saved(the_only_game(home)).seats[1].bot == "polite"
