"""What the server says of its games is enough for a browser that has no page of them."""

from __future__ import annotations

from pathlib import Path

from kartarna.client.account import Account
from kartarna.core.words import LANGUAGES
from kartarna.games import GAMES
from tests.server.helpers import run, served


def test_every_game_comes_with_title_and_lead_in_every_language(tmp_path: Path) -> None:
    async def story() -> None:
        async with served(tmp_path) as here:
            told = await Account(here.url).call("GET", "/api/house")
            assert [game["id"] for game in told["games"]] == list(GAMES)
            for game in told["games"]:
                assert set(game["leads"]) == set(LANGUAGES)
                assert all(lead["title"] and lead["lead"][0] not in "#-[" for lead in game["leads"].values())

    run(story)
