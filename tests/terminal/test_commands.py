"""The command line: start, rules, deck, record; what is wrong is said in one line, with what to do."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kartarna import VERSION
from kartarna.core import value
from kartarna.core.record import write
from kartarna.games import get
from kartarna.learn.course import course, has_course
from kartarna.terminal.arguments import games
from kartarna.terminal.commands.rules import plain
from tests.core.test_record import TEXT, played
from tests.terminal.command import ALWAYS_FIRST, Run, kartarna, left_game, lines, saved, the_only_game

fit: Any = import_module("kartarna.terminal.commands.fit")
GAMES = [game.id for game in games()]


def one_line(run: Run) -> str:
    """The error: one line that says who speaks."""
    assert run.err.startswith("kartarna: ")
    assert run.err.count("\n") == 1
    return run.err


# ---- the start -------------------------------------------------------------------------------------


def test_without_a_command_a_game_is_chosen_and_played(home: Path) -> None:
    run = kartarna("play", typed=lines("poker", "gap", "99", "2", "genius", "random", "Eva") + ALWAYS_FIRST)
    assert run.code == 0, run.err
    assert "There is no such game." in run.out
    assert "Type a number from 2 to 6." in run.out
    assert "There are: random, greedy (quick), beginner, easy, medium, strong, expert." in run.out
    record = saved(the_only_game(home))
    assert (record.game, record.players, record.finished) == ("gap", 2, True)
    assert [(person.name, person.bot) for person in record.seats] == [("Eva", None), ("Ada", "random")]


@pytest.mark.parametrize(
    ("typed", "bot"),
    [("mistr", "expert"), ("Začátečník", "beginner"), ("STREDNI", "medium"), ("quick", "greedy"), ("mis", "expert")],
)
def test_bots_may_be_called_as_they_are_shown(typed: str, bot: str, home: Path) -> None:
    run = kartarna("play", "--lang", "cs", typed=lines("gap", "2", typed, "Eva", "konec"))
    assert run.code == 0, run.err
    assert saved(the_only_game(home)).seats[1].bot == bot


def test_a_beginning_that_several_share_is_asked_again(home: Path) -> None:
    run = kartarna("play", "--lang", "cs", typed=lines("gap", "2", "str", "stře", "Eva", "konec"))
    assert "Na výběr je: random (náhodný), greedy (rychlý), " in run.out  # strong, or střední
    assert saved(the_only_game(home)).seats[1].bot == "medium"


@pytest.mark.parametrize(("typed", "bot"), [("mistr", "expert"), (" Silny ", "strong"), ("EASY", "easy")])
def test_bots_on_the_command_line_may_be_called_by_their_titles(typed: str, bot: str, home: Path) -> None:
    run = kartarna("play", "gap", "--players", 2, "--starter", 1, "--bots", typed, typed=lines("quit"))
    assert run.code == 0, run.err
    assert saved(the_only_game(home)).seats[1].bot == bot


def test_enter_takes_what_is_offered(home: Path) -> None:
    run = kartarna("play", typed=lines("", "", "", "", "quit"))
    assert run.code == 0
    record = saved(the_only_game(home))
    assert record.game == GAMES[0]
    assert [(person.name, person.bot) for person in record.seats] == [
        ("Player 1", None),
        ("Ada", "greedy"),
        ("Ben", "greedy"),
    ]


@pytest.mark.parametrize("answers", [0, 1, 2, 3])
def test_the_end_of_input_ends_cleanly_with_a_hint(answers: int) -> None:
    run = kartarna("play", typed="\n" * answers)
    assert run.code == 0
    assert run.err == ""
    assert run.out.endswith("All commands: kartarna --help\n")


def test_quit_leaves_the_questions_before_a_game() -> None:
    run = kartarna("play", typed=lines("2", "quit"))
    assert run.code == 0
    assert run.out.count("?") == 2


def test_the_games_are_listed_with_players_and_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    run = kartarna("play")
    for number, game in enumerate(games(), 1):
        assert f"\n{number}. {game.title} – {game.players.start}–" in run.out


def test_a_game_that_was_left_is_offered_again(home: Path) -> None:
    kartarna("play", "gap", "--target", 1, typed=lines("#1", "quit"))
    assert kartarna("play", typed=lines("n")).out.count("Which game?") == 1
    run = kartarna("play", typed=lines("") + ALWAYS_FIRST)
    assert "Last time you left a game of GAP in round 1." in run.out
    assert saved(the_only_game(home)).finished
    assert "Last time" not in kartarna("play").out


def test_a_damaged_or_unknown_file_among_the_games_does_no_harm(home: Path) -> None:
    (home / "games").mkdir(parents=True)
    file = home / "games" / "gap.json"
    file.write_text("{", encoding="utf-8")
    assert "Which game?" in kartarna("play").out
    left_game(file, {})
    file.write_text(file.read_text(encoding="utf-8").replace('"game": "gap"', '"game": "chess"'), encoding="utf-8")
    assert "Which game?" in kartarna("play").out


# ---- fit -----------------------------------------------------------------------------------------------


@pytest.fixture
def _kept_values() -> Iterator[None]:
    """Fitting tries values out; those that were fitted for good come back."""
    yield
    value.load(get("gap").folder / "value.toml", "gap")


@pytest.mark.usefixtures("_kept_values")
def test_a_value_that_cannot_be_written_is_told_before_any_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = replace(get("gap"), folder=tmp_path / "missing")
    monkeypatch.setattr(fit, "get", lambda _: elsewhere)
    run = kartarna("fit", "gap", "--games", 10)
    assert (run.code, run.out) == (1, "")
    told = f"{tmp_path / 'missing' / 'value.toml'} cannot be written (No such file or directory); --dry shows"
    assert told in one_line(run)


@pytest.mark.usefixtures("_kept_values")
def test_a_disk_that_is_full_at_the_end_costs_no_figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    elsewhere = replace(get("gap"), folder=tmp_path, players=range(2, 3))
    monkeypatch.setattr(fit, "get", lambda _: elsewhere)
    monkeypatch.setattr(fit.value, "write", full)
    run = kartarna("fit", "gap", "--games", 10)
    assert run.code == 1
    assert run.out.startswith("gap, 2 players: near ")
    assert "value.toml cannot be written (No space left on device)" in one_line(run)


# ---- bad command lines -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ("play chess", "there is no game 'chess'; there are: "),
        ("rules chess", "there is no game 'chess'"),
        ("deck chess", "there is no game 'chess'"),
        ("rules gap GAP-99", "GAP has no rule 'GAP-99'; there are: GAP-1, GAP-2"),
        ("play gap --players 9", "GAP is for 2 to 6 players, not 9"),
        ("play gap --players 0", "GAP is for 2 to 6 players, not 0"),
        ("play gap --players 2 --starter 3", "there is no seat 3 at a table of 2"),
        ("play gap --seat 4", "there is no seat 4 at a table of 3"),
        ("play gap --seat 0", "there is no seat 0 at a table of 3"),
        ("play gap --target 15 --timed", "GAP-9: choose one of target, rounds and timed"),
        ("play gap --bots genius", "there is no bot 'genius'; there are: random, greedy"),
        ("play gap --bots=", "--bots takes one name, for all the others play alike; there are: random, greedy"),
        ("play gap --bots easy,,strong", "--bots takes one name, for all the others play alike; there are: random"),
        ("play gap --name=", "a name has 1 to 40 letters"),
        ("play --seed 1 gap", "--seed belongs behind the game's name"),
        ("play --seconds 1 gap", "--seconds belongs behind the game's name"),
        ("play gap --resume x --players 3", "a resumed game stays as it was: leave out --players"),
        ("play gap --resume x --extra-round", "a resumed game stays as it was: leave out --extra-round"),
    ],
)
def test_bad_command_lines_say_what_to_do(arguments: str, fault: str) -> None:
    run = kartarna(*arguments.split())
    assert run.code == 2
    assert fault in one_line(run)
    assert run.out == ""


@pytest.mark.parametrize(
    "arguments",
    ["fly", "play gap --fly", "play gap --target x", "play gap --target 501", "play gap --seed -1", "record", "rules"],
)
def test_what_typer_refuses(arguments: str) -> None:
    run = kartarna(*arguments.split())
    assert run.code == 2
    assert "Usage: kartarna" in run.err + run.out


@pytest.mark.parametrize(
    "arguments",
    ["record show", "record verify", "play --resume", "play gap --resume", "deck gap", "play gap --deck"],
)
def test_files_that_cannot_be_read(arguments: str, tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\x00\xfe")
    for file in (tmp_path / "missing", tmp_path, binary):
        run = kartarna(*arguments.split(), file)
        assert run.code == 1
        assert str(file) in one_line(run)


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("KARTARNA_HOME", str(tmp_path / "file"))
    assert "choose a file with --save FILE" in one_line(kartarna("play", "gap"))
    assert "choose another file with --save" in one_line(kartarna("play", "gap", "--save", tmp_path / "no" / "x.json"))


def test_the_version_and_the_help() -> None:
    assert kartarna("--version").out.startswith(f"kartarna {VERSION} (")
    for command in ("--help", "play --help", "record --help", "rules --help", "deck --help", "record show --help"):
        run = kartarna(*command.split())
        assert run.code == 0
        assert not set("╭│╰─") & set(run.out)


@pytest.mark.parametrize("game", GAMES)
def test_every_option_of_a_game_is_an_option_of_its_command(game: str) -> None:
    told = kartarna("play", game, "--help").out
    for option in get(game).options:
        assert f"--{option.name.replace('_', '-')} " in told


def test_where_games_are_kept(home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    kartarna("play", "gap", typed=lines("quit"))
    assert the_only_game(home).name.startswith("gap-")
    monkeypatch.delenv("KARTARNA_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    kartarna("play", "gap", typed=lines("quit"))
    assert len(list((tmp_path / "data" / "kartarna" / "games").iterdir())) == 1
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    for _ in range(3):
        kartarna("play", "gap", typed=lines("quit"))
    assert len(list((tmp_path / ".local" / "share" / "kartarna" / "games").iterdir())) == 3


# ---- rules and decks ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_every_game(game: str, language: str) -> None:
    run = kartarna("rules", game, "--lang", language)
    assert run.code == 0
    assert f"\n{game.upper()}-1 [" in run.out
    assert "\nALL-1 [" in run.out
    assert "**" not in run.out
    one, *link = kartarna("rules", game, f"{game}-1", "--lang", language).out.splitlines()
    assert one in run.out.splitlines()
    taught = has_course(get(game).folder) and course(get(game).folder).teaching(f"{game.upper()}-1")
    assert [line.partition(": ")[2] for line in link] == [f"kartarna learn {game} {game.upper()}-1"] * bool(taught)


def test_markdown_is_not_read_aloud() -> None:
    assert plain("- **GAP-1** [B] a *Table Card* and `7r`, 5 * 3") == "GAP-1 [B] a Table Card and 7r, 5 * 3"
    assert plain("## Cards") == "Cards"


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_the_deck_of_every_game(game: str, language: str, tmp_path: Path) -> None:
    run = kartarna("deck", game, "--lang", language)
    assert run.code == 0
    reconstruction = {"cs": "rekonstrukce", "en": "reconstruction"}[language]
    assert (reconstruction in run.out) == get(game).decks.standard.reconstruction
    counts = [int(line.split(" × ")[0]) for line in run.out.splitlines() if " × " in line]
    assert f" {sum(counts)} " in run.out
    own = tmp_path / "deck.toml"
    own.write_bytes(get(game).decks.file.read_bytes())
    assert kartarna("deck", game, own, "--lang", "en").out.startswith(f"{own}: the deck is fine.\n")


def test_a_mistake_in_a_deck_is_named_with_its_line(tmp_path: Path) -> None:
    text = get("gap").decks.file.read_text(encoding="utf-8")
    own = tmp_path / "deck.toml"
    own.write_text(text.replace("numbers = [0, 1, 2,", "numbers = [0, 1, 1,", 1), encoding="utf-8")
    line = next(number for number, line in enumerate(own.read_text("utf-8").splitlines(), 1) if "[0, 1, 1," in line)
    for arguments in (("deck", "gap", own), ("play", "gap", "--deck", own)):
        run = kartarna(*arguments)
        assert run.code == 1
        assert one_line(run) == f"kartarna: {own}, line {line}: GAP-1: a colour has the numbers 0 to 9, each once\n"
    own.write_text("game = [", encoding="utf-8")
    assert "is not TOML" in one_line(kartarna("deck", "gap", own))


def test_a_game_with_a_deck_of_ones_own(tmp_path: Path) -> None:
    text = get("gap").decks.file.read_text(encoding="utf-8")
    own, file = tmp_path / "deck.toml", tmp_path / "game.json"
    own.write_text(
        text.replace('en = "red"', 'en = "scarlet"').replace('name = "GAP"', 'name = "Ours"'), encoding="utf-8"
    )
    run = kartarna("play", "gap", "--deck", own, "--players", 4, "--target", 1, "--save", file, typed=ALWAYS_FIRST)
    assert "scarlet" in run.out
    assert " red " not in run.out
    assert saved(file).deck["name"] == "Ours"
    assert "scarlet" in kartarna("record", "show", file).out
    assert kartarna("record", "verify", file).code == 0


# ---- records -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_shown_and_verified(game: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(write(played(game, 3, 1).record), encoding="utf-8")
    run = kartarna("record", "verify", file)
    assert run.code == 0
    assert "all is right" in run.out
    czech, english = (kartarna("record", "show", file, "--lang", language) for language in ("cs", "en"))
    assert czech.code == english.code == 0
    assert czech.out.count("\n") == english.out.count("\n")
    own = kartarna("record", "show", file, "--seat", 2).out
    assert own != kartarna("record", "show", file, "--seat", 3).out
    assert "Player 3: " in english.out.replace(own, "")
    assert kartarna("record", "show", file, "--seat", 4).code == 2


def test_verify_names_round_decision_rule_and_reason(tmp_path: Path) -> None:
    data = json.loads(TEXT)
    data["rounds"][1]["play"][0] = f"{data['rounds'][1]['play'][0][0]} {data['rounds'][1]['deal']['deck'][0]}"
    file = tmp_path / "game.json"
    file.write_text(json.dumps(data, indent=1), encoding="utf-8")
    run = kartarna("record", "verify", file)
    assert run.code == 1
    assert f"kartarna: {file}: Round 2, decision 1 (Player " in one_line(run)
    assert "is not allowed. GAP-3: You do not hold " in run.err
    assert "2. kolo, 1. rozhodnutí" in kartarna("record", "verify", file, "--lang", "cs").err
    shown = kartarna("record", "show", file)
    assert shown.code == 1
    assert "Round 1 begins" in shown.out
    assert "Round 2, decision 1" in one_line(shown)


def test_many_games_a_line_each(tmp_path: Path) -> None:
    games = [write(played("gap", 2, seed).record, compact=True) for seed in range(5)]
    file = tmp_path / "games.jsonl"
    file.write_text("".join(games), encoding="utf-8")
    run = kartarna("record", "verify", file)
    assert (run.code, run.out) == (0, f"{file}: 5 right, 0 wrong.\n")
    assert kartarna("record", "show", file).out.count("at the table, in order") == 5
    games[1] = games[1].replace('"winners":[', '"winners":[2,')
    games[3] = games[3][:500] + "\n"
    file.write_bytes("".join(games).encode() + b"\n\xff\n")
    run = kartarna("record", "verify", file)
    assert run.code == 1
    assert run.out == f"{file}: 3 right, 3 wrong.\n"
    assert [line.split(": ")[1] for line in run.err.splitlines()] == [f"{file}, line {line}" for line in (2, 4, 7)]
    other = tmp_path / "games.json"
    other.write_text(games[0] + games[2], encoding="utf-8")
    assert kartarna("record", "verify", other).out == f"{other}: 2 right, 0 wrong.\n"
    file.write_text("", encoding="utf-8")
    assert kartarna("record", "verify", file).code == 1


def test_a_record_of_a_game_that_is_not_here(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(TEXT.replace('"game": "gap"', '"game": "chess"', 1), encoding="utf-8")
    run = kartarna("record", "verify", file)
    assert run.code == 1
    assert "there is no game 'chess'" in one_line(run)
    assert kartarna("record", "show", file).code == 1


def test_names_cannot_command_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(TEXT.replace("Player 1", "\\u001b[2J"), encoding="utf-8")
    run = kartarna("record", "show", file)
    assert run.code == 0
    assert "\x1b" not in run.out
    assert "�[2J plays" in run.out


@given(st.integers(0, len(TEXT) - 1), st.one_of(st.characters(), st.just("")), st.booleans())
def test_any_change_to_a_file_is_fine_or_an_error(place: int, letter: str, cut: bool) -> None:
    _survives((TEXT[:place] + letter + ("" if cut else TEXT[place + 1 :])).encode("utf-8", "surrogatepass"))


@given(st.binary(max_size=200))
def test_any_bytes_are_an_error(data: bytes) -> None:
    _survives(data)


def _survives(data: bytes) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        file.write_bytes(data)
        for command in (("record", "show"), ("play", "--resume")):
            run = kartarna(*command, file)
            assert run.code in {0, 1}
            assert run.err.count("\n") == run.code
