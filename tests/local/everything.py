"""All that a house of one device offers, once: in a browser's Python this tells which standard modules it takes."""

from __future__ import annotations

import json
from typing import Any

from kartarna.games import GAMES, get
from kartarna.protocol.handlers import ROUTES
from tests.local.helpers import Page, Visitor, after_a_crash, new_files, opened, play

WRONG: tuple[tuple[str, str, Any], ...] = (
    ("GET", "/tables/nowhere", None),
    ("GET", "/nothing", None),
    ("POST", "/tables", "{"),
    ("POST", "/tables", {"game": "whist", "seats": []}),
    ("POST", "/replay", {"record": 1}),
    ("PUT", "/me", {"name": 7}),
)


async def everything() -> int:
    """How many games were played."""
    files = new_files()
    async with opened(files) as visitor:
        for game in GAMES:
            await a_game(visitor, game)
        await a_deck_of_ones_own(visitor)
        for method, path, body in WRONG:
            status, _ = await visitor.call(method, path, body)
            assert 400 <= status < 500, (method, path, status)
    async with opened(after_a_crash(files)) as visitor:
        return len((await visitor.get("/me/finished"))["tables"])


async def a_deck_of_ones_own(visitor: Visitor) -> None:
    """Checked, tried out, and played with."""
    text = get("trop").decks.file.read_text("utf-8").replace('name = "TROP"', 'name = "Mine"')
    status, told = await visitor.call("POST", "/games/trop/deck/check", {"deck": text})
    assert (status, told["fault"]) == (200, None)
    status, report = await visitor.call("POST", "/games/trop/tryout", {"players": 2, "own_deck": text})
    assert (status, report["changed"]["label"]) == (200, "deck “Mine”")
    assert report["games_each"]["greedy"] >= 3
    seats = [{"kind": "host"}, {"kind": "bot", "bot": "greedy"}]
    table = await visitor.open_table("trop", seats=seats, own_deck=text)
    assert (await visitor.get(f"/tables/{table}"))["own_deck"]
    assert (await visitor.get(f"/tables/{table}/deck"))["name"] == "Mine"


async def a_game(visitor: Visitor, game: str) -> None:
    """To its end, then looked at in every way."""
    seats = [{"kind": "host"}, {"kind": "bot", "bot": "easy"}, {"kind": "bot", "bot": "medium"}]
    table = await visitor.open_table(game, seats=seats)
    await ask_for_help(visitor.sit(table))
    await play(visitor.sit(table))
    record = await visitor.get(f"/tables/{table}/record")
    status, told = await visitor.call("POST", "/replay", {"record": json.dumps(record), "open": True})
    assert status == 200, told
    named = {"{table}": table, "{game}": game, "{language}": "cs"}
    for route in ROUTES:
        path = route.path.removeprefix("/api")
        for name, value in named.items():
            path = path.replace(name, value)
        if route.method == "GET":
            await visitor.get(path)


async def ask_for_help(page: Page) -> None:
    """At the second decision, as deep as there is; then the page is closed."""
    await play(page, decisions=1)
    update = await page.until(lambda message: bool(message.get("asked") and message.get("options")))
    seat, action = update["view"]["seat"], update["options"]["choices"][0]["action"]
    for depth in (1, 2, 3):
        assert (await page.ask(type="hint", seat=seat, depth=depth))["type"] == "hint"
    assert (await page.ask(type="coach", seat=seat, action=action))["type"] != "refused"
    assert (await page.ask(type="past", whole=True))["type"] == "past"
    page.close()
