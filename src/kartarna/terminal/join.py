"""`kartarna join LINK`: a seat at a server's table, in plain lines."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated
from urllib.parse import SplitResult, urlsplit

import typer

from kartarna.core.errors import KartarnaError, OptionError
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
    from kartarna.server.client import Account, Refusal  # noqa: PLC0415 - takes longer to import than most commands
    from kartarna.terminal import memory  # noqa: PLC0415
    from kartarna.terminal.verdict import tell_shuffle  # noqa: PLC0415
    from kartarna.terminal.visit import Visit, told  # noqa: PLC0415

    voice = Voice(lang)
    server, table, secret = parsed(link)
    account = Account(server, memory.tokens().get(server))

    async def play() -> None:
        known = (await account.call("GET", "/api/me"))["name"]
        if not watch and (name or not known):
            await account.call_me(name or voice.ask("ask_name", usual=voice.sentence("player", number=1)) or "1")
            memory.keep_token(server, account.token)
        if not watch:
            await account.join(table, secret)
        visit = Visit(voice, account, table, secret)
        visit.place.witness = memory.witness_of(server, table)
        await visit.run()
        if not watch:
            await tell_shuffle(voice, account, table, visit.place.witness)

    try:
        asyncio.run(play())
    except Refusal as refusal:
        raise KartarnaError(told(voice, refusal.event)) from refusal
    except (EOFError, KeyboardInterrupt):
        voice.line()
        voice.say("table_stays", link=link)


def parsed(link: str) -> tuple[str, str, str | None]:
    """The server, the table and the secret of a link."""
    try:
        parts = urlsplit(link)
        table = parts.path.removeprefix(TABLE).strip("/")
        right = _has_server(parts) and parts.path.startswith(TABLE) and re.fullmatch("[0-9A-Za-z_-]+", table)
    except ValueError:  # an address that is none
        right = None
    if not right:
        raise OptionError("a table's link looks like http://…/t/…#…")
    return f"{parts.scheme}://{parts.netloc}", table, parts.fragment or None


def _has_server(parts: SplitResult) -> bool:
    """A ValueError if its port is no number."""
    return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
