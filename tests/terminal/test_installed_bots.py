"""Bots that somebody else has written sit down at a table like ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from kartarna import bots
from kartarna.bots.processes import parent
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


# ---- those that fail -------------------------------------------------------------------------------


@pytest.mark.usefixtures("outside")
def test_a_bot_that_fails_is_told_once_and_counted_at_the_end(home: Path) -> None:
    run = kartarna("play", "gap", "--players", 2, "--rounds", 1, "--bots", "crash", typed=ALWAYS_FIRST)
    assert run.code == 0, run.err
    assert run.out.count("Ada: the bot crash fails (it ended in an error).") == 1
    decisions = [entry for entry in saved(the_only_game(home)).rounds[0].play if entry.seat == 1]
    assert f"Ada: the quick player decided {len(decisions)} times instead of the bot crash.\n" in run.out


@pytest.mark.usefixtures("outside")
def test_every_player_whose_bot_fails_is_told_of() -> None:
    arguments = ("--bots", "crash", "--starter", 2, "--lang", "cs")
    run = kartarna("play", "gap", *arguments, typed=lines("quit"))
    for name in ("Adéla", "Bořek"):
        assert f"{name}: bot crash selhal (skončil chybou). Kdykoli selže, rozhodne místo něj rychlý bot." in run.out
        assert f"{name}: místo bota crash rozhodl " in run.out


@pytest.mark.usefixtures("outside")
def test_of_a_bot_that_plays_well_nothing_is_told() -> None:
    run = kartarna("play", "gap", "--bots", "first", "--starter", 2, typed=lines("quit"))
    assert "Ada plays: " in run.out
    assert "the bot first" not in run.out


@pytest.mark.usefixtures("outside")
@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("word", "it ended in an error"),
        ("missing", "it cannot be loaded"),
        ("slow", "it did not answer in time"),
        ("illegal", "its decision is not allowed"),
        ("huge", "its decision is not allowed"),
        ("garbage", "its answer makes no sense"),
        ("dies", "its process has ended"),
    ],
)
def test_the_kind_of_failure_is_told(bot: str, reason: str) -> None:
    arguments = ("--players", 2, "--starter", 2, "--bots", bot, "--seconds", 0.1)
    run = kartarna("play", "gap", *arguments, typed=lines("quit"))
    assert run.code == 0, run.err
    assert f"Ada: the bot {bot} fails ({reason}). Whenever it does, the quick player decides instead." in run.out


@pytest.mark.usefixtures("outside")
def test_a_bot_that_is_not_asked_any_more_is_told_of_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots.get("dies"), "broken", parent.MOST_BROKEN)
    run = kartarna("play", "gap", "--players", 2, "--starter", 2, "--bots", "dies", typed=lines("quit"))
    assert "Ada: the bot dies fails (it has failed too many times in a row)." in run.out
