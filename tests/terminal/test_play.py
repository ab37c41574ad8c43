"""A game in plain lines: what is asked, what can be typed, what is said."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import kartarna as package
from kartarna import bots
from kartarna.core.record import Happening
from kartarna.core.verification import follow, verify
from kartarna.core.view import seats_of
from kartarna.games import get
from kartarna.terminal.arguments import games
from kartarna.terminal.play import menu
from kartarna.terminal.play.dialogue import COMMANDS, folded
from tests.core.test_record import played
from tests.terminal.command import ALWAYS_FIRST, answers, kartarna, left_game, lines, saved, the_only_game

GAMES = [game.id for game in games()]


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_and_kept(game: str, bots: str, language: str, home: Path) -> None:
    run = kartarna("play", game, "--bots", bots, "--lang", language, "--seed", 1, typed=ALWAYS_FIRST)
    assert run.code == 0, run.err
    assert run.err == ""
    file = the_only_game(home)
    assert str(file) in run.out
    assert saved(file).finished
    verify(get(game), saved(file))
    assert ("The game is over" if language == "en" else "Hra skončila") in run.out
    assert "\x1b" not in run.out
    assert "{" not in run.out


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_players_and_every_seat(game: str, tmp_path: Path) -> None:
    for players in get(game).players:
        file = tmp_path / f"{players}.json"
        run = kartarna(
            "play", game, "--players", players, "--seat", players, "--save", file, typed=lines("help", "quit")
        )
        assert run.code == 0, run.err
        assert saved(file).players == players
        assert saved(file).owner == players - 1
        assert [person.kind for person in saved(file).seats] == ["bot"] * (players - 1) + ["human"]
        assert len({person.name for person in saved(file).seats}) == players


def test_the_seed_gives_the_whole_game_again(tmp_path: Path) -> None:
    for name in ("one", "other"):
        kartarna(
            "play", "gap", "--bots", "random", "--rounds", 1, "--seed", 5, "--save", tmp_path / name, typed=ALWAYS_FIRST
        )
    kartarna(
        "play", "gap", "--bots", "random", "--rounds", 1, "--seed", 6, "--save", tmp_path / "third", typed=ALWAYS_FIRST
    )
    one, other, third = ((tmp_path / name).read_text(encoding="utf-8") for name in ("one", "other", "third"))
    assert one == other
    assert one != third


def test_the_seed_is_told_after_the_game_only() -> None:
    run = kartarna("play", "gap", "--target", 1, typed=ALWAYS_FIRST)
    assert run.out.count("--seed") == 1
    assert "--seed" in run.out.splitlines()[-1]
    assert "--seed" not in kartarna("play", "gap", typed=lines("quit")).out


# ---- what can be typed -----------------------------------------------------------------------------


CZECH = ("pomoc", "pravidla", "proč", "zpět", "stůl", "konec", "poslední")
CARDS = {"hand 1": "0b 1b 3r 5y 6y 7p", "row": "0p 2y 2b 4y"}


def game_of(*typed: str, language: str = "en") -> list[str]:
    """Answers to what was typed in a game with these cards."""
    with TemporaryDirectory() as folder:
        file = left_game(Path(folder) / "game.json", CARDS)
        return answers(kartarna("play", "--resume", file, "--lang", language, typed=lines(*typed, "quit")))


def test_notation_and_its_abbreviation_and_the_number_in_the_list() -> None:
    for typed in ("3r", "3", " 3 R ", "#3", "# 3"):
        assert game_of(typed)[0].startswith("You play: red 3."), typed


def test_malformed_ambiguous_and_illegal_are_told_apart() -> None:
    malformed, illegal, missing, empty = game_of("banana", "9r", "#7", "")[:4]
    assert malformed == "“banana” is not how any decision of this game is written. Type help."
    assert illegal.startswith("GAP-3: You do not hold red 9. Play one card of your hand: blue 0, blue 1,")
    assert missing == "The list has the choices #1 to #6."
    assert empty == "Type your choice, such as #1; help shows what you can do."
    assert game_of("1b", "2")[1] == "“2” could mean several decisions: 2y, 2b."
    assert game_of("1b", "2", language="cs")[1] == "„2“ může znamenat víc rozhodnutí: 2y, 2b."
    assert game_of("9r", language="cs")[0].startswith("GAP-3: Kartu červená 9 nemáš v ruce.")


def test_a_refusal_leads_once_to_the_step_that_teaches_its_rule() -> None:
    refused, again, why = game_of("9r", "9r", "why 9r")[:3]
    assert refused.splitlines()[1:] == ["Try it out: kartarna learn gap GAP-3"]
    assert [again, why] == [refused.splitlines()[0]] * 2


@pytest.mark.parametrize("number", ["#0", "#-1", "#x", "#", "#²", "#" + "9" * 5000])
def test_numbers_that_are_not_in_the_list(number: str) -> None:
    assert game_of(number)[0] == "The list has the choices #1 to #6."


def test_anything_may_be_typed() -> None:
    for typed in ("\x00", "\x1b[2J", "🂡", "x" * 100_000, "rules \x1b[2J", "why \x1b[2J", "help \x1b[2J"):
        told = game_of(typed)[0]
        assert told
        assert "\x1b" not in told


def test_help_lists_decisions_with_what_they_bring() -> None:
    for typed in ("help", "?", "HELP", "pomoc"):
        told = game_of(typed)[0]
        assert "#1 0b: You play: blue 0. You take 2 cards: blue 0, purple 0." in told
        assert "#6 7p: You play: purple 7. The card joins the row: purple 7." in told
        assert "quit (save and leave)" in told
    assert game_of("help 5")[0].splitlines()[1:] == [
        "  #4 5y: You play: yellow 5. You take 2 cards: yellow 4, yellow 5. Your collection is then worth 2 points."
    ]


def test_a_long_list_is_told_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(menu, "MANY", 4)
    monkeypatch.setattr(menu, "FEW", 2)
    told = game_of("help")[0]
    assert "#4 5y" in told
    assert "#5 6y" not in told
    assert "… and 2 more. To see some of them, type help and how they begin, such as: help 6y" in told


def test_rules_whole_or_one_by_one() -> None:
    assert "GAP-10" in game_of("rules")[0]
    assert "ALL-8" in game_of("pravidla")[0]
    assert game_of("rules gap-7")[0].splitlines() == [
        "GAP-7 [B] The round ends when everyone has played all cards.",
        "Try it out: kartarna learn gap GAP-7",
    ]
    assert game_of("pravidla gap-7", language="cs")[0].startswith("GAP-7 [B] ")
    assert game_of("rules GAP-77")[0] == "There is no rule GAP-77. Type rules to see all."


def test_why_says_what_is_wrong_or_what_it_brings() -> None:
    assert game_of("why 9r")[0].startswith("GAP-3: You do not hold red 9.")
    assert game_of("proč 9r", language="cs")[0].startswith("GAP-3: Kartu červená 9 nemáš v ruce.")
    assert game_of("why 0b")[0].startswith("That is allowed. You play: blue 0. You take 2 cards")
    assert game_of("why #1")[0].startswith("That is allowed.")
    assert game_of("why")[0].startswith("Say which decision you mean")
    assert game_of("why banana")[0].startswith("“banana” is not")


def test_what_tells_what_a_card_or_a_place_is_for() -> None:
    assert game_of("what 9r")[0].startswith("Red 9. Takes the cards of the same number from the row")
    assert game_of("what deck")[0].startswith("Deck. Fills the row up to four cards")
    assert game_of("co řada", language="cs")[0].startswith("Řada. Odsud se bere")
    assert game_of("what")[0].startswith("Say which card or place on the table you mean")
    assert game_of("what banana")[0] == "“banana” is no card and no place on the table of this game."


def test_the_table_is_shown_again() -> None:
    for typed in ("look", "table", "stůl", "stul"):
        assert "Row: purple 0, yellow 2, blue 2, yellow 4." in game_of(typed)[0]


@pytest.mark.parametrize("game", GAMES)
def test_no_decision_is_written_like_a_command(game: str) -> None:
    """Of the words for a command, at least those that we tell people of."""
    words = [*(synonyms[0] for synonyms in COMMANDS.values()), "?", *(folded(word) for word in CZECH)]
    for step in follow(get(game), played(game, 3, 1).record):
        for seat in seats_of(step.after.waiting()):
            assert not [word for word in words if get(game).words.readings(step.after, seat, word)]


def test_commands_need_no_accents() -> None:
    assert folded("PROČ") == folded("proc") == "proc"


# ---- undo ------------------------------------------------------------------------------------------


def test_undo_within_a_turn(tmp_path: Path) -> None:
    """1b may take 2y or 2b; before one is chosen, nothing new is seen."""
    file = left_game(tmp_path / "game.json", CARDS)
    told = answers(kartarna("play", "--resume", file, typed=lines("1b", "undo", "0b", "quit")))
    assert told[1].startswith("Taken back.")
    assert "#1 0b: blue 0" in told[1]
    play = saved(file).rounds[0].play
    assert play[:2] != play[2:]
    assert play[1] == Happening("taken_back", 0, 1)
    verify(get("gap"), saved(file))


def test_undo_goes_back_to_the_start_of_the_round_whatever_was_seen_and_played_since(tmp_path: Path) -> None:
    assert game_of("undo")[0] == "There is nothing to take back in this round."
    assert game_of("zpět", language="cs")[0] == "V tomto kole není co brát zpět."
    file = left_game(tmp_path / "game.json", CARDS)
    assert not saved(file).practice
    told = answers(kartarna("play", "--resume", file, typed=lines("0b", "#1", "undo", "undo", "undo", "0b", "quit")))
    assert [told[place].startswith("Taken back.") for place in (2, 3, 4)] == [True, True, False]
    assert "practice" in told[2]
    assert told[4] == "There is nothing to take back in this round."
    assert saved(file).practice
    verify(get("gap"), saved(file))
    assert "practice" in kartarna("record", "show", file).out


def test_undo_before_the_others_play(tmp_path: Path) -> None:
    """With --confirm a decision can be taken back before the bots answer it."""
    file = left_game(tmp_path / "game.json", CARDS)
    run = kartarna("play", "--resume", file, "--confirm", typed=lines("6y", "hm", "undo", "0b", "", "quit"))
    assert "Taken back." in run.out
    assert [getattr(entry, "notation", "taken back") for entry in saved(file).rounds[0].play][:3] == [
        "6y",
        "taken back",
        "0b",
    ]
    assert run.out.count("Enter: the others play") == 3
    run = kartarna("play", "--resume", file, "--confirm", typed=lines("#1", "konec"))
    assert "The game is saved" in run.out


def test_quitting_before_the_others_play(tmp_path: Path) -> None:
    file = left_game(tmp_path / "game.json", CARDS)
    run = kartarna("play", "--resume", file, "--confirm", typed=lines("6y", "quit"))
    assert run.out.count("Enter: the others play") == 1
    assert [entry.seat for entry in saved(file).rounds[0].play] == [0]


def test_undo_still_works_after_a_resume(tmp_path: Path) -> None:
    file = left_game(tmp_path / "game.json", CARDS)
    kartarna("play", "--resume", file, typed=lines("1b", "quit"))
    run = kartarna("play", "--resume", file, typed=lines("undo", "undo", "quit"))
    assert "Taken back." in run.out
    assert "There is nothing to take back" in run.out
    run = kartarna("play", "--resume", file, typed=lines("undo", "quit"))
    assert "There is nothing to take back" in run.out


# ---- the last round --------------------------------------------------------------------------------


def test_the_last_round_is_announced_once_and_can_be_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    arguments = ("--timed", "--starter", 1, "--save", file)
    told = answers(kartarna("play", "gap", *arguments, typed=lines("help", "last", "last", "undo", "poslední", "quit")))
    assert "The command last announces" in told[0]
    assert told[1] == "The agreed time is over: this round is the last."
    assert told[2].startswith("The last round cannot be announced here")
    assert told[3].startswith("Taken back.")
    run = kartarna("play", "--resume", file, typed=ALWAYS_FIRST)
    assert run.code == 0
    assert len(saved(file).rounds) == 1
    verify(get("gap"), saved(file))


def test_other_games_have_no_last_round() -> None:
    assert game_of("last")[0].startswith("The last round cannot be announced here")


# ---- leaving and going on --------------------------------------------------------------------------


@pytest.mark.parametrize("leaving", ["quit\n", "konec\n", ""])
@pytest.mark.parametrize("game", GAMES)
def test_leaving_saves_and_resume_goes_on_as_it_would_have(game: str, leaving: str, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    kartarna("play", game, "--seed", 3, "--save", whole, typed=ALWAYS_FIRST)
    run = kartarna("play", game, "--seed", 3, "--save", parts, typed="#1\n" * 3 + leaving)
    assert run.code == 0
    assert f"kartarna play --resume {parts} --seed 3" in run.out
    assert not saved(parts).finished
    for _ in range(2):
        run = kartarna("play", game, "--resume", parts, "--seed", 3, typed="#1\n#1\n")
        assert "What happened last:" in run.out
    run = kartarna("play", "--resume", parts, "--seed", 3, typed=ALWAYS_FIRST)
    assert run.code == 0
    assert parts.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")


def test_a_game_that_is_over_is_not_resumed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    kartarna("play", "gap", "--target", 1, "--save", file, typed=ALWAYS_FIRST)
    run = kartarna("play", "--resume", file)
    assert run.code == 1
    assert f"this game is over; see it with: kartarna record show {file}" in run.err


def test_a_file_that_exists_is_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Anna", encoding="utf-8")
    run = kartarna("play", "gap", "--save", file)
    assert run.code == 2
    assert "exists already" in run.err
    assert file.read_text(encoding="utf-8") == "Dear Anna"


def test_a_disk_that_fails_is_told_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def failing(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) >= 4:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", failing)
    run = kartarna("play", "gap", "--save", tmp_path / "game.json", typed=lines("#1", "quit"))
    assert run.code == 1
    assert "cannot be written (No space left on device); the game goes on" in run.err
    assert "The game is saved. " not in run.out
    assert not [file for file in tmp_path.iterdir() if file.name.startswith(".")]


def test_bots_of_a_record_must_be_known(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    kartarna("play", "gap", "--save", file, typed=lines("quit"))
    file.write_text(file.read_text(encoding="utf-8").replace("greedy", "genius"), encoding="utf-8")
    run = kartarna("play", "--resume", file)
    assert run.code == 1
    assert "there is no bot 'genius'" in run.err


def test_only_games_of_one_person_are_resumed(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    kartarna("play", "gap", "--save", file, typed=lines("quit"))
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"owner": 1', '"owner": null'), encoding="utf-8")
    run = kartarna("play", "--resume", file)
    assert run.code == 1
    assert "only a game of one person" in run.err


# ---- the table opens -------------------------------------------------------------------------------


def test_options_of_the_game_are_told_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run = kartarna("play", "gap", "--target", 15, "--extra-round", "--save", file, typed=lines("quit"))
    assert "Points that end the game: 15.\nA tie is decided by one more round.\n" in run.out
    assert saved(file).options == {"starter": None, "target": 15, "rounds": None, "timed": False, "extra_round": True}


def test_names_are_cleaned_and_differ_from_the_bots(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    kartarna("play", "gap", "--name", " ada\x1b[2J ", "--save", file, typed=lines("quit"))
    assert saved(file).seats[0].name == "ada�[2J"
    kartarna("play", "gap", "--name", "ada", "--save", tmp_path / "2.json", typed=lines("quit"))
    assert [person.name for person in saved(tmp_path / "2.json").seats] == ["ada", "Ben", "Clara"]


def test_the_level_of_every_bot_is_told(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run = kartarna("play", "gap", "--bots", " expert ", "--starter", 1, "--save", file, typed=lines("quit"))
    assert "at the table, in order: Player 1 (you), Ada (expert), Ben (expert).\n" in run.out
    run = kartarna("play", "--resume", file, "--lang", "cs", typed=lines("quit"))
    assert "U stolu po řadě sedí: Player 1 (ty), Ada (mistr), Ben (mistr).\n" in run.out


@dataclass(frozen=True)
class Watchful:
    """Remembers how much time it was given."""

    given: set[float | None] = field(default_factory=set)
    name: str = "watchful"

    def choose(self, sight: bots.Observation) -> int:
        assert sight.watched
        self.given.add(sight.seconds)
        return min(sight.legal())


def test_bots_are_given_the_time_that_was_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, bot = tmp_path / "game.json", Watchful()
    monkeypatch.setattr(bots, "get", lambda _: bot)
    run = kartarna("play", "gap", "--starter", 2, "--seconds", 0.25, "--save", file, typed=lines("quit"))
    assert bot.given == {0.25}
    assert f"kartarna play --resume {file} --seconds 0.25" in run.out


def test_interpreted_bots_keep_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Watchful()
    monkeypatch.setattr(bots, "get", lambda _: bot)
    monkeypatch.setattr(
        import_module("kartarna.bots.consult"), "holds_gil", lambda _: True
    )  # as where nothing is compiled
    kartarna("play", "gap", "--starter", 2, typed=lines("quit"))
    assert bot.given == {1.0}


@pytest.mark.parametrize("game", [[], ["gap"]])
def test_a_resumed_game_is_given_its_time_anew(
    game: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, bot = tmp_path / "game.json", Watchful()
    kartarna("play", "gap", "--starter", 1, "--seconds", 0.25, "--save", file, typed=lines("quit"))
    monkeypatch.setattr(bots, "get", lambda _: bot)
    kartarna("play", *game, "--resume", file, typed=lines("#1", "#1", "quit"))
    assert bot.given == {None}
    kartarna("play", *game, "--resume", file, "--seconds", 600, typed=lines("#1", "#1", "quit"))
    assert bot.given == {None, 600.0}


@pytest.mark.parametrize("seconds", ["0", "600.1", "nan", "soon"])
def test_no_other_time_can_be_given(seconds: str, home: Path) -> None:
    run = kartarna("play", "gap", "--seconds", seconds)
    assert run.code == 2
    assert "Invalid value for '--seconds'" in run.err
    assert not home.exists()


def test_the_language_is_that_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    for locale, word in (("cs_CZ.UTF-8", "Tvoje volba:"), ("de_DE.UTF-8", "Your choice:")):
        monkeypatch.setenv("LC_ALL", locale)
        assert word in kartarna("play", "gap", typed=lines("quit")).out


def test_interpreted_rules_are_noted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "COMPILED", False)
    monkeypatch.delenv("KARTARNA_INTERPRETED", raising=False)
    run = kartarna("play", "gap", typed=lines("quit"))
    assert run.err.count("interpreted") == 1
    assert "make setup" in run.err
    monkeypatch.setenv("KARTARNA_INTERPRETED", "1")
    assert kartarna("play", "gap", typed=lines("quit")).err == ""
