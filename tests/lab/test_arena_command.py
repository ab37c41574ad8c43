"""`kartarna arena` and `kartarna ladder` from the command line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from kartarna.core.errors import KartarnaError, OptionError
from kartarna.lab.arena import pool
from kartarna.lab.arena.scorebook import Scorebook, ScorebookError
from kartarna.lab.arena.tournament import Played
from tests.bots.outside import outside
from tests.lab.commands import figures, run

__all__ = ["outside"]

command: Any = import_module("kartarna.terminal.commands.arena")
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


@pytest.mark.usefixtures("outside")
def test_forfeits_and_names_that_cannot_be_used_are_told() -> None:
    result = run("arena", "gap", "--players", "2", "--bots", "crash,greedy", "--games", "2", *SHORT)
    assert result.exit_code == 0
    assert "×: it fails: ZeroDivisionError" in result.stdout
    assert "the installed bot 'greedy' is left out: this name is taken" in result.stderr


@pytest.mark.parametrize("typed", ["Rychlý , náhodný", "GREEDY,nahodny", "quick,random"])
def test_bots_may_be_called_by_their_titles(typed: str) -> None:
    found = figures("arena", "gap", "--players", "2", "--bots", typed, "--games", "2", *SHORT)
    assert found["bots"] == ["greedy", "random"]


def test_a_title_may_have_settings_too() -> None:
    arguments = ("--bots", "začátečník:iterations=2,greedy", "--games", "2", *SHORT)
    assert figures("arena", "gap", "--players", "2", *arguments)["bots"] == ["beginner:iterations=2", "greedy"]


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


@pytest.mark.parametrize("given", [[], ["--seed", "3"]])
@pytest.mark.parametrize("name", ["n" * 300, ".", "file/below"])
def test_a_file_that_cannot_be_used_is_told_with_what_to_do(name: str, given: list[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    result = run("arena", "gap", "--resume", str(tmp_path / name), "--games", "2", *given)
    assert isinstance(result.exception, ScorebookError)
    assert "choose another" in str(result.exception)


def test_a_worker_that_dies_costs_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    def dying(*arguments: Any, **settings: Any) -> Iterator[Played]:
        yield from islice(pool.run(*arguments, **settings), 2)
        raise KartarnaError("a worker process has died")

    monkeypatch.setattr(command, "run", dying)
    result = run("arena", "gap", "--players", "2", "--games", "12", *SHORT)
    assert result.exit_code == 130
    assert "greedy" in result.stdout
    assert "kartarna: a worker process has died\nStopped after 2 of 6 deals." in result.stderr


# ---- to be stopped ----------------------------------------------------------------------------------------


def interrupted(monkeypatch: pytest.MonkeyPatch, *signals: signal.Signals) -> None:
    """These come while the figures are computed."""
    computed = command.result

    def result(*arguments: Any) -> Any:
        for number in signals:
            os.kill(os.getpid(), number)
        return computed(*arguments)

    monkeypatch.setattr(command, "result", result)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_impatience_does_not_cost_the_figures(how: signal.Signals, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(monkeypatch, how)
    before = signal.getsignal(how)
    result = run("arena", "gap", "--players", "2", "--games", "4", *SHORT)
    assert result.exit_code == 0
    assert "greedy" in result.stdout
    assert "The figures are being computed, wait for them" in result.stderr
    assert signal.getsignal(how) == before


def test_who_gives_the_figures_up_is_told_what_is_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    interrupted(monkeypatch, signal.SIGINT, signal.SIGINT)
    common = ("arena", "gap", "--players", "2", "--games", "4", *SHORT)
    lost = run(*common)
    assert (lost.exit_code, lost.stdout) == (130, "")
    assert "What was played is lost; --resume FILE would keep it." in lost.stderr
    file = tmp_path / "played.jsonl"
    kept = run(*common, "--resume", str(file))
    assert kept.exit_code == 130
    assert f"What was played is kept in {file}: the same command goes on." in kept.stderr
    assert file.read_text().count("\n") == 3


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
    program = "import typer; from kartarna.terminal.commands.arena import arena; typer.run(arena)"
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
