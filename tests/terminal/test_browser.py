"""`kartarna` alone opens the card room in the browser, or asks in the terminal where its pages were not built."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from kartarna.server.http import pages
from kartarna.terminal.commands import browser
from tests.terminal.command import kartarna


@pytest.fixture
def quiet_browser(tmp_path: Path) -> Path:
    """A browser that only writes down where it was sent."""
    program = tmp_path / "browser"
    program.write_text('#!/bin/sh\necho "$1" > "$(dirname "$0")/visited"\n')
    program.chmod(0o755)
    return program


def test_it_serves_the_room_and_sends_the_browser_there(quiet_browser: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "KARTARNA_HOME": str(tmp_path), "BROWSER": str(quiet_browser), "LC_ALL": "C.UTF-8"}
    with subprocess.Popen(
        [sys.executable, "-m", "kartarna"], env=environment, stdout=subprocess.PIPE, text=True
    ) as room:
        try:
            assert room.stdout is not None
            address = next(word for word in room.stdout.readline().split() if word.startswith("http://"))
            assert "<title>Kartárna</title>" in fetched(address)
            assert browser.answers(int(address.rpartition(":")[2].strip("/")))
        finally:
            room.send_signal(signal.SIGINT)
    assert (tmp_path / "visited").read_text().strip() == address
    assert (tmp_path / "kartarna.db").stat().st_mode & 0o777 == 0o600


def fetched(address: str) -> str:
    """The page, once the server is there."""
    for _ in range(100):
        try:
            with urlopen(address) as page:  # noqa: S310
                return str(page.read(), "utf-8")
        except URLError:
            time.sleep(0.1)
    return ""


def test_a_port_without_a_room_does_not_answer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        assert not browser.answers(other.getsockname()[1])


def test_without_pages_it_asks_in_the_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pages, "DIST", tmp_path)
    assert "Which game?" in kartarna().out
