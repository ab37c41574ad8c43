"""`kartarna play --full`: whole games on a screen, driven by Textual's pilot, by keys and by mouse."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Footer, OptionList, RichLog, Static
from textual.widgets._footer import FooterKey

from kartarna.core.deck import Deck
from kartarna.core.faces import NAMES
from kartarna.core.rng import Rng
from kartarna.core.verification import verify
from kartarna.games import OWN, get
from kartarna.play.model.solo import opening
from kartarna.play.room.solo import SoloRoom
from kartarna.play.storage.file_log import FileLog
from kartarna.terminal.commands.play import table_voice
from kartarna.terminal.full.card_face import SHAPES, SYMBOLS, TONES, CardFace, Faces, short
from kartarna.terminal.full.screen_dialogue import ScreenDialogue
from kartarna.terminal.full.screen_voice import ScreenVoice
from kartarna.terminal.full.table_app import KEYS, MARGIN, BoardWidget, TableApp
from kartarna.terminal.play.game import resumed as load_room
from kartarna.terminal.play.game import seated
from tests.terminal.command import kartarna, left_game, saved, the_only_game

SMALL, LARGE = (80, 24), (140, 50)
SHORT = {"three": {}, "dnup": {"rounds": 1}, "trop": {"target": 20}, "karma": {}, "gap": {"rounds": 1}}
Screen = Pilot[None]


def opened(game_id: str, file: Path, language: str = "en", players: int = 3) -> ScreenDialogue:
    game = get(game_id)
    voice = ScreenVoice(language)
    seats = seated(voice, game, players=players, bot="greedy")
    options = {name: value for name, value in SHORT[game_id].items() if name in {one.name for one in game.options}}
    rows = [opening(game, seats, options, game.decks.standard).row(1, time.time())]
    return ScreenDialogue(SoloRoom(FileLog.begin(file, rows), rows, 7), voice)


def on_screen(
    dialogue: ScreenDialogue, story: Callable[[Screen], Awaitable[None]], size: tuple[int, int] = SMALL
) -> None:
    async def run() -> None:
        async with dialogue.screen.run_test(size=size) as pilot:
            try:
                await story(pilot)
            finally:
                dialogue.screen.action_leave()
            await until(pilot, lambda: dialogue.screen.over)

    asyncio.run(asyncio.wait_for(run(), 300))


async def until(pilot: Screen, reached: Callable[[], bool]) -> None:
    for _ in range(6000):
        if reached():
            return
        await pilot.pause(0.005)
    raise AssertionError("the screen does not get there")


async def asked(pilot: Screen) -> TableApp:
    app = app_of(pilot)
    await until(pilot, lambda: app.over or app.menu is not None)
    return app


def app_of(pilot: Screen) -> TableApp:
    assert isinstance(pilot.app, TableApp)
    return pilot.app


def log_of(pilot: Screen) -> str:
    return "\n".join(strip.text for strip in pilot.app.query_one(RichLog).lines)


def text_of(pilot: Screen, name: str) -> str:
    return str(pilot.app.query_one(f"#{name}", Static).render())


@pytest.mark.parametrize(("size", "language"), [(SMALL, "cs"), (LARGE, "en")], ids=["small", "large"])
@pytest.mark.parametrize("game", OWN)
def test_a_whole_game_is_played_by_the_enter_key(
    game: str, size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    dialogue = opened(game, tmp_path / "game.json", language)

    async def story(pilot: Screen) -> None:
        while not (await asked(pilot)).over:
            app = app_of(pilot)
            for board in app.query(BoardWidget):
                assert all(line.cell_len <= size[0] - MARGIN for line in board.drawing.lines)
            menu = app.menu
            await pilot.press("enter")
            await until(pilot, lambda: app.menu is not menu)  # noqa: B023 - asked at once
        assert text_of(pilot, "preview") == dialogue.voice.sentence("full_over")

    on_screen(dialogue, story, size)
    assert dialogue.finish()
    record = saved(tmp_path / "game.json")
    assert record.finished
    verify(get(game), record)


@pytest.mark.parametrize("language", ["cs", "en"])
def test_all_keys_stand_in_the_last_line(language: str, tmp_path: Path) -> None:
    async def story(pilot: Screen) -> None:
        app = await asked(pilot)
        await until(pilot, lambda: len(app.query(FooterKey)) == len(KEYS) + 1)
        await pilot.pause()
        for key in app.query(FooterKey):
            assert key.region.right <= SMALL[0]
            assert key.region.y == SMALL[1] - 1
        assert not app.query_one(Footer).show_horizontal_scrollbar

    on_screen(opened("gap", tmp_path / "game.json", language), story)


@pytest.mark.parametrize("game", OWN)
def test_everybody_is_seen_on_a_small_screen(game: str, tmp_path: Path) -> None:
    """The choices and the log give way to a table of four."""

    async def story(pilot: Screen) -> None:
        app = await asked(pilot)
        for _ in range(4):
            menu = app.menu
            await pilot.press("enter")
            await until(pilot, lambda: app.menu is not menu)  # noqa: B023 - asked at once
            await asked(pilot)
        await pilot.pause()
        assert app.query_one("#board").max_scroll_y == 0
        assert app.query_one("#lower").size.height >= 5

    on_screen(opened(game, tmp_path / "game.json", "cs", players=4), story)


def test_arrows_choose_and_the_preview_tells_what_it_brings(tmp_path: Path) -> None:
    dialogue = resumed(tmp_path, {"hand 1": "7r 2g 9b 3y 4r 1g", "row": "7g 5b 0y 0r"})

    async def story(pilot: Screen) -> None:
        app = await asked(pilot)
        told = set()
        for _ in range(app.query_one(OptionList).option_count):
            told.add(text_of(pilot, "preview"))
            await pilot.press("down")
        assert "You play: red 7. You take 2 cards: red 7, green 7. Your collection is then worth 2 points." in told
        assert len(told) == 6
        assert app.query_one(OptionList).highlighted == 0, "round and round"

    on_screen(dialogue, story)


def test_a_click_looks_at_a_card_and_a_second_one_plays_it(tmp_path: Path) -> None:
    dialogue = resumed(tmp_path, {"hand 1": "7r 2g 9b 3y 4r 1g", "row": "7g 5b 0y 0r"})

    async def story(pilot: Screen) -> None:
        app = await asked(pilot)
        await pilot.pause()
        board = app.query_one("#own", BoardWidget)
        (spot,) = [spot for spot in board.drawing.spots if spot.card == "9b"]
        await pilot.click("#own", offset=(spot.column + 2, spot.line))
        assert "blue 9" in text_of(pilot, "preview")
        menu = app.menu
        await pilot.click("#own", offset=(spot.column + 2, spot.line))
        await until(pilot, lambda: app.menu is not menu)
        assert "You play: blue 9." in log_of(pilot)

    on_screen(dialogue, story)


def test_a_choice_is_taken_by_a_click_or_by_its_notation(tmp_path: Path) -> None:
    dialogue = resumed(tmp_path, {"hand 1": "7r 2g 9b 3y 4r 1g", "row": "7g 5b 0y 0r"})

    async def story(pilot: Screen) -> None:
        app = await asked(pilot)
        menu = app.menu
        await pilot.click(OptionList, offset=(3, 1))
        await until(pilot, lambda: app.menu is not menu)
        await asked(pilot)
        menu = app.menu
        await pilot.press(*"7r", "enter")
        await until(pilot, lambda: app.menu is not menu)
        assert "You play: red 7." in log_of(pilot).replace("\n", " ")

    on_screen(dialogue, story)


def test_a_card_that_cannot_be_played_says_by_which_rule(tmp_path: Path) -> None:
    dialogue = opened("karma", tmp_path / "game.json")

    async def story(pilot: Screen) -> None:
        app = await asked(pilot)
        for _ in range(60):
            if app.over or (app.menu and app.menu.options.refused):
                break
            menu = app.menu
            await pilot.press("enter")
            await until(pilot, lambda: app.menu is not menu)  # noqa: B023 - asked at once
            await asked(pilot)
        assert app.menu
        refused = app.menu.options.refused[0]
        app.look_at(refused.card)
        assert "KARMA-" in text_of(pilot, "preview")

    on_screen(dialogue, story)


def test_commands_of_the_line_mode_answer_in_the_log(tmp_path: Path) -> None:
    dialogue = resumed(tmp_path, {"hand 1": "7r 2g 9b 3y 4r 1g", "row": "7g 5b 0y 0r"})

    async def story(pilot: Screen) -> None:
        app = await asked(pilot)
        await pilot.press(*"rules", "space", *"GAP-4", "enter")
        await until(pilot, lambda: "Taking is a must" in log_of(pilot))
        await pilot.press("f1")
        await until(pilot, lambda: "#6" in log_of(pilot))
        assert app.query_one(OptionList).option_count == 6, "nothing was decided"

    on_screen(dialogue, story)


def test_a_hint_is_a_key_away(tmp_path: Path) -> None:
    dialogue = resumed(tmp_path, {"hand 1": "7r 2g 9b 3y 4r 1g", "row": "7g 5b 0y 0r"})

    async def story(pilot: Screen) -> None:
        await asked(pilot)
        before = len(log_of(pilot))
        await pilot.press("f3")
        await until(pilot, lambda: len(log_of(pilot)) > before)

    on_screen(dialogue, story)


def test_a_question_aside_is_answered_and_plays_nothing_else(tmp_path: Path) -> None:
    """--confirm: Enter goes on, and does not take the first choice."""
    dialogue = resumed(tmp_path, {"hand 1": "7r 2g 9b 3y 4r 1g", "row": "7g 5b 0y 0r"}, confirm=True)

    async def story(pilot: Screen) -> None:
        app = await asked(pilot)
        await pilot.press(*"7r", "enter")
        await until(pilot, lambda: app.voice.aside)
        assert "Ada plays" not in log_of(pilot)
        await pilot.press("enter")
        await asked(pilot)
        assert "Ada plays" in log_of(pilot)
        assert log_of(pilot).count("You play") == 1

    on_screen(dialogue, story)


def test_who_leaves_finds_the_game_where_it_was(tmp_path: Path) -> None:
    dialogue = resumed(tmp_path, {"hand 1": "7r 2g 9b 3y 4r 1g", "row": "7g 5b 0y 0r"})

    async def story(pilot: Screen) -> None:
        app = await asked(pilot)
        menu = app.menu
        await pilot.press("enter")
        await until(pilot, lambda: app.menu is not menu)
        await pilot.press("f10")

    on_screen(dialogue, story)
    assert dialogue.finish()
    record = saved(tmp_path / "left.json")
    assert not record.finished
    assert kartarna("record", "verify", tmp_path / "left.json").code == 0
    assert "It is your turn" in kartarna("play", "--resume", tmp_path / "left.json", "--lang", "en", typed="quit\n").out


def resumed(folder: Path, zones: dict[str, str], *, confirm: bool = False) -> ScreenDialogue:
    """A game of GAP with these cards, on a screen."""
    voice = ScreenVoice("en")
    room = load_room(voice, left_game(folder / "left.json", zones), None, 7, None)
    return ScreenDialogue(room, voice, confirm=confirm)


# ---- what is drawn ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", OWN)
def test_no_colour_stands_alone(game: str) -> None:
    """Whoever sees no colours tells all faces apart."""
    found = get(game)
    state = found.new(4)
    state.deal(state.draw(Rng(1)))
    deck = found.deck_of(state)
    faces = Faces(deck, lambda card, lang: found.words.card_name(deck, card, lang), "en")
    cards = {str(card) for card in found.census(state)}
    labels = [faces.face(card).label for card in cards]
    assert len({*labels}) == len(cards)


def test_a_card_that_is_looked_at_keeps_its_colour_and_gets_a_frame() -> None:
    face = CardFace("7", "red", "circle")
    assert [face.chip().plain, face.chip(used=True).plain] == [" 7● ", "[7●]"]
    assert face.box(used=True).plain.split("\n") == ["┌──┐", "│7●│", "└──┘"]
    assert face.chip().spans[0].style == face.chip(used=True).spans[0].style


@pytest.mark.parametrize(
    ("name", "card", "tone"),
    [
        *(("trop", "-2", "light blue"), ("trop", "7", "gold"), ("trop", "15", "red"), ("trop", "3s", "paper")),
        *(("dnup", "9/1", "gold"), ("dnup", "1/9", "paper"), ("karma", "16", "red"), ("karma", "table", "purple")),
        *(("karma", "?2", "paper"), ("three", "30", "paper")),
    ],
)
def test_where_a_deck_has_no_colours_a_number_is_the_warmer_the_higher(name: str, card: str, tone: str) -> None:
    game = get(name)
    deck = game.decks.standard
    faces = Faces(deck, lambda card, lang: game.words.card_name(deck, card, lang), "cs")
    assert faces.face(card).tone == tone


def test_names_of_two_words_have_room() -> None:
    assert [short("Karta ze stolu"), short("a name of many words")] == ["Karta ze stolu", "a name of man…"]


def test_faces_are_drawn_as_the_deck_says() -> None:
    marks = {"r": {"tone": "red", "shape": "circle"}, "joker": {"tone": "magenta", "symbol": "swap"}}
    data = {"name": "", "faces": {"marks": marks, "numbers": [{"from": 5, "tone": "gold"}]}}
    faces = Faces(Deck("any", 0, data), lambda card, _: card, "en")
    assert faces.face("7r") == CardFace("7", "red", "circle")
    assert faces.face("joker").symbol == "swap"
    assert (faces.face("4").tone, faces.face("6").tone) == ("paper", "gold")
    assert {*SHAPES} == {*NAMES["shape"]}
    assert {*SYMBOLS} == {*NAMES["symbol"]}
    assert {*TONES} == {*NAMES["tone"]}


# ---- where there is no screen ----------------------------------------------------------------------


def test_without_a_terminal_the_game_is_played_in_lines() -> None:
    run = kartarna("play", "gap", "--full", "--lang", "en", "--bots", "greedy", typed="quit\n")
    assert run.code == 0
    assert "There is no full screen here" in run.err
    assert "Your choice:" in run.out


@pytest.mark.parametrize(("name", "value"), [("TERM", "dumb"), ("ACCESSIBLE", "1")])
def test_a_screen_reader_gets_lines(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("ACCESSIBLE", raising=False)
    assert isinstance(table_voice("en", full=True), ScreenVoice)
    assert not isinstance(table_voice("en", full=False), ScreenVoice)
    monkeypatch.setenv(name, value)
    assert not isinstance(table_voice("en", full=True), ScreenVoice)


def test_in_a_real_terminal_it_opens_and_leaves(tmp_path: Path) -> None:
    outer, inner = pty.openpty()
    fcntl.ioctl(outer, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "KARTARNA_HOME": str(tmp_path)}
    environment.pop("ACCESSIBLE", None)
    command = [sys.executable, "-m", "kartarna", "play", "gap", "--full", "--bots", "greedy", "--lang", "en"]
    with subprocess.Popen(command, stdin=inner, stdout=inner, stderr=inner, env=environment) as game:
        os.close(inner)
        shown = read_until(outer, b"Save and leave")
        os.write(outer, b"\x1b[21~")  # F10
        shown += read_until(outer, b"Go on with it")
        assert game.wait(30) == 0
    os.close(outer)
    assert b"GAP" in shown
    assert not saved(the_only_game(tmp_path)).finished


def read_until(terminal: int, wanted: bytes) -> bytes:
    """What the terminal shows, up to these words."""
    shown = b""
    while wanted not in shown:
        assert select.select([terminal], [], [], 60)[0], shown[-300:]
        try:
            shown += os.read(terminal, 65536)
        except OSError:  # it has ended
            break
    assert wanted in shown, shown[-600:]
    return shown
