"""How a link to one of our pages is shown where it is sent: title, sentence and picture (Open Graph)."""

from __future__ import annotations

from html import escape
from pathlib import Path

from starlette.requests import Request

from kartarna.core.rulebook import page
from kartarna.games import GAMES, get
from kartarna.protocol.words import sentences

OF_A_GAME = ("rules", "learn", "pad", "new", "deck", "lab")
PICTURES = "previews"  # folder of the app's files: one picture a game, and one for all else


def with_preview(document: str, path: str, request: Request, files: Path) -> str:
    """The app's document, with the tags for the page at this address."""
    language = "cs" if request.headers.get("accept-language", "").lower().startswith("cs") else "en"
    game = game_of(path)
    title, text = _told(game, language)
    picture = game if game and (files / PICTURES / f"{game}.jpg").exists() else "house"
    tags = {
        "og:type": "website",
        "og:site_name": "Kartárna",
        "og:title": title,
        "og:description": text,
        "og:image": str(request.base_url.replace(path=f"/{PICTURES}/{picture}.jpg", query="")),
        "og:image:width": "1200",
        "og:image:height": "630",
        "twitter:card": "summary_large_image",
    }
    written = "".join(f'    <meta property="{name}" content="{escape(value)}" />\n' for name, value in tags.items())
    return document.replace("  </head>", f"{written}  </head>", 1)


def game_of(path: str) -> str | None:
    """The game that an address names: /rules/GAME, or a table's link /t/TABLE/GAME.

    The table itself is not looked up: whoever has only half of a link learns nothing, not even whether it exists.
    """
    match path.strip("/").split("/"):
        case [kind, game, *_] if kind in OF_A_GAME and game in GAMES:
            return game
        case ["t", _, game] if game in GAMES:
            return game
    return None


def _told(game: str | None, language: str) -> tuple[str, str]:
    if game is None:
        return "Kartárna", sentences()["about_house"][language]
    rules = page(get(game).folder, language)
    return f"{rules.title} · Kartárna", rules.lead
