"""`kartarna` alone: the card room in the browser. Where its pages were not built, the questions in the terminal."""

from __future__ import annotations

import sys
import webbrowser
from collections.abc import Callable
from urllib.error import URLError
from urllib.request import urlopen

from kartarna.core.errors import OptionError
from kartarna.terminal.play import start
from kartarna.terminal.play.save_files import home
from kartarna.terminal.voice import Voice

PORTS = (8000, 0)  # the usual one, else any


def open_room() -> None:
    from kartarna.server.http import pages  # noqa: PLC0415 - takes longer to import than most commands to run

    voice = Voice()
    if (pages.DIST / "index.html").exists():
        _run(voice)
    else:
        start.welcome(voice)


def _run(voice: Voice) -> None:
    """A server for this machine; if one of ours is running already, that one."""
    from kartarna.server import launch  # noqa: PLC0415

    database = f"sqlite:///{home() / 'kartarna.db'}"
    for port in PORTS:
        if port and answers(port):
            _visit(voice, port)
            return
        try:
            launch.serve(launch.Serving(database, port=port, log="warning"), _visitor(voice))
        except OptionError:
            if not port:
                raise
        else:
            return


def _visitor(voice: Voice) -> Callable[[int], None]:
    return lambda port: _visit(voice, port)


def _visit(voice: Voice, port: int) -> None:
    address = f"http://127.0.0.1:{port}/"
    voice.say("open_room", address=address)
    sys.stdout.flush()
    webbrowser.open(address)


def answers(port: int) -> bool:
    """Whether a server of ours is there."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/api/health", timeout=3) as answer:
            return b'"kartarna"' in answer.read(1000)
    except (URLError, OSError, ValueError):
        return False
