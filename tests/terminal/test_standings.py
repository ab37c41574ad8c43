"""The table of an arena: whole in a narrow terminal, and with the columns that the game asks for."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from itertools import takewhile

import pytest

from kartarna.bots import LEVELS
from kartarna.games import GAMES
from kartarna.lab.arena.decision_times import DecisionTimes
from kartarna.lab.arena.standings import Result, Standing
from kartarna.lab.arena.tournament import Forfeit, Tournament
from kartarna.lab.intervals import Interval
from kartarna.terminal.report.standings import show, time
from tests.terminal.command import kartarna

Show = Callable[[Result, int], list[str]]
FIGURES = ("30.1 ± 10.1", "31.7 ± 11.8", "100.0", "−12.5 ± 1.3", "155 ms", "324 ms")
LONG = tuple(f"{level}:rollouts=0:widening=1:exploration=0.5" for level in LEVELS)


def thought() -> DecisionTimes:
    clock = DecisionTimes()
    for _ in range(94):
        clock.add(0.145)
    for _ in range(6):
        clock.add(0.31)
    return clock


def standing(bot: str, forfeits: int = 0, lost: float = 0.2) -> Standing:
    """With figures as wide as they come."""
    rating, share, score = Interval(30.1, 20.0, 40.2), Interval(0.317, 0.199, 0.435), Interval(-12.5, -13.8, -11.2)
    return Standing(bot, 100, rating, share, 1.0, lost, score, thought(), forfeits)


def result(game: str, bots: tuple[str, ...] = LEVELS, players: int = 4, lost: float = 0.2, forfeits: int = 0) -> Result:
    tournament = Tournament(game, players, bots, seed=1)
    told = [Forfeit(bots[0], 0, 0, 0, number, "it fails") for number in range(1, forfeits + 1)]
    return Result(tournament, 20, 100, 0, [standing(bot, forfeits * (bot == bots[0]), lost) for bot in bots], told)


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Show:
    """The lines in a terminal of so many columns."""

    def lines(figures: Result, columns: int) -> list[str]:
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("COLUMNS", str(columns))
        show(figures)
        return plain(capsys.readouterr().out)

    return lines


def plain(text: str) -> list[str]:
    return [line.rstrip() for line in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).splitlines()]


# ---- nothing is cut --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_five_levels_fit_a_terminal_of_80_columns(game: str, shown: Show) -> None:
    lines = shown(result(game), 80)
    assert max(map(len, lines)) <= 80
    for level in LEVELS:
        (row,) = (line for line in lines if line.startswith(level))
        assert all(figure in row for figure in FIGURES), row


@pytest.mark.parametrize("columns", [30, 60, 80])
def test_where_a_table_is_too_wide_the_figures_follow_the_name(columns: int, shown: Show) -> None:
    lines = shown(result("karma", LONG, forfeits=3), columns)
    for bot in LONG:
        told = "\n".join(takewhile(lambda line: line.startswith("  "), lines[lines.index(bot) + 1 :]))
        assert all(figure in told for figure in (*FIGURES, "lost alone % 20.0", "forfeits")), told
    assert max(len(line) for line in lines if line not in LONG) <= columns


def test_a_file_gets_the_whole_table_however_wide(capsys: pytest.CaptureFixture[str]) -> None:
    show(result("karma", (f"{LONG[0]}:horizon=3000:infers=0", "greedy")))
    _, headings, *rows = capsys.readouterr().out.splitlines()
    expected = ["bot", "rating", "win share %", "wins %", "lost alone %", "score", "time", "p95"]
    assert re.split(r" {2,}", headings.strip()) == expected
    assert re.split(r" {2,}", rows[0].strip()) == [
        f"{LONG[0]}:horizon=3000:infers=0",
        *FIGURES[:3],
        "20.0",
        *FIGURES[3:],
    ]


def test_an_arena_in_a_real_terminal_of_80_columns() -> None:
    bots = ("beginner", "easy", "medium", "greedy", "random")
    arguments = (
        "karma",
        "--players",
        "5",
        "--bots",
        ",".join(bots),
        "--games",
        "50",
        "--iterations",
        "2",
        "--seed",
        "3",
    )
    lines = in_terminal(80, "arena", *arguments, "--processes", "1")
    rows = [line for line in lines if line.startswith(bots)]
    assert sorted(row.split()[0] for row in rows) == sorted(bots)
    assert all(re.fullmatch(r"\w+( +−?[\d.]+( ± [\d.]+| [µm]?s)?){7}", row) for row in rows), rows


def in_terminal(columns: int, *arguments: str) -> list[str]:
    screen, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 25, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    command = [sys.executable, "-m", "kartarna", *arguments]
    process = subprocess.Popen(command, stdin=inside, stdout=inside, stderr=subprocess.DEVNULL, env=environment)
    os.close(inside)
    told = b""
    while part := read(screen):
        told += part
    os.close(screen)
    assert process.wait(timeout=60) == 0
    return plain(told.decode())


def read(screen: int) -> bytes:
    try:
        return os.read(screen, 65536)
    except OSError:  # Linux says so at the end
        return b""


def test_a_simulation_fits_80_columns_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    run = kartarna("simulate", "karma", "--games", 200, "--seed", 1, "--bots", "greedy,random", "--threads", 1)
    assert "…" not in run.out
    assert max(map(len, plain(run.out))) <= 80


# ---- the columns -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "players", "lost", "counted"),
    [
        ("karma", 3, 0.0, True),  # also where nobody has lost yet
        ("karma", 2, 0.5, False),
        ("gap", 3, 0.9, False),  # also where two have shared nearly every win
        ("gap", 2, 0.5, False),
    ],
)
def test_losses_are_counted_where_all_but_one_win(
    game: str, players: int, lost: float, counted: bool, shown: Show
) -> None:
    lines = shown(result(game, players=players, lost=lost), 120)
    assert ("lost alone %" in "\n".join(lines)) == counted


def test_forfeits_have_a_column_where_there_are_any(shown: Show) -> None:
    assert "forfeits" not in "\n".join(shown(result("gap"), 120))
    lines = shown(result("gap", forfeits=3), 120)
    assert lines[1].endswith("forfeits")
    assert lines[3].endswith(" 3")
    assert lines[4].endswith(" 0")
    assert lines[-1] == "beginner forfeits 3 ×: it fails"


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0.0, "0.0 µs"),
        (6.51e-7, "0.7 µs"),
        (0.00996, "10 ms"),
        (0.1554, "155 ms"),
        (0.9996, "1.0 s"),
        (2400.0, "2,400 s"),
        (float("nan"), "–"),
    ],
)
def test_times_are_short(seconds: float, told: str) -> None:
    assert time(seconds) == told
