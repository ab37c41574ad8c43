"""The command as a process of its own: in a terminal, in a pipe, killed in the middle."""

from __future__ import annotations

import os
import pty
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from kartarna.core.record import Decision, write
from kartarna.core.verification import verify
from kartarna.games import get
from kartarna.terminal.play import save_files
from tests.core.test_record import played
from tests.terminal.command import ALWAYS_FIRST, kartarna, saved

KARTARNA = [sys.executable, "-m", "kartarna"]
PROMPT = b"Your choice: "


class Terminal:
    """A pseudo-terminal with the command running in it."""

    def __init__(self, *arguments: object) -> None:
        self.screen, inside = pty.openpty()
        command = [*KARTARNA, *map(str, arguments)]
        self.process = subprocess.Popen(command, stdin=inside, stdout=inside, stderr=inside, start_new_session=True)
        os.close(inside)
        self.shown = b""

    def read_until(self, wanted: bytes) -> bytes:
        """All that is shown up to and including the wanted text, or to the end."""
        while wanted not in self.shown:
            try:
                part = os.read(self.screen, 65536)
            except OSError:  # Linux says so at the end
                part = b""
            if not part:
                break
            self.shown += part
        told, found, self.shown = self.shown.partition(wanted)
        return told + found

    def type(self, line: str) -> None:
        os.write(self.screen, f"{line}\n".encode())

    def close(self) -> int:
        os.close(self.screen)
        return self.process.wait(timeout=20)


@pytest.mark.parametrize("language", ["cs", "en"])
def test_a_whole_game_in_a_terminal(language: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    terminal = Terminal("play", "gap", "--target", 10, "--lang", language, "--save", file)
    prompt = {"cs": b"Tvoje volba: ", "en": PROMPT}[language]
    transcript = b""
    while (told := terminal.read_until(prompt)).endswith(prompt):
        transcript += told
        terminal.type("#1")
    transcript += told
    assert terminal.close() == 0
    assert saved(file).finished
    assert b"\x1b" not in transcript
    assert b"Traceback" not in transcript
    text = transcript.decode()
    widths = [
        len(line) for line in text.replace("\r", "").splitlines() if " " in line.strip() and str(file) not in line
    ]
    assert max(widths) <= 100


@pytest.mark.parametrize("moment", [0, 1, 2, 5, 9])
def test_a_power_cut_loses_nothing_that_was_told(moment: int, tmp_path: Path) -> None:
    file, whole = tmp_path / "game.json", tmp_path / "whole.json"
    kartarna("play", "gap", "--seed", 3, "--target", 10, "--save", whole, typed=ALWAYS_FIRST)
    terminal = Terminal("play", "gap", "--seed", 3, "--target", 10, "--lang", "en", "--save", file)
    told = terminal.read_until(PROMPT)
    for _ in range(moment):
        terminal.type("#1")
        told += terminal.read_until(PROMPT)
    terminal.process.send_signal(signal.SIGKILL)
    assert terminal.close() == -signal.SIGKILL
    record = saved(file)
    verify(get("gap"), record)
    decisions = sum(isinstance(entry, Decision) for round in record.rounds for entry in round.play)
    assert decisions >= told.count(b" plays: ") - moment - 1  # the list's heading says it too
    run = kartarna("play", "--resume", file, "--seed", 3, typed=ALWAYS_FIRST)
    assert run.code == 0
    assert file.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["game.json", "whole.json"]


def test_a_kill_while_typing_fast(tmp_path: Path) -> None:
    """Killed at any moment, also while writing: the file is whole."""
    for number in range(4):
        file = tmp_path / f"{number}.json"
        command = [*KARTARNA, "play", "gap", "--target", "500", "--save", str(file)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdin
            assert process.stdout
            process.stdin.write("#1\n" * 2000)
            process.stdin.flush()
            for _ in range(60 + 97 * number):
                process.stdout.readline()
            process.kill()
        verify(get("gap"), saved(file))
        assert saved(file).rounds


@pytest.mark.parametrize("key", ["\x04", "\x03"])
def test_ctrl_d_and_ctrl_c_save(key: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    terminal = Terminal("play", "gap", "--lang", "en", "--save", file)
    terminal.read_until(PROMPT)
    if key == "\x03":
        os.killpg(terminal.process.pid, signal.SIGINT)
    else:
        os.write(terminal.screen, key.encode())
    told = terminal.read_until(b"no such text")
    assert b"The game is saved. Go on with it by: kartarna play" in told.replace(b"\r\n  ", b" ")
    assert b"Traceback" not in told
    assert terminal.close() == 0
    assert saved(file).rounds


def test_without_a_terminal_it_ends_cleanly() -> None:
    run = subprocess.run([*KARTARNA, "play"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert run.returncode == 0
    assert "kartarna --help" in run.stdout
    assert run.stderr == ""


def test_strange_bytes_and_a_narrow_encoding(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [*KARTARNA, "play", "gap", "--lang", "cs", "--save", str(tmp_path / "game.json")]
    run = subprocess.run(command, input=b"\xff\xfe\n7\nkonec\n", env=environment, capture_output=True, check=False)
    assert run.returncode == 0
    assert b"Traceback" not in run.stderr


def test_a_closed_pipe_is_no_traceback(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(write(played("gap", 6, 1, target=500).record), encoding="utf-8")
    with subprocess.Popen(
        [*KARTARNA, "record", "show", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        assert run.stdout
        assert run.stderr
        run.stdout.readline()
        run.stdout.close()
        assert b"Traceback" not in run.stderr.read()


def test_completion_knows_commands_and_games() -> None:
    for words, expected in (("kartarna ", "play"), ("kartarna play ", "gap"), ("kartarna rules ", "gap")):
        environment = {**os.environ, "_KARTARNA_COMPLETE": "complete_bash", "COMP_WORDS": words}
        environment["COMP_CWORD"] = str(len(words.split()))
        run = subprocess.run(KARTARNA, env=environment, capture_output=True, text=True, check=False)
        assert expected in run.stdout.split(), run.stderr


def test_a_game_is_on_the_disk_before_its_name_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, steps = tmp_path / "game.json", []
    replace = Path.replace

    def synced(descriptor: int) -> None:
        steps.append(
            "folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else f"{os.fstat(descriptor).st_size} bytes"
        )

    def replaced(path: Path, target: Path) -> Path:
        steps.append("renamed")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    save_files.save(played("gap", 2, 1).record, file)
    assert steps == [f"{file.stat().st_size} bytes", "renamed", "folder"]
