"""`kartarna join LINK`: a seat at a server's table, in plain lines."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import suppress
from typing import Annotated, Any
from urllib.parse import urlsplit

import typer

from kartarna.core.errors import KartarnaError, OptionError
from kartarna.terminal.arguments import Lang
from kartarna.terminal.saving import home
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
    from kartarna.terminal.visit import Visit, told  # noqa: PLC0415

    voice = Voice(lang)
    server, table, secret = parsed(link)
    account = Account(server, _tokens().get(server))

    async def visit() -> None:
        known = (await account.call("GET", "/api/me"))["name"]
        if not watch and (name or not known):
            await account.call_me(name or voice.ask("ask_name", usual=voice.sentence("player", number=1)) or "1")
            _keep(server, account.token)
        if not watch:
            await account.join(table, secret)
        await Visit(voice, account, table, secret).run()

    try:
        asyncio.run(visit())
    except Refusal as refusal:
        raise KartarnaError(told(voice, refusal.event)) from refusal
    except (EOFError, KeyboardInterrupt):
        voice.line()
        voice.say("table_stays", link=link)


def parsed(link: str) -> tuple[str, str, str | None]:
    """The server, the table and the secret of a link."""
    parts = urlsplit(link)
    table = parts.path.removeprefix(TABLE).strip("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or not parts.path.startswith(TABLE) or not table:
        raise OptionError("a table's link looks like http://…/t/…#…")
    return f"{parts.scheme}://{parts.netloc}", table, parts.fragment or None


# ---- who one is, server by server ------------------------------------------------------------------------


def _tokens() -> dict[str, str]:
    with suppress(OSError, ValueError):
        kept: Any = json.loads((home() / "tokens.json").read_text(encoding="utf-8"))
        if isinstance(kept, dict):
            return kept
    return {}


def _keep(server: str, token: str | None) -> None:
    """Readable by the user only: whoever has it sits on the user's seat."""
    if token is None:
        return
    file = home() / "tokens.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    tokens = {**_tokens(), server: token}
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as stream:
        json.dump(tokens, stream)
