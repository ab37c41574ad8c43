"""`kartarna arena` and `kartarna ladder` from the command line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kartarna.core.errors import KartarnaError, OptionError
from kartarna.lab.scorebook import Scorebook, ScorebookError
from kartarna.lab.tournament import Played
from tests.bots.outside import outside
from tests.lab.commands import figures, run

__all__ = ["outside"]

SHORT = ("--rounds", "1", "--processes", "1", "--seed", "3")


# ---- arena ------------------------------------------------------------------------------------------------


def test_a_tournament_as_json() -> None:
    found = figures("arena", "gap", "--players", "3", "--bots", "greedy,random", "--games", "40", *SHORT)
    assert (found["games"], found["deals"], found["rotations"]) == (42, 14, 3)
    assert found["options"] == {"rounds": 1}
    greedy = next(standing for standing in found["standings"] if standing["bot"] == "greedy")
    assert greedy["seats"] == 84
    assert greedy["win_share"]["low"] < greedy["win_share"]["mean"] < greedy["win_share"]["high"]
    assert sum(standing["win_share"]["mean"] * standing["seats"] for standing in found["standings"]) == pytest.approx(
        42
    )


def test_a_tournament_as_a_table() -> None:
    result = run("arena", "gap", "--players", "2", "--games", "20", *SHORT)
    assert result.exit_code == 0
    title, columns, *rows = result.stdout.splitlines()
    assert title == "gap, 2 players, seed 3: 20 games, 10 deals in 2 rotations"
    assert columns.split("  ")[0].strip() == "bot"
    assert {row.split()[0] for row in rows[:2]} == {"greedy", "random"}
    assert "lost alone" not in columns


def test_karma_counts_losses() -> None:
    result = run("arena", "karma", "--players", "3", "--games", "12", "--processes", "1", "--seed", "1")
    assert "lost alone %" in result.stdout


@pytest.mark.usefixtures("outside")
def test_forfeits_and_names_that_cannot_be_used_are_told() -> None:
    result = run("arena", "gap", "--players", "2", "--bots", "crash,greedy", "--games", "2", *SHORT)
    assert result.exit_code == 0
    assert "×: it fails: ZeroDivisionError" in result.stdout
    assert "the installed bot 'greedy' is left out: this name is taken" in result.stderr


def test_it_goes_on_where_the_file_ends(tmp_path: Path) -> None:
    file = str(tmp_path / "played.jsonl")
    common = ("arena", "gap", "--players", "2", "--rounds", "1", "--processes", "1", "--resume", file)
    figures(*common, "--games", "6", "--seed", "3")
    found = figures(*common, "--games", "12")
    assert (found["games"], found["seed"]) == (12, 3)
    fresh = figures("arena", "gap", "--players", "2", "--games", "12", *SHORT)
    for one, other in zip(found["standings"], fresh["standings"], strict=True):
        assert (one["win_share"], one["score"], one["rating"]) == (other["win_share"], other["score"], other["rating"])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["chess"], "there is no game 'chess'"),
        (["gap", "--bots", "nobody"], "there is no bot 'nobody'"),
        (["gap", "--players", "9"], "GAP is for 2 to 6 players"),
        (["gap", "--iterations", "5", "--seconds", "1"], "--iterations or --seconds"),
        (["three", "--target", "30"], "has no option 'target'"),
    ],
)
def test_bad_arguments_are_refused_before_anything_is_played(arguments: list[str], told: str) -> None:
    result = run("arena", *arguments)
    assert isinstance(result.exception, OptionError)
    assert told in str(result.exception)


def test_a_file_that_can_no_longer_be_written_costs_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Played] = []

    def add(book: Scorebook, played: Played) -> None:
        written.append(played)
        if len(written) == 3:
            raise ScorebookError(f"{book.path} cannot be used: No space left on device")

    monkeypatch.setattr(Scorebook, "add", add)
    file = str(tmp_path / "played.jsonl")
    result = run("arena", "gap", "--players", "2", "--games", "12", "--resume", file, *SHORT)
    assert result.exit_code == 130
    assert "greedy" in result.stdout
    assert f"kartarna: {file} cannot be used: No space left on device" in result.stderr
    assert "Stopped after 2 of 6 deals." in result.stderr


def eventually(so: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + 60
    while not so() and time.monotonic() < deadline:
        time.sleep(0.05)
    return so()


def is_running(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def begun(file: Path) -> subprocess.Popen[str]:
    """A long tournament in two processes that has played a few deals."""
    program = "import typer; from kartarna.terminal.arena import arena; typer.run(arena)"
    command = [sys.executable, "-c", program, "gap", "--games", "1000000", "--processes", "2", "--resume", str(file)]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    assert eventually(lambda: file.exists() and file.read_text().count("\n") > 3)
    return process


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_to_be_stopped_ends_it_with_what_was_played_and_leaves_no_worker(tmp_path: Path, how: signal.Signals) -> None:
    file = tmp_path / "played.jsonl"
    process = begun(file)
    process.send_signal(how)
    shown, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert "greedy" in shown
    assert f"deals. Go on with: --resume {file}" in told
    assert eventually(lambda: not is_running(process.pid))


def test_workers_do_not_outlive_a_command_that_is_killed(tmp_path: Path) -> None:
    process = begun(tmp_path / "played.jsonl")
    process.kill()
    process.communicate(timeout=60)
    assert eventually(lambda: not is_running(process.pid))


# ---- ladder -----------------------------------------------------------------------------------------------


def climb(folder: Path, *arguments: str) -> Any:
    places = ("--folder", str(folder / "cells"), "--parts", str(folder / "parts"), "--page", str(folder / "ladder.md"))
    levels = ("--level", "random", "--level", "greedy")
    return run("ladder", *places, *levels, "--processes", "1", "--games", "60", *arguments)


def test_a_cell_of_the_ladder_is_measured_once(tmp_path: Path) -> None:
    first = climb(tmp_path, "--game", "dnup", "--players", "2")
    assert first.stdout.startswith("dnup, 2 players, greedy over random: upper wins, ")
    assert "| 2 | 50.0 | **" in (tmp_path / "ladder.md").read_text()
    assert climb(tmp_path, "--game", "dnup", "--players", "2").stdout == ""


def test_the_ladder_stops_when_the_time_is_up(tmp_path: Path) -> None:
    result = climb(tmp_path, "--hours", "0")
    assert result.exit_code == 0
    assert not (tmp_path / "cells").exists()
    assert "–" in (tmp_path / "ladder.md").read_text()


def test_a_ladder_without_steps_is_refused(tmp_path: Path) -> None:
    result = climb(tmp_path, "--game", "three", "--players", "9")
    assert isinstance(result.exception, KartarnaError)
    assert "nothing to measure" in str(result.exception)


@pytest.mark.parametrize("other", [["--games", "100"], ["--level", "random", "--level", "greedy"]])
@pytest.mark.parametrize("place", [[], ["--folder", "cells"], ["--page", "page.md"]])
def test_another_ladder_does_not_overwrite_the_usual_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: list[str], place: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("ladder", "--hours", "0", *other, *place)
    assert "give it a --folder and a --page of its own" in str(result.exception)
    assert list(tmp_path.iterdir()) == []


def test_a_level_that_there_is_not_is_refused_before_the_page_is_written(tmp_path: Path) -> None:
    result = climb(tmp_path, "--level", "nobody", "--hours", "0")
    assert "there is no bot 'nobody'" in str(result.exception)
    assert list(tmp_path.iterdir()) == []
