"""`kartarna serve`: a house of one's own, for this machine, for the home network, or for the world behind a proxy."""

from __future__ import annotations

import socket
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from kartarna.core.errors import OptionError
from kartarna.terminal.arguments import Lang
from kartarna.terminal.commands.database import DatabaseUrl, database_url
from kartarna.terminal.left_out import tell_left_out_bots, tell_left_out_games
from kartarna.terminal.voice import Voice


class Solo(StrEnum):
    DEVICE = "device"
    SERVER = "server"


LOCAL, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104 - only with --lan


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any free one.")] = 8000,
    host: Annotated[str | None, typer.Option(metavar="ADDRESS", help=f"Where to listen; usually {LOCAL}.")] = None,
    lan: Annotated[bool, typer.Option("--lan", help="Listen on the home network, and show a QR code.")] = False,
    database: DatabaseUrl = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes; more than one needs PostgreSQL.")] = 1,
    proxy: Annotated[list[str] | None, typer.Option(metavar="ADDRESS", help="Believe this proxy's headers.")] = None,
    origin: Annotated[list[str] | None, typer.Option(metavar="URL", help="Pages from here may use it, too.")] = None,
    allow_host: Annotated[list[str] | None, typer.Option(metavar="NAME", help="Answer to this name, too.")] = None,
    deck: Annotated[list[Path] | None, typer.Option(metavar="FILE", help="A deck.toml that tables may use.")] = None,
    solo: Annotated[
        Solo, typer.Option(help="Where visitors play alone: on their device if it can, or here.")
    ] = Solo.DEVICE,
    lang: Lang = None,
) -> None:
    """Run the server until Ctrl-C: tables for people and bots, in the browser and the terminal."""
    from kartarna.server import launch  # noqa: PLC0415 - takes longer to import than most commands to run

    if lan and host:
        raise OptionError("--lan chooses the address itself: leave out --host")
    voice = Voice(lang)
    wanted = launch.Serving(
        database_url(database),
        EVERYWHERE if lan else host or LOCAL,
        port,
        workers,
        tuple(proxy or ()),
        tuple(origin or ()),
        tuple(allow_host or ()),
        tuple(deck or ()),
        solo,
    )
    tell_left_out_games()
    tell_left_out_bots()
    launch.install_decks(wanted.decks)  # each process does; here a bad one is told before anything runs

    def announce(port: int) -> None:
        address = f"http://{_home_address() if lan else _written(wanted.host)}:{port}/"
        voice.say("serving", address=address)
        if lan:
            _show_code(voice, address)
        sys.stdout.flush()

    launch.serve(wanted, announce)


def _written(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _home_address() -> str:
    """This machine's address on the home network. Nothing is sent: a route is looked up."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
        try:
            route.connect(("192.0.2.1", 9))
            return str(route.getsockname()[0])
        except OSError:
            return LOCAL


def _show_code(voice: Voice, address: str) -> None:
    import segno  # noqa: PLC0415

    voice.say("serving_lan")
    segno.make(address, error="l").terminal(compact=True)
