"""The sixth game: a package of its own, installed with pip, is a game like ours."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.request import urlopen

import pytest

from kartarna.core.record import read
from tests.examples.environment import BROD, Environment

ALWAYS_FIRST = "#1\n" * 200


@pytest.fixture(scope="module")
def brod(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    environment = Environment(tmp_path_factory.mktemp("brod"))
    environment.install(BROD)
    return environment


def test_it_conforms(brod: Environment) -> None:
    told = brod.kartarna("conform", "brod", "--games", 3)
    assert told.splitlines()[-1] == "brod, 4 players: 3 games, nothing wrong"


def test_its_own_tests_pass(brod: Environment) -> None:
    run = brod.run("-q", "-p", "no:cacheprovider", BROD / "tests", module="pytest")
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize("bot", ["greedy", "beginner", "expert"])
def test_it_is_played_against_bots_and_its_record_is_verified(brod: Environment, bot: str) -> None:
    file = brod.folder / f"{bot}.json"
    options = ("--players", 3, "--rounds", 1, "--bots", bot, "--seconds", 0.05, "--seed", 1, "--lang", "en")
    told = brod.kartarna("play", "brod", *options, "--save", file, typed=ALWAYS_FIRST)
    assert "The game is over" in told or "wins" in told
    record = read(file.read_text(encoding="utf-8"))
    assert record.finished
    assert not [entry for entry in record.rounds[0].play if not hasattr(entry, "notation")]
    assert brod.run("record", "verify", file).returncode == 0


def test_hints_do_without_telling_events(brod: Environment) -> None:
    """The game names none: it has the place, the costs and the best choice with its chance."""
    typed = "#1\nhint\nhint\nhint\nquit\n"
    told = brod.kartarna("play", "brod", "--lang", "en", "--seed", 1, "--starter", 1, typed=typed)
    assert "Best: " in told
    assert "Chance to win: " in told
    assert "times in 10" not in told
    assert "{" not in told


def test_others_are_answered_while_a_bot_or_a_hint_thinks_about_it(brod: Environment) -> None:
    """Rules in Python hold the interpreter's lock, so the thinking is done in another process."""
    run = brod.run(brod.folder, module="tests.examples.answering_house")
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    for thought in ("bot", "hint"):
        assert found[thought]["answered"] >= 5, found
        assert found[thought]["imagined"] < 10, found  # to tell what the seat can know; to think takes hundreds


def test_why_not_and_rules_and_deck(brod: Environment) -> None:
    typed = "why 1x\nrules BROD-4\nquit\n"
    told = brod.kartarna("play", "brod", "--lang", "en", "--seed", 1, "--starter", 1, typed=typed)
    assert "BROD-4 [R] Then take one neighbour" in told
    assert "red 9" in brod.kartarna("deck", "brod", "--lang", "en")
    assert brod.kartarna("rules", "brod", "--lang", "cs").startswith("Brod\n2–4 hráči")


def test_it_is_simulated(brod: Environment) -> None:
    figures = json.loads(brod.kartarna("simulate", "brod", "--players", 2, "--games", 20, "--seed", 1, "--json"))
    assert figures["games"] == 20
    assert brod.run("simulate", "brod", "--games", 5, "--bots", "greedy", "--rounds", 1).returncode == 0


def test_bots_meet_in_an_arena(brod: Environment) -> None:
    told = brod.kartarna("arena", "brod", "--players", 2, "--bots", "beginner,greedy", "--games", 4, "--rounds", 1)
    assert "greedy" in told


def test_the_server_has_it_in_the_lobby(brod: Environment) -> None:
    with brod.serve() as server:
        games = {game["id"]: game for game in _fetched(f"{server.url}/api/house")["games"]}
        assert games["brod"]["players"] == [2, 3, 4]
        assert _fetched(f"{server.url}/api/games/brod/words")["takes"]["rule"] == "BROD-4"
        assert "BROD-9" in _fetched(f"{server.url}/api/games/brod/rules/cs")["rules"]
        assert _fetched(f"{server.url}/api/games/brod/deck")["cards"]["7b"]["en"] == "blue 7"


def _fetched(address: str) -> dict[str, dict[str, object]]:
    with urlopen(address, timeout=20) as answer:  # noqa: S310
        found: dict[str, dict[str, object]] = json.load(answer)
    return found


def test_a_new_game_conforms_out_of_the_box(brod: Environment, tmp_path: Path) -> None:
    """`kartarna new-game` writes a package that can be installed, checked and played as it is."""
    told = brod.kartarna("new-game", "skok", tmp_path / "skok")
    assert "14 files" in told
    brod.install(tmp_path / "skok")
    assert brod.kartarna("conform", "skok", "--games", 2).endswith("skok, 4 players: 2 games, nothing wrong\n")
    assert "The game is over" in brod.kartarna("play", "skok", "--lang", "en", "--seed", 1, typed=ALWAYS_FIRST)
    again = brod.run("new-game", "skok", tmp_path / "other")
    assert (again.returncode, again.stderr) == (2, "kartarna: there is a game 'skok' already\n")
