"""`kartarna join LINK`: a seat at a server's table, in plain lines."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated
from urllib.parse import SplitResult, urlsplit

import typer

from kartarna.core.errors import OptionError
from kartarna.terminal.arguments import Lang
from kartarna.terminal.voice import Voice

TABLE = "/t/"


def join(
    link: Annotated[str, typer.Argument(metavar="LINK", help="The link of a table: http://…/t/…#…")],
    name: Annotated[str | None, typer.Option(metavar="NAME", help="What you are called there.")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Only watch.")] = False,
    lang: Lang = None,
) -> None:
    """Sit down at a table of a server, or watch it."""
    from kartarna.terminal.play.guest import Guest  # noqa: PLC0415 - takes longer to import than most commands

    voice = Voice(lang)
    guest = Guest(voice, *parsed(link))
    try:
        asyncio.run(guest.come(name, watch=watch))
    except (EOFError, KeyboardInterrupt):
        voice.line()
        voice.say("table_stays", link=link)


def parsed(link: str) -> tuple[str, str, str | None]:
    """The server, the table and the secret of a link; the game may stand after the table, for a preview of the link."""
    try:
        parts = urlsplit(link)
        table, _, game = parts.path.removeprefix(TABLE).strip("/").partition("/")
        right = (
            _has_server(parts)
            and parts.path.startswith(TABLE)
            and re.fullmatch("[0-9A-Za-z_-]+", table)
            and "/" not in game
        )
    except ValueError:  # an address that is none
        right = None
    if not right:
        raise OptionError("a table's link looks like http://…/t/…#…")
    return f"{parts.scheme}://{parts.netloc}", table, parts.fragment or None


def _has_server(parts: SplitResult) -> bool:
    """A ValueError if its port is no number."""
    return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
