"""`kartarna simulate` from the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kartarna import COMPILED
from kartarna.core.errors import DeckError, KartarnaError, OptionError
from kartarna.core.record import read
from kartarna.core.recorder import replayed
from kartarna.games import get
from kartarna.lab.simulate.simulation import Simulation
from tests.lab import commands

run = partial(commands.run, "simulate")
figures = partial(commands.figures, "simulate")
OF_THE_RUN = ("decisions_per_second", "seconds", "threads", "compiled")


def lasting(*arguments: str) -> dict[str, Any]:
    """All figures but those that depend on the machine."""
    return {key: value for key, value in figures(*arguments).items() if key not in OF_THE_RUN}


def test_the_figures_are_the_same_on_any_number_of_threads() -> None:
    command = (
        "gap",
        "--players",
        "3",
        "--games",
        "3300" if COMPILED else "25",
        "--seed",
        "5",
        "--bots",
        "greedy,random",
    )
    assert lasting(*command, "--threads", "1") == lasting(*command, "--threads", "2") == lasting(*command)


def test_the_json_says_what_was_asked_and_how_fast_it_went() -> None:
    found = figures("gap", "--players", "3", "--games", "5", "--seed", "9", "--target", "12", "--extra-round")
    assert (found["game"], found["players"], found["seed"], found["games"]) == ("gap", 3, 9, 5)
    assert (found["options"]["target"], found["options"]["extra_round"]) == (12, True)
    assert found["decisions_per_second"] > 0
    assert found["decisions"] == found["length"]["decisions"]["mean"] * 5


def test_without_a_seed_games_differ_and_the_seed_is_told() -> None:
    first, second = figures("gap", "--games", "3"), figures("gap", "--games", "3")
    assert first["seed"] != second["seed"]


def test_the_table_is_plain_text_where_there_is_no_terminal() -> None:
    result = run("gap", "--games", "10", "--seed", "1", "--bots", "greedy")
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout
    words = [line.split() for line in result.stdout.splitlines()]
    assert ["games", "10"] in words
    assert [row[1] for row in words if row[:1] in (["1"], ["4"])][:2] == ["greedy", "greedy"]


def test_another_deck_is_used_and_named(tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    own = get("gap").folder.joinpath("deck.toml").read_text("utf-8")
    deck.write_text(own.replace('name = "GAP"', 'name = "Our GAP"'), "utf-8")
    assert figures("gap", "--games", "2", "--deck", str(deck))["deck"] == "Our GAP"
    deck.write_text(own.replace('game = "gap"', 'game = "three"'), "utf-8")
    assert isinstance(run("gap", "--games", "2", "--deck", str(deck)).exception, DeckError)


def test_records_replay_to_the_counted_games(tmp_path: Path) -> None:
    games = 20 if COMPILED else 3
    counted = figures(
        "gap", "--games", str(games), "--seed", "4", "--bots", "greedy,random", "--records", str(tmp_path)
    )
    [file] = tmp_path.iterdir()
    assert file.name == "gap-4-4-00000.jsonl"
    records = [read(line) for line in file.read_text("utf-8").splitlines()]
    assert len(records) == games
    for record in records:
        state = replayed(get("gap"), record).state
        assert [state.total(seat) for seat in range(4)] == record.totals
        assert [seat for seat in range(4) if state.winners() >> seat & 1] == record.winners
    assert [person.bot for person in records[0].seats] == ["greedy", "random", "greedy", "random"]
    for seat in range(4):
        totals = [record.totals[seat] for record in records if record.totals]
        assert sum(totals) / games == pytest.approx(counted["seats"][seat]["score"]["mean"])
        wins = sum(1 / len(record.winners) for record in records if record.winners and seat in record.winners)
        assert wins == pytest.approx(counted["seats"][seat]["wins"])


def test_records_are_the_same_from_several_processes(tmp_path: Path) -> None:
    command = ("gap", "--players", "2", "--games", "101" if COMPILED else "51", "--seed", "4", "--rounds", "1")
    run(*command, "--records", str(tmp_path / "one"), "--threads", "1")
    run(*command, "--records", str(tmp_path / "two"), "--threads", "2")
    [one], [two] = (list((tmp_path / folder).iterdir()) for folder in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()
    assert one.read_bytes().count(b"\n") == int(command[4])


def test_a_thousand_records_fill_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kartarna.lab.simulate.records.A_FILE", 4)
    run("gap", "--players", "2", "--games", "10", "--seed", "4", "--records", str(tmp_path), "--threads", "1")
    assert {file.name: file.read_text().count("\n") for file in tmp_path.iterdir()} == {
        "gap-2-4-00000.jsonl": 4,
        "gap-2-4-00001.jsonl": 4,
        "gap-2-4-00002.jsonl": 2,
    }


def test_records_that_are_there_are_not_touched(tmp_path: Path) -> None:
    there = tmp_path / "gap-4-4-00000.jsonl"
    there.write_text("mine")
    result = run("gap", "--games", "2", "--seed", "4", "--records", str(tmp_path))
    assert isinstance(result.exception, KartarnaError)
    assert "is there already" in str(result.exception)
    assert there.read_text() == "mine"


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    result = run("gap", "--games", "2", "--records", str(file / "records"))
    assert isinstance(result.exception, KartarnaError)
    assert "cannot be made" in str(result.exception)


def test_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "open", full)
    result = run("gap", "--games", "2", "--records", str(tmp_path), "--threads", "1")
    assert isinstance(result.exception, KartarnaError)
    assert "No space left" in str(result.exception)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["chess"], "there is no game 'chess'"),
        (["gap", "--players", "7"], "players: a whole number from 2 to 6"),
        (["gap", "--players", "1"], "players: a whole number from 2 to 6"),
        (["gap", "--games", "0"], "games: a whole number from 1"),
        (["gap", "--seed", "-1"], "seed: a whole number from 0"),
        (["gap", "--seed", str(2**64)], "seed: a whole number from 0"),
        (["gap", "--threads", "0"], "threads: a whole number from 1"),
        (["gap", "--bots", "expert"], "no bot 'expert' here; there are: random, greedy. `kartarna arena` has all"),
        (["gap", "--bots", ""], "there is no bot ''"),
        (["gap", "--players", "2", "--bots", "random,random,greedy"], "bots: name 1 to 2 of them, not 3"),
        (["gap", "--target", "501"], "option target: a whole number from 1 to 500"),
        (["gap", "--target", "30", "--rounds", "2"], "GAP-9: choose one"),
        (["gap", "--players", "2", "--starter", "3"], "there is no seat 3"),
        (["three", "--target", "30"], "has no option 'target'"),
    ],
)
def test_bad_arguments_are_refused_before_anything_is_played(arguments: list[str], told: str) -> None:
    result = run(*arguments)
    assert isinstance(result.exception, OptionError)
    assert told in str(result.exception)


def test_ctrl_c_ends_with_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    add = Simulation.run

    def interrupted(self: Simulation, progress: Any) -> None:
        add(self, lambda played: (progress(played), signal.raise_signal(signal.SIGINT)) if not self.stopped else None)

    monkeypatch.setattr(Simulation, "run", interrupted)
    before = signal.getsignal(signal.SIGINT)
    result = run("gap", "--players", "2", "--games", "1000000000", "--json")
    assert result.exit_code == 130
    assert "of 1,000,000,000 games." in result.stderr
    assert 0 < json.loads(result.stdout)["games"] < 10**9
    assert signal.getsignal(signal.SIGINT) is before


def test_the_interpreted_twin_counts_the_same_and_says_once_that_it_is_slow() -> None:
    command = ["gap", "--players", "2", "--games", "45", "--seed", "3", "--rounds", "1", "--threads", "2", "--json"]
    found = {}
    for interpreted in ("", "1"):
        process = subprocess.run(
            [sys.executable, "-m", "kartarna", "simulate", *command],
            env={**os.environ, "KARTARNA_INTERPRETED": interpreted},
            capture_output=True,
            text=True,
            check=True,
        )
        assert process.stderr.count("interpreted") == bool(interpreted)
        found[interpreted] = {key: value for key, value in json.loads(process.stdout).items() if key not in OF_THE_RUN}
    assert found[""] == found["1"]
